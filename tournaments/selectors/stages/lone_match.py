"""A match that stands in no bracket: at a table whose seats nobody takes by name."""

from kernel.text import N_, Text
from tournaments.domain.lifecycle import MatchState, RoundState
from tournaments.models import Board
from tournaments.selectors.events.names import seat_names
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.record import MatchFact
from tournaments.selectors.stages.sides import NamedSide

TRIED = Text("trial", N_("Trying rules"))


def round_of_lone(board: Board) -> BracketRound:
    """The round of which it is the only match, its players called by their seats."""
    match = board.match
    first, second = match.games_won
    slot = Slot(
        pairing=board.pairing_id,
        match=MatchFact(match.pk, match.version, match.state, (first, second)),
        stage=1,
        round=1,
        number=1,
        name=TRIED,
        state=MatchState.READY if match.state == match.States.OPEN else match.state,
        table=None,
        table_label="",
        players=tuple(NamedSide(seat, name, None) for seat, name in enumerate(seat_names(), 1)),
        games_won=(first, second),
        winner=match.winner,
        decision="played" if match.state == match.States.FINISHED else None,
    )
    return BracketRound(1, TRIED, RoundState.RUNNING, None, None, (slot,))
