"""Reading many tables as they were at one moment, without keeping any writer waiting."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

# Not by `transaction.atomic`: on SQLite it would begin as a writer and keep all others waiting, on
# PostgreSQL it takes a second statement to say what is wanted.
BEGIN = {
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    "sqlite": "BEGIN DEFERRED",
}


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything that is read inside is of one state of the database; nothing may be written.

    Inside a transaction it changes nothing: who writes holds the lock of what he reads.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
