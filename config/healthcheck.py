"""Asks a running server whether all of it is well; needs only the standard library.

`python -m config.healthcheck [--authority FILE] PORT [CHECK ...]` ends with 1 when one of the named
checks fails (any of them, when none is named). With the certificate that vouches for it, a server
is asked that speaks TLS.
"""

import argparse
import http.client
import json
import ssl
import sys
from collections.abc import Sequence
from pathlib import Path

_PATH = "/api/v1/health/"


def ailing(host: str, port: int, authority: Path | None = None) -> list[str]:
    """The names of the checks that fail; `web` when there is no answer to read."""
    connection = _connection(host, port, authority)
    try:
        connection.request("GET", _PATH)
        response = connection.getresponse()
        checks = json.loads(response.read())["checks"]
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
        return ["web"]
    finally:
        connection.close()
    return [name for name, state in checks.items() if state == "failed"]


def _connection(host: str, port: int, authority: Path | None) -> http.client.HTTPConnection:
    if authority is None:
        return http.client.HTTPConnection(host, port, timeout=5)
    context = ssl.create_default_context(cafile=str(authority))
    return http.client.HTTPSConnection(host, port, timeout=5, context=context)


def main(arguments: Sequence[str]) -> int:
    """Check the server on this machine."""
    parser = argparse.ArgumentParser(prog="python -m config.healthcheck")
    parser.add_argument("--authority", type=Path, help="the certificate that vouches for it")
    parser.add_argument("port", type=int)
    parser.add_argument("checks", nargs="*")
    given = parser.parse_args(arguments)
    found = ailing("127.0.0.1", given.port, given.authority)
    failed = [name for name in found if not given.checks or name in (*given.checks, "web")]
    if failed:
        print("failed:", ", ".join(failed))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
