"""Which programs may write to the database.

The database keeps one number: the lowest `SCHEMA_LEVEL` that a program must have. `migrate` raises
it to that of its program. A program with a lower one does not know how the tables have changed, and
refuses the database with its first connection; so does any program where the text is not UTF-8.
"""

import logging
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery.signals import worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

BOOT_ERROR = 3
"""The exit status at which gunicorn stops, in place of starting the same program again."""

TABLE = "players_schemalevel"
TOO_OLD = (
    "This program is older than its database (level {own}, needed is {needed}). Start the newer "
    "program, or restore the backup from before the upgrade with this one."
)
NOT_UTF8 = (
    "The database stores text as {encoding}. Undercut needs UTF-8: make a new database with "
    "ENCODING 'UTF8', and restore a backup into it."
)
_ENCODING = {"postgresql": "SHOW server_encoding", "sqlite": "PRAGMA encoding"}


class Guard:
    """Looks at the first connection of a process; those that follow are to the same database."""

    def __init__(self) -> None:
        self.has_looked = False

    def __call__(self, connection: BaseDatabaseWrapper, **_signal: Any) -> None:
        """Raises ImproperlyConfigured where this program may not write."""
        if self.has_looked:
            return
        if refusal := refusal_of(connection):
            connection.close()
            raise ImproperlyConfigured(refusal)
        self.has_looked = True


guard = Guard()


def refusal_of(connection: BaseDatabaseWrapper) -> str:
    """Why this program may not write to the database, and what to do; "" where it may."""
    with connection.cursor() as cursor:
        cursor.execute(_ENCODING[connection.vendor])
        encoding = cursor.fetchone()[0]
        if encoding.upper().replace("-", "") != "UTF8":
            return NOT_UTF8.format(encoding=encoding)
        if TABLE not in connection.introspection.table_names(cursor):
            return ""
        cursor.execute(f"SELECT max(level) FROM {TABLE}")  # noqa: S608 - a name of ours
        needed = cursor.fetchone()[0] or 0
    own = settings.SCHEMA_LEVEL
    return TOO_OLD.format(own=own, needed=needed) if needed > own else ""


def require(**_signal: object) -> None:
    """Ends a server or worker that may not write with the sentence; called as it starts."""
    # In a thread of its own: a server may import its application inside an event loop.
    with ThreadPoolExecutor(1) as thread:
        if refusal := thread.submit(_refusal_at_start).result():
            print(f"undercut: {refusal}", file=sys.stderr)
            raise SystemExit(BOOT_ERROR)


def _refusal_at_start() -> str:
    try:
        connection.ensure_connection()
    except ImproperlyConfigured as error:
        return str(error)
    except OperationalError as error:
        logger.warning("The database is away at the start, and is looked at later: %s", error)
    finally:
        connection.close()
    return ""


worker_init.connect(require)
