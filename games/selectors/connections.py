"""Who is connected with a table, now or at an earlier moment."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from games.models import SeatConnection, TableEvent
from kernel.permissions import ONLINE
from kernel.seats import Seat
from web.db.prepared import Prepared

LEASE = timedelta(seconds=30)
"""After so long without a word a page counts as gone: the server that held it was killed."""


def present_at(table: int, at: datetime, seats: int = 2) -> tuple[bool, ...]:
    """Whether a page of each seat was connected with the table at that instant."""
    there = {seat for (seat,) in _seats_at(table, at, at - LEASE)}
    return tuple(seat in there for seat in range(seats))


def has_left(table: int, seat: int, at: datetime) -> bool:
    """Whether no page of the seat was connected with the table at that instant any more. Of who
    plays by the API alone, without a socket, nobody knows; they have not left."""
    if present_at(table, at, seat + 1)[seat]:
        return False
    return SeatConnection.objects.filter(table=table, seat=seat, began_at__lte=at).exists()


def has_come_since(match: int, seat: int, at: datetime) -> bool:
    """Whether a page of this seat of a match has been connected with its table after an instant, or
    the seat has done anything there."""
    seats = {"table__match": match, "seat": seat}
    came = SeatConnection.objects.filter(began_at__gt=at, **seats)
    did = TableEvent.objects.filter(at__gt=at, **seats).exclude(via=ONLINE.via)
    did = did.exclude(kind="time")  # given to the seat by an official
    return came.exists() or did.exists()


def open_connections(table: int) -> QuerySet[SeatConnection]:
    """The pages that are connected with the table now."""
    return SeatConnection.objects.filter(table=table, ended_at=None, seen_at__gt=Now() - LEASE)


def connected_with(table: int) -> frozenset[Seat]:
    """The seats of a table of which a page is connected now."""
    return frozenset(seat for (seat,) in _connected(table))


@Prepared
def _connected(table: int) -> QuerySet[SeatConnection, tuple[Seat]]:
    return open_connections(table).order_by().values_list("seat").distinct()


def connected_at(tables: Collection[int]) -> frozenset[tuple[int, int]]:
    """The seats of these tables of which a page is connected now: the table's key and the seat."""
    left = Now() - LEASE
    rows = SeatConnection.objects.filter(table__in=tables, ended_at=None, seen_at__gt=left)
    return frozenset(rows.order_by().values_list("table", "seat").distinct())


@Prepared
def _seats_at(table: int, at: datetime, leased: datetime) -> QuerySet[SeatConnection, tuple[int]]:
    was_open = Q(ended_at=None, seen_at__gt=leased) | Q(ended_at__gt=at)
    rows = SeatConnection.objects.filter(was_open, table=table, began_at__lte=at)
    return rows.order_by().values_list("seat").distinct()
