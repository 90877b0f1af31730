"""What an online match tells its referees once it is over. It never leads to anything by itself."""

from games.selectors.evidence import TableEvidence, table_evidence
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board
from tournaments.selectors.events.access import own_members

_OPEN = N_("What a match tells is shown when its result stands.")
_PLAYS = N_("Whoever plays in the event is not shown what its matches tell.")
_NO_TABLE = N_("This match is not played at an online table.")


def evidence_of(board: Board, actor: Actor) -> TableEvidence:
    """What is told of a match, to its staff: refused as long as its result does not stand, and to
    whoever plays in the event."""
    if own_members(actor, board.pairing.round.stage.tournament).exists():
        raise refusal("plays_in_event", _PLAYS)
    table = getattr(board.match, "table", None)
    if table is None:
        raise refusal("not_found", _NO_TABLE)
    if board.match.state != MatchState.FINISHED:
        raise refusal("match_open", _OPEN)
    return table_evidence(table)
