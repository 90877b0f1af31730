"""Who sits at a friendly: guests, each in one seat, found by their account or by the key of their
browser."""

from collections.abc import Collection, Mapping

from django.db.models import Q, QuerySet

from games.models import Guest, GuestKey, MatchSeat
from kernel.permissions import Actor
from kernel.seats import Seat


def seats_of_guest(actor: Actor) -> QuerySet[MatchSeat]:
    """The seats at which the actor sits as a guest."""
    own = Q(pk__in=[])
    if actor.user_id is not None:
        own |= Q(guest__user=actor.user_id)
    if actor.seat_key:
        keys = GuestKey.objects.filter(digest=actor.seat_key)
        own |= Q(guest__in=keys.values("guest"))
    return MatchSeat.objects.filter(own)


def guest_seat(actor: Actor, match: int) -> Seat | None:
    """The seat in which the actor sits at a friendly, None for who has none. That of an account
    goes before one that its browser has without it."""
    own = seats_of_guest(actor).filter(match=match).order_by("-seat")
    by_account: dict[bool, Seat] = {}
    for seat, user in own.values_list("seat", "guest__user"):
        by_account[user is not None and user == actor.user_id] = seat
    return by_account.get(True, by_account.get(False))


def seats_without_account(key: str) -> QuerySet[MatchSeat]:
    """The seats that a browser has by its key alone."""
    return seats_of_guest(Actor("", seat_key=key)).filter(guest__user=None)


def guests_at(match: int) -> Mapping[Seat, Guest]:
    """The guests at a friendly, by seat."""
    return {seat: guest for (_match, seat), guest in guests_of([match]).items()}


def guests_of(matches: Collection[int]) -> Mapping[tuple[int, Seat], Guest]:
    """The guests at several friendlies, by match and seat."""
    seats = MatchSeat.objects.filter(match__in=matches).select_related("guest")
    return {(row.match_id, row.seat): row.guest for row in seats if row.guest is not None}
