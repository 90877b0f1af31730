"""The online table at which somebody can play now: found without reading their event."""

from dataclasses import dataclass
from datetime import datetime

from kernel.permissions import Actor
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Board, Tournament
from tournaments.selectors.desk.arranging import Arrangement, arrangement_at
from tournaments.selectors.desk.missing import is_called
from tournaments.selectors.events.play import ONLINE
from tournaments.selectors.stages.sides import has_left, sides_at

_OPEN = ("open", "running")
_PLAYED = (RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True, slots=True)
class OwnOnlineTable:
    """The table of an own match: whether the match `has_begun`, whether its player is called there
    (`is_called`), and when it is played in an event by windows (`stands`)."""

    match: int
    has_begun: bool
    is_called: bool
    stands: Arrangement | None


def own_online_table(actor: Actor, tournament: Tournament, now: datetime) -> OwnOnlineTable | None:
    """The first match of the actor's own in this event that runs, or can begin, at an online table;
    None where there is none, or the event is played in a room."""
    is_on = tournament.has_online_tables and tournament.state == TournamentState.RUNNING
    if not is_on or actor.user_id is None:
        return None
    own = (
        Board.objects.filter(
            pairing__round__stage__tournament=tournament,
            pairing__round__state__in=_PLAYED,
            match__state__in=_OPEN,
            match__seats__player__user=actor.user_id,
        )
        .exclude(pairing__sides__entry__isnull=True)
        .order_by("pairing__round__number", "pk")
    )
    if tournament.is_hybrid:
        own = own.filter(match__moved_to=ONLINE)
    rows = own.values_list("match", "match__state", "match__seats__seat", "pairing")
    for match, state, seat, pairing in rows:
        if not any(has_left(side) for side in sides_at(pairing)):
            has_time = state == "open" and tournament.window_days is not None
            stands = arrangement_at(match, now) if has_time else None
            called = is_called(match, seat, now)
            return OwnOnlineTable(match, state == "running", called, stands)
    return None
