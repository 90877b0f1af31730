"""Asking a running server whether all of it is well."""

import http.client
import json

_PATH = "/api/v1/health/"


def ailing(host: str, port: int) -> list[str]:
    """What is not well yet, by name; nothing when the server is healthy."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", _PATH)
        response = connection.getresponse()
        body = response.read()
    except (OSError, http.client.HTTPException):
        return ["web"]
    finally:
        connection.close()
    if response.status == http.client.OK:
        return []
    return _failed_checks(body) or [f"web (status {response.status})"]


def _failed_checks(body: bytes) -> list[str]:
    try:
        checks = json.loads(body)["checks"]
    except (ValueError, KeyError, TypeError):
        return []
    return [name for name, state in checks.items() if state != "ok"]
