"""Who is connected with a table, now or at an earlier moment."""

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import SeatConnection

LEASE = timedelta(seconds=30)
"""After so long without a word a page counts as gone: the server that held it was killed."""


def present_at(table: int, at: datetime) -> tuple[bool, bool]:
    """Whether a page of each seat was connected with the table at that instant."""
    was_open = Q(ended_at=None, seen_at__gt=at - LEASE) | Q(ended_at__gt=at)
    rows = SeatConnection.objects.filter(was_open, table=table, began_at__lte=at)
    seats = set(rows.order_by().values_list("seat", flat=True).distinct())
    return 0 in seats, 1 in seats
