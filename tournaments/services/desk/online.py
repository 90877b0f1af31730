"""The online tables of an event: each comes to be when somebody asks for it."""

from games.services.tables.writing import open_table as open_games_table
from kernel.permissions import Actor
from kernel.text import Refusal
from tournaments.domain import lifecycle
from tournaments.models import Board, Tournament
from tournaments.selectors.events.access import boards_visible_to
from tournaments.selectors.stages.sides import sides_at
from tournaments.services.desk.match_edit import require_playable


def open_table(*, by: Actor, match: int) -> bool:
    """Whether there is an online table for a match that this actor may see: it is there from now on
    where the event is played online and the match can be played."""
    board = boards_visible_to(by).filter(match=match).first()
    if board is None or not _is_playable(board):
        return False
    open_table_of(board.pairing.round.stage.tournament, match)
    return True


def open_table_of(event: Tournament, match: int) -> None:
    """The online table of a match is there from now on, with the settings of its event."""
    assert event.clock is not None, "it is played online"
    open_games_table(
        match=match,
        clock=event.clock,
        flag=event.flag,
        spectators=event.spectators,
        assist=event.assist,
    )


def _is_playable(board: Board) -> bool:
    event = board.pairing.round.stage.tournament
    if not event.is_online or lifecycle.why_not(event.state, "enter_result"):
        return False
    try:
        require_playable(board.match, list(sides_at(board.pairing_id)))
    except Refusal:
        return False
    return True
