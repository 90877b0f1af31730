"""Who sits at a friendly: guests, each in one seat, found by their account or by the key of their
browser."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import Q, QuerySet

from games.models import Guest, GuestKey, MatchSeat
from kernel.permissions import Actor
from kernel.seats import Seat
from web.db.prepared import Prepared


def seats_of_guest(actor: Actor) -> QuerySet[MatchSeat]:
    """The seats at which the actor sits as a guest."""
    own = Q(pk__in=[])
    if actor.user_id is not None:
        own |= Q(guest__user=actor.user_id)
    if actor.seat_key:
        keys = GuestKey.objects.filter(digest=actor.seat_key)
        own |= Q(guest__in=keys.values("guest"))
    return MatchSeat.objects.filter(own)


def own_seats(actor: Actor, **of: object) -> Mapping[int, MatchSeat]:
    """The seat in which the actor sits at each friendly (`of` says at which), by match, with its
    guest. That of an account goes before one that its browser has without it."""
    return _by_match(actor, _with_guests(actor, **of))


def _with_guests(actor: Actor, **of: object) -> QuerySet[MatchSeat]:
    return seats_of_guest(actor).filter(**of).select_related("guest").order_by("-seat")


def _by_match(actor: Actor, rows: Iterable[MatchSeat]) -> Mapping[int, MatchSeat]:
    by_key: dict[int, MatchSeat] = {}
    by_account: dict[int, MatchSeat] = {}
    for row in rows:
        is_accounts = actor.user_id is not None and row.user_id == actor.user_id
        (by_account if is_accounts else by_key)[row.match_id] = row
    return by_key | by_account


def guest_seat(actor: Actor, match: int) -> Seat | None:
    """The seat in which the actor sits at a friendly, None for who has none."""
    rows = _own_seats_at(actor.user_id, actor.seat_key or None, match)
    own = _by_match(actor, rows).get(match)
    return None if own is None else own.seat


@Prepared
def _own_seats_at(user: int | None, key: str | None, match: int) -> QuerySet[MatchSeat]:
    return _with_guests(Actor("", user_id=user, seat_key=key or ""), match=match)


def guests_at(match: int) -> Mapping[Seat, Guest]:
    """The guests at a friendly, by seat."""
    return {seat: guest for (_match, seat), guest in guests_of([match]).items()}


def guests_of(matches: Collection[int]) -> Mapping[tuple[int, Seat], Guest]:
    """The guests at several friendlies, by match and seat."""
    seats = MatchSeat.objects.filter(match__in=matches).select_related("guest")
    return {(row.match_id, row.seat): row.guest for row in seats if row.guest is not None}
