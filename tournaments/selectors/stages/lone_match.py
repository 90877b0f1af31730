"""A match that stands in no bracket: at a table whose seats nobody takes by name."""

from django.utils.translation import gettext

from kernel.seats import SIDES
from kernel.text import N_, Text
from tournaments.domain.lifecycle import MatchState, RoundState
from tournaments.models import Board
from tournaments.selectors.events.names import guest_names, seat_names
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.record import MatchFact
from tournaments.selectors.stages.sides import NamedSide

TRIED = Text("trial", N_("Trying rules"))
FRIENDLY = Text("friendly", N_("Friendly"))
BESIDE = Text("beside_bye", N_("Beside a bye"))


def round_of_lone(board: Board) -> BracketRound:
    """The round of which it is the only match: of a trial its players are called by their seats."""
    tournament = board.pairing.round.stage.tournament
    if tournament.is_trial:
        name, names = TRIED, list(seat_names())
    else:
        guests = guest_names(board.match_id)
        name = BESIDE if tournament.is_beside_bye else FRIENDLY
        seats = range(max(SIDES, len(guests)))
        names = [guests.get(seat, gettext("Open seat")) for seat in seats]
    match = board.match
    games_won = tuple(match.games_won)
    slot = Slot(
        pairing=board.pairing_id,
        match=MatchFact(match.pk, match.version, match.state, games_won),
        stage=1,
        round=1,
        number=1,
        name=name,
        state=MatchState.READY if match.state == match.States.OPEN else match.state,
        table=None,
        table_label="",
        players=tuple(NamedSide(seat, called, None) for seat, called in enumerate(names, 1)),
        games_won=games_won,
        winner=match.winner,
        has_partners=len(names) > len(games_won),
        decision="played" if match.state == match.States.FINISHED else None,
    )
    return BracketRound(1, name, RoundState.RUNNING, None, None, (slot,))
