"""Guests take the seats of a friendly, and leave them. The caller has the match locked, and says at
the table what it has to know."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from games.models import (
    Bot,
    Guest,
    GuestKey,
    MatchSeat,
    Mute,
    OnlineTable,
    PhraseSaid,
    SeatConnection,
    TableEvent,
)
from games.selectors.guests import guests_at, own_seats
from kernel.permissions import Actor
from kernel.seats import Seat

MOST_KEYS = 10
"""So many browsers have the seat of a guest at once."""


def seat_guest(*, match: int, seat: Seat, name: str, user_id: int | None, at: datetime) -> None:
    """A guest has this seat from now on."""
    guest = Guest.objects.create(name=name, user_id=user_id, at=at)
    MatchSeat.objects.create(match_id=match, seat=seat, guest=guest)


def add_key(*, match: int, seat: Seat, digest: str) -> None:
    """Whoever has the secret with this digest opens the seat of the guest, too. Only so many have
    it: of more the oldest end, but for the first, which is that of one's own link."""
    guest = guests_at(match)[seat]
    GuestKey.objects.get_or_create(guest=guest, digest=digest)
    _first, *others = guest.keys.order_by("pk").values_list("pk", flat=True)
    GuestKey.objects.filter(pk__in=others[:-MOST_KEYS]).delete()


def seat_same_guests(*, match: int, as_at: int, at: datetime) -> None:
    """Who sits at one friendly sits at another, and has the seat there by the same keys, that of
    one's own link first."""
    for seat, old in sorted(guests_at(as_at).items()):
        seat_guest(match=match, seat=seat, name=old.name, user_id=old.user_id, at=at)
        for digest in old.keys.order_by("pk").values_list("digest", flat=True):
            add_key(match=match, seat=seat, digest=digest)


def unseat_guest(*, table: OnlineTable, seat: Seat) -> bool:
    """Nobody has this seat any more, and what only concerned them is gone; false where nobody had
    it."""
    guests = list(Guest.objects.filter(seat__match=table.match_id, seat__seat=seat))
    for guest in guests:
        guest.seat.delete()
        guest.delete()
        TableEvent.objects.filter(table=table, seat=seat).update(key=None)
        for rows in (SeatConnection, PhraseSaid):
            rows.objects.filter(table=table, seat=seat).delete()
        Mute.objects.filter(table=table).delete()
    return bool(guests)


def take_name(*, match: int, seat: Seat) -> bool:
    """The guest in this seat has no name any more; false where they had none."""
    named = Guest.objects.filter(seat__match=match, seat__seat=seat).exclude(name="")
    return bool(named.update(name=""))


def delete_guests(*, matches: Collection[int]) -> None:
    """Delete the guests of matches that are to be deleted, with their seats."""
    guests = list(Guest.objects.filter(seat__match__in=matches).values_list("pk", flat=True))
    MatchSeat.objects.filter(guest__in=guests).delete()
    Guest.objects.filter(pk__in=guests).delete()


def take_along(*, match: int, key: str, user_id: int) -> None:
    """The seat that a browser has at a friendly by its key is an account's from now on, and that
    browser has it by the account alone; one's own link and other browsers open it still. Nothing
    changes where the browser has none there, or the account sits there itself."""
    own = own_seats(Actor("", user_id=user_id, seat_key=key), match=match).get(match)
    if own is None or own.guest is None:
        return
    with transaction.atomic():
        is_taken = Guest.objects.filter(pk=own.guest.pk, user=None).update(user=user_id)
        if is_taken:
            GuestKey.objects.filter(guest=own.guest, digest=key).delete()


def forget_guest(*, user_id: int) -> None:
    """The account goes: where it sat as a guest, nobody has a name, nor has its own opponent."""
    bots = Bot.objects.filter(seat__match__seats__guest__user=user_id, manner__isnull=False)
    bots.update(name="")
    Guest.objects.filter(user=user_id).update(name="")
