"""A match of a hybrid event moves to an online table, and back to its table in the room.

Officials move it at once, its players when both have asked for it. The event is locked, then the
match: no card is played and no hand written down meanwhile.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.selectors.matches import MatchRecord, match_record, next_hand
from games.selectors.moves import asked_to_move
from games.selectors.tables import is_online
from games.services import moves
from games.services.tables.moving import (
    come_to_table,
    leave_table,
    tell_request,
    tell_taken_back,
)
from games.services.tables.writing import settle_table_now
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.models import Board
from tournaments.selectors.events.access import seat_of
from tournaments.selectors.events.play import ONLINE, TABLE
from tournaments.selectors.stages.sides import sides_at
from tournaments.services.desk.match_edit import lock_match, require_playable
from tournaments.services.desk.online import open_table_of
from tournaments.services.desk.table_settling import tell_event
from tournaments.services.gate.changes import Change, changing

NOT_HYBRID = N_("In this event no match moves: all are played where the event is.")
TAKEN_BACK = N_("This match was taken back with its draw.")
IS_OVER = N_("This match is over, or its result is handed in: it does not move any more.")
BY_OTHERS = N_("Only its two players and its officials move a match.")
BY_THE_TWO = N_("Only a player who has asked takes it back.")


@dataclass(frozen=True, slots=True)
class Moved:
    """A match after somebody moved it or asked that it move. `is_there`: it is where they want it;
    else one seat has asked, and it waits for the other one."""

    record: MatchRecord
    is_there: bool


def move_online(*, board: Board, by: Actor, now: datetime, reason: str = "") -> Moved:
    """Let a match go on at an online table. Its players sit down there anew, and who was to deal
    the next hand deals it. Of a match that is there already nothing changes."""
    return _move(board, ONLINE, by, now, reason)


def move_back(*, board: Board, by: Actor, now: datetime, reason: str = "") -> Moved:
    """Let a match go on at its table in the room. A hand that is half played is dealt there again,
    by the same player. Of a match that is there already nothing changes."""
    return _move(board, TABLE, by, now, reason)


def take_back_ask(*, board: Board, by: Actor, now: datetime) -> MatchRecord:
    """A player does not ask any more that their match move. Twice is once; a match that moved in
    the meantime stays where it is."""
    tournament = board.pairing.round.stage.tournament_id
    with changing(tournament, by=by, now=now, action="enter_result") as change:
        record = _locked(change, board)
        match = record.match
        seat = seat_of(by, match)
        if seat is None:
            raise refusal("forbidden", BY_THE_TWO)
        if moves.take_back_ask(match=match, seat=seat):
            change.record("match.take_back_ask", "results", match=match.pk, seat=seat)
            if is_online(match):
                tell_taken_back(match=match.pk, seat=seat, by=by)
    return record


def _move(board: Board, to: str, by: Actor, now: datetime, reason: str) -> Moved:
    tournament = board.pairing.round.stage.tournament_id
    with changing(tournament, by=by, now=now, action="enter_result") as change:
        record = _locked(change, board)
        match = record.match
        if is_online(match) == (to == ONLINE):
            return Moved(record, is_there=True)
        _require_going_on(record)
        seat = seat_of(by, match)
        if seat is None and not by.may("table.run"):
            raise refusal("forbidden", BY_OTHERS)
        if seat is not None:
            is_new = moves.ask_to_move(match=match, seat=seat, by=by, now=now)
            if is_new:
                change.record("match.ask_to_move", "results", match=match.pk, seat=seat, to=to)
            if not all(asked_to_move(match.pk, match.version)):
                if is_new and to == TABLE:
                    tell_request(match=match.pk, seat=seat, by=by)
                return Moved(record, is_there=False)
        _do(change, record, to, reason)
    return Moved(match_record(match), is_there=True)


def _locked(change: Change, board: Board) -> MatchRecord:
    """The record of a match under its lock, its table done with what was due and its event told of
    it. Refused for a match that does not move."""
    if not change.tournament.is_hybrid:
        raise refusal("wrong_state", NOT_HYBRID)
    match = lock_match(board.match_id)
    if match is not None and is_online(match):
        settle_table_now(match=match.pk)
        tell_event(change, match.pk)
        match = lock_match(match.pk)
    sides = list(sides_at(board.pairing_id))
    if match is None or sides[0].pairing.round.stage_id is None:
        raise refusal("not_found", TAKEN_BACK)
    require_playable(match, sides)
    return match_record(match)


def _require_going_on(record: MatchRecord) -> None:
    handed_in = record.submission is not None and not record.is_by_hands
    if handed_in or record.score.finished:
        raise refusal("match_over", IS_OVER)


def _do(change: Change, record: MatchRecord, to: str, reason: str) -> None:
    """Note the move, and tell the table."""
    match = record.match
    move = moves.note_move(match=match, to=to, reason=reason, by=change.by, now=change.now)
    said: dict[str, Any] = {"move": move.pk, "to": to}
    if to == ONLINE:
        open_table_of(change.tournament, match.pk)
        come_to_table(match=match.pk, by=change.by)
    elif (cut := leave_table(match=match.pk, by=change.by)) is not None:
        n, _game, _number = next_hand(record)
        said |= {"n": n, "deal": cut.deal, "log": cut.log_digest}
    change.record("match.move", "results", match=match.pk, version=match.version, **said)
