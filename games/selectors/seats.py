"""Who sits where, at many matches at once."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.engine.gin.bots.roster import portrait_of
from games.models import MatchSeat
from games.selectors.guests import seats_of_guest
from kernel.permissions import Actor
from kernel.seats import Seat
from web.db.prepared import Prepared

Place = tuple[int, Seat]
"""A match and a seat there."""


def seats_of(actor: Actor) -> QuerySet[MatchSeat]:
    """The seats in which the actor sits, as a player or as a guest."""
    if actor.user_id is None:
        return seats_of_guest(actor)
    as_guest = Q(pk__in=seats_of_guest(actor).values("pk"))
    return MatchSeat.objects.filter(Q(player__user=actor.user_id) | as_guest)


def players_at(matches: Collection[int]) -> Mapping[Place, int]:
    """The players at these matches, by their ids; guests and computer players are none."""
    rows = MatchSeat.objects.filter(match__in=matches, player__isnull=False)
    return {(match, seat): player for match, seat, player in rows.values_list(*_COLUMNS, "player")}


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in a seat of a friendly: a guest, a player of a club, or the computer player of the
    code `bot` ("" for the others). `name` is what a guest said that they are called, the player's
    own, or what somebody calls an opponent of their own; `portrait` that of a computer player who
    has one; `has_account` whether a person has an account."""

    name: str = ""
    bot: str = ""
    portrait: str = ""
    has_account: bool = False


def sitting_at(matches: Collection[int]) -> Mapping[Place, Sitting]:
    """Who sits at these friendlies."""
    rows = MatchSeat.objects.filter(match__in=matches).select_related(*_WHO)
    return {(row.match_id, row.seat): _sitting(row) for row in rows}


def sitting_in(match: int) -> Mapping[Seat, Sitting]:
    """The same of one, by seat."""
    return {row.seat: _sitting(row) for row in _rows_of(match)}


@Prepared
def _rows_of(match: int) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match=match).select_related(*_WHO)


def _sitting(row: MatchSeat) -> Sitting:
    if row.bot is not None:
        bot = row.bot
        return Sitting(bot.name, bot.code, bot.portrait or portrait_of(bot.code))
    who = row.player or row.guest
    assert who is not None
    return Sitting(who.name, has_account=who.user_id is not None)


def accounts_at(matches: Collection[int]) -> Mapping[Place, int]:
    """The accounts that sit at these matches, by their ids."""
    rows = MatchSeat.objects.filter(match__in=matches)
    users = rows.values_list(*_COLUMNS, "player__user", "guest__user")
    return {(match, seat): one or other for match, seat, one, other in users if one or other}


_COLUMNS = ("match", "seat")
_WHO = ("player", "guest", "bot")
