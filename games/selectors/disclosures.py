"""To whom the hands of an online table were disclosed."""

from games.models import OnlineTable, TableEvent


def has_disclosed(table: OnlineTable, *, user: int | None, staff: int | None) -> bool:
    """Whether this account, or this pass for one night, had the hands of a table disclosed."""
    if user is None and staff is None:
        return False
    found = TableEvent.objects.filter(table=table, kind="disclosure", by=user, by_staff=staff)
    return found.exists()
