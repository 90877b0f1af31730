"""Asks a running server whether all of it is well; needs only the standard library.

`python -m config.healthcheck PORT [CHECK ...]` ends with 1 when one of the named checks fails (any
of them, when none is named).
"""

import http.client
import json
import sys
from collections.abc import Sequence

_PATH = "/api/v1/health/"


def ailing(host: str, port: int) -> list[str]:
    """The names of the checks that fail; `web` when there is no answer to read."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", _PATH)
        response = connection.getresponse()
        checks = json.loads(response.read())["checks"]
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        return ["web"]
    finally:
        connection.close()
    return [name for name, state in checks.items() if state != "ok"]


def main(arguments: Sequence[str]) -> int:
    """Check the server on this machine."""
    port, *names = arguments
    found = ailing("127.0.0.1", int(port))
    failed = [name for name in found if not names or name in (*names, "web")]
    if failed:
        print("failed:", ", ".join(failed))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
