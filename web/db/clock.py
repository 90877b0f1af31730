"""The one clock: the time of the database, so that every process agrees."""

from datetime import UTC, datetime

from django.db import connection

_QUERIES = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')",
}


def now() -> datetime:
    """The present instant in UTC, as the database sees it."""
    with connection.cursor() as cursor:
        cursor.execute(_QUERIES[connection.vendor])
        (value,) = cursor.fetchone()
    return value.astimezone(UTC) if isinstance(value, datetime) else datetime.fromisoformat(value)
