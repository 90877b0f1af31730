"""Reading many tables as they were at one moment, without keeping any writer waiting."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from psycopg.pq import TransactionStatus

# Not by `transaction.atomic`: on SQLite it would begin as a writer and keep all others waiting, on
# PostgreSQL it takes a second statement to say what is wanted.
BEGIN = {
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "sqlite": "BEGIN DEFERRED",
}


@contextmanager
def consistent_read() -> Iterator[None]:
    """Everything that is read inside is of one state of the database; nothing may be written.

    Inside a transaction it changes nothing: who writes holds the lock of what they read. So it may
    stand inside another one. Behind a pooler of connections all of it goes to the same server.
    """
    if connection.in_atomic_block or _is_open():
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _is_open() -> bool:
    """Whether the connection is inside a moment already; Django knows of its own transactions."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return bool(connection.connection.in_transaction)
    return bool(connection.connection.info.transaction_status != TransactionStatus.IDLE)
