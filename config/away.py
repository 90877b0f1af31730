"""A database that is away for a moment: it restarts, or another server takes over.

A read is tried once more on a fresh connection. What still fails is answered 503 with
`Retry-After`, and the page tries again by itself. Faults of a statement are none of these: they are
bugs.
"""

import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Callable

from django.db import Error, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.utils.translation import gettext as _

from web.errors import is_for_api, json_error

RETRY_AFTER = 3
"""Seconds."""

SAID_FOR = 10
"""Seconds for which one line in the log says it."""

# The classes of PostgreSQL's codes: the connection is broken, an operator intervened, there are no
# resources. 25006: the server has become a read-only one.
_STATES = ("08", "57P", "53")
_READ_ONLY = "25006"
_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
}

logger = logging.getLogger(__name__)


def is_away(error: BaseException | None) -> bool:
    """Whether an exception says that the database can't be reached, or takes nothing now."""
    if not isinstance(error, Error):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return (getattr(cause, "sqlite_errorcode", 0) & 0xFF) in _SQLITE
    state: str | None = getattr(cause, "sqlstate", None)
    if state:
        return state.startswith(_STATES) or state == _READ_ONLY
    # Without a code nothing came from a server: the connection itself failed.
    return type(cause).__name__ in {"OperationalError", "ConnectionTimeout"} or (
        isinstance(error, InterfaceError) and "connection already closed" in str(error)
    )


def answer_when_away(request: HttpRequest) -> HttpResponse | None:
    """The answer to a request whose exception, which is being handled, says so; else None."""
    error = sys.exc_info()[1]
    if not is_away(error):
        return None
    _say(error)
    if is_for_api(request):
        sentence = _("The database is away for a moment. Try again.")
        response: HttpResponse = json_error(503, "database_away", sentence)
    else:
        # Without the request: who asks stands in the database.
        context = {"tries_again": request.method in ("GET", "HEAD"), "seconds": RETRY_AFTER}
        response = HttpResponse(get_template("503.html").render(context), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    response.is_database_away = True  # type: ignore[attr-defined]
    return response


class OnceMore:
    """Tries a read once more where the database went away under it; outside all that reads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method in ("GET", "HEAD") and hasattr(response, "is_database_away"):
            connection.close()
            response = self.get_response(request)
        return response


class NotAsFault(logging.Filter):
    """Keeps Django from telling of each such answer with a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and is_away(record.exc_info[1]))


class SaidOfTasks(logging.Filter):
    """Keeps Celery from telling with a traceback of each task that failed so: those of each second
    would fill the disk. Whatever they should have done, the tick finds."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info or not is_away(record.exc_info[1]):
            return True
        _say(record.exc_info[1])
        return False


_lock = threading.Lock()
_said_at = -float(SAID_FOR)


def _say(error: BaseException | None) -> None:
    global _said_at
    with _lock:
        now = time.monotonic()
        if now - _said_at < SAID_FOR:
            return
        _said_at = now
    logger.warning("The database is away: %s", " ".join(str(error).split()))
