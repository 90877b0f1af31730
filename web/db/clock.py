"""The one clock: the time of the database, so that every process agrees."""

from datetime import UTC, datetime

from django.db import connection

_NOW = {
    "postgresql": "clock_timestamp()",
    "sqlite": "strftime('%%Y-%%m-%%dT%%H:%%M:%%f+00:00', 'now')",
}


def now() -> datetime:
    """The present instant in UTC, as the database sees it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {now_sql()}", ())
        (value,) = cursor.fetchone()
    return instant_from(value)


def now_sql() -> str:
    """The same as a column of a statement with parameters; `instant_from` reads its value."""
    return _NOW[connection.vendor]


def instant_from(value: datetime | str) -> datetime:
    """What such a column gave, or one in which an instant is stored, in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    read = datetime.fromisoformat(value)
    return read if read.tzinfo else read.replace(tzinfo=UTC)  # SQLite stores them without
