"""What staff do at the online table of a match: the event is locked, then the match, and what was
done is audited at once with its reason."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from games.selectors.table_now import TableNow
from games.services.tables import staff
from games.services.tables.staff import StaffWrite
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, refusal
from tournaments.models import Board
from tournaments.selectors.desk.tables import plays_in_event
from tournaments.selectors.events.access import seat_of
from tournaments.services.gate.changes import Change, changing

PLAYS_HERE = N_("You play in this match yourself: another official must do this.")
PLAYS_IN_EVENT = N_(
    "You play in this event yourself, so its hidden cards are not shown to you. Ask an official "
    "who does not play."
)


def pause_table(*, board: Board, reason: str, by: Actor, now: datetime) -> TableNow:
    """Stop play and its clocks."""
    with _at_the_table(board, by, now) as change:
        done = staff.pause(match=board.match_id, reason=reason, by=by)
        _note(change, "table.pause", board, done)
    return done.now


def resume_table(*, board: Board, reason: str, by: Actor, now: datetime) -> TableNow:
    """Play goes on."""
    with _at_the_table(board, by, now) as change:
        done = staff.resume(match=board.match_id, reason=reason, by=by)
        _note(change, "table.resume", board, done)
    return done.now


def give_table_time(
    *, board: Board, seat: Seat, seconds: int, reason: str, by: Actor, now: datetime
) -> TableNow:
    """More time for a seat."""
    with _at_the_table(board, by, now) as change:
        done = staff.give_time(
            match=board.match_id, seat=seat, seconds=seconds, reason=reason, by=by
        )
        _note(change, "table.time", board, done, seat=seat, seconds=seconds)
    return done.now


def adjourn_table(
    *, board: Board, until: datetime, reason: str, by: Actor, now: datetime
) -> TableNow:
    """Stop play until an hour."""
    with _at_the_table(board, by, now) as change:
        done = staff.adjourn(match=board.match_id, until=until, reason=reason, by=by)
        hour = until.isoformat()
        _note(change, "table.adjourn", board, done, until=hour)
    return done.now


def adjudicate_table(
    *,
    board: Board,
    winner: Seat | None,
    points: int,
    reason: str,
    by: Actor,
    now: datetime,
    players: Sequence[Seat] = (),
) -> TableNow:
    """End the hand that is played: void, or with points for a seat; of several that of these
    `players`, or of the winner."""
    with _at_the_table(board, by, now) as change:
        done = staff.adjudicate(
            match=board.match_id,
            winner=winner,
            points=points,
            reason=reason,
            by=by,
            players=players,
        )
        said = {"void": True} if winner is None else {"winner": winner, "points": points}
        _note(change, "table.adjudicate", board, done, **said)
    return done.now


def disclose_table(*, board: Board, reason: str, by: Actor, now: datetime) -> TableNow:
    """Show both hands, from now on, to whoever asks: nobody who plays in the event."""
    with _at_the_table(board, by, now, action="") as change:
        if plays_in_event(by, board):
            raise refusal("forbidden", PLAYS_IN_EVENT)
        done = staff.disclose(match=board.match_id, reason=reason, by=by)
        _note(change, "table.disclose", board, done)
    return done.now


@contextmanager
def _at_the_table(
    board: Board, by: Actor, now: datetime, action: str = "enter_result"
) -> Iterator[Change]:
    """Lock the event; refused for who plays in the match, and where the state of the event does not
    allow this action of the lifecycle."""
    tournament = board.pairing.round.stage.tournament_id
    with changing(tournament, by=by, now=now, action=action) as change:
        if seat_of(by, board.match) is not None:
            raise refusal("forbidden", PLAYS_HERE)
        yield change


def _note(change: Change, action: str, board: Board, done: StaffWrite, **said: object) -> None:
    """The audit names the event of the table: there stands the reason."""
    change.record(
        action, "results", public=False, match=board.match_id, table_event=done.event, **said
    )
