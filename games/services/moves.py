"""Where a match is played: asked for, and moved.

As in `scoresheet`: the caller holds the lock of the match and has read it under that lock.
"""

from collections.abc import Collection
from datetime import datetime

from games.models import Match, MatchMove, MoveRequest
from games.services.stored import who
from kernel.permissions import Actor
from kernel.seats import Seat


def ask_to_move(*, match: Match, seat: Seat, by: Actor, now: datetime) -> bool:
    """A seat asks that the match move to the other place, until something is written to it.
    Whether it had not asked before."""
    _asked, is_new = MoveRequest.objects.get_or_create(
        match=match, seat=seat, version=match.version, defaults=who(by, now)
    )
    return is_new


def take_back_ask(*, match: Match, seat: Seat) -> bool:
    """The seat does not ask any more. Whether it had asked."""
    asked = MoveRequest.objects.filter(match=match, seat=seat, version=match.version)
    return asked.delete()[0] > 0


def note_move(*, match: Match, to: str, reason: str, by: Actor, now: datetime) -> MatchMove:
    """The match is played there from now on."""
    number = 1 + match.moves.count()
    move = MatchMove.objects.create(
        match=match, number=number, to=to, reason=reason, **who(by, now)
    )
    match.moved_to = to
    match.version += 1
    match.save(update_fields=["moved_to", "version"])
    return move


def copy_places(matches: Collection[Match]) -> None:
    """Make the copies of where matches are anew, not yet saved."""
    moves = MatchMove.objects.filter(match__in=matches).order_by("number")
    places: dict[int, str] = dict(moves.values_list("match", "to"))
    for match in matches:
        match.moved_to = places.get(match.pk, "")
