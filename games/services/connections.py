"""The pages of seats that are connected with an online table: when each came and went, and from
which network, for referees alone.

The socket server writes it. One that is killed ends nothing: what it has not seen for a while is
ended by the tick, at the instant at which it was last seen.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from games.models import SeatConnection
from games.selectors.connections import LEASE

NETWORK_KEPT_FOR = timedelta(days=30)
KEPT_FOR = timedelta(days=90)


def network_of(*, table: int, address: str) -> str:
    """A network as it is kept: a keyed hash, another one at each table, so that it says only
    whether both seats of one table came from the same."""
    key = "games.connections.network"
    return salted_hmac(key, f"{table} {address}", algorithm="sha256").hexdigest()


def begin_connection(*, table: int, seat: int, network: str, now: datetime) -> int:
    """A page of this seat is there; gives the number under which it is kept and ended."""
    times = {"began_at": now, "seen_at": now}
    row = SeatConnection.objects.create(table_id=table, seat=seat, network=network, **times)
    return row.pk


def keep_connections(*, connections: Collection[int], now: datetime) -> None:
    """These pages are still there, also where one was given up as lost; who has left, has left."""
    given_up = Q(ended_at=F("seen_at"))
    there = SeatConnection.objects.filter(Q(ended_at=None) | given_up, pk__in=connections)
    there.update(seen_at=now, ended_at=None)


def end_connection(*, connection: int, now: datetime) -> None:
    """A page has left."""
    SeatConnection.objects.filter(pk=connection).update(ended_at=now)


def end_lost_connections(*, now: datetime) -> None:
    """Pages of which nothing was seen for a while have gone with their server."""
    lost = SeatConnection.objects.filter(ended_at=None, seen_at__lte=now - LEASE)
    lost.update(ended_at=F("seen_at"))


def purge_connections(*, now: datetime) -> None:
    """Forget the networks after 30 days, and who was connected after 90."""
    old = SeatConnection.objects.filter(began_at__lt=now - NETWORK_KEPT_FOR)
    old.exclude(network="").update(network="")
    old.filter(ended_at__lt=now - KEPT_FOR).delete()


def forget_networks(*, player: int) -> None:
    """Forget the networks from which a player, who is to be forgotten, came to tables."""
    seat = F("table__match__seats__seat")
    own = SeatConnection.objects.filter(table__match__seats__player=player, seat=seat)
    SeatConnection.objects.filter(pk__in=own.values("pk")).update(network="")
