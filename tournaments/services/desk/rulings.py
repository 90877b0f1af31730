"""Rulings on irregularities: recorded at a match, and taken back."""

from datetime import datetime

from games.engine.gin.irregularities.table import irregularity
from games.models import Ruling
from games.ruled_games import require_in
from games.services import rulings
from games.services.rulings import RulingEntry
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.models import Board, ClockEvent
from tournaments.selectors.desk.calls import calls_taken_by
from tournaments.services.desk.match_edit import EditedMatch, editing_match
from tournaments.services.desk.played_online import require_ruled_online
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.stages.ended_calls import end_calls
from tournaments.services.stages.rounds import note_clock


def record_ruling(
    *,
    board: Board,
    version: int,
    entry: RulingEntry,
    by: Actor,
    now: datetime,
    extra_minutes: int = 0,
    choice: str | None = None,
    confirm: str = "",
    if_unfinished: str | None = None,
) -> EditedMatch:
    """Record a ruling; what it does to the score follows at once, and the table's extra time. It is
    the last one of the record that is left. A call there to which its referee was on the way is
    answered by it; any other stands, as the ruling may be about something else. Only what there is
    in the form of the game is ruled on, and of a match at an online table what can happen there.

    Where a result stands that thereby changes hands, `choice` and `confirm` are as in a correction,
    and so is `if_unfinished` where a game does not end with it.
    """
    _require_referee(by)
    request = CorrectionRequest("ruling", entry.facts or entry.rule, choice, confirm)
    with editing_match(board, version, "correct_result", by, now, request, as_judge=True) as opened:
        require_ruled_online(opened, entry)
        if entry.rule:
            require_in(irregularity(entry.rule), opened.record.rules)
        record, ruling = rulings.rule(
            record=opened.record, entry=entry, by=by, now=now, if_unfinished=if_unfinished
        )
        opened.note("match.ruling", record, ruling=ruling.pk, rule=ruling.rule, n=ruling.n)
        end_calls(opened.change, calls_taken_by(by, board))
        if extra_minutes:
            _give_time(opened, extra_minutes)
    return opened


def take_back_ruling(
    *,
    board: Board,
    version: int,
    ruling_id: int,
    reason: str,
    by: Actor,
    now: datetime,
    choice: str | None = None,
    confirm: str = "",
    if_changed: str | None = None,
    if_unfinished: str | None = None,
) -> EditedMatch:
    """A ruling holds no more, and with it what it did to the score: its hand is what it was before.

    `if_changed` says what becomes of a hand that somebody else has changed since, the others are as
    in `record_ruling`.
    """
    _require_referee(by)
    request = CorrectionRequest("ruling", reason, choice, confirm)
    with editing_match(board, version, "correct_result", by, now, request, as_judge=True) as opened:
        held = _ruling_of(opened, ruling_id)
        record = rulings.take_back_ruling(
            record=opened.record,
            ruling=held,
            reason=reason,
            by=by,
            now=now,
            if_changed=if_changed,
            if_unfinished=if_unfinished,
        )
        opened.note("match.take_back_ruling", record, ruling=held.pk, rule=held.rule, n=held.n)
    return opened


def _require_referee(by: Actor) -> None:
    if not by.may("ruling.make"):
        raise refusal("forbidden", N_("Only a referee of this match can make a ruling."))


def _ruling_of(opened: EditedMatch, ruling_id: int) -> Ruling:
    found = next((ruling for ruling in opened.record.rulings if ruling.pk == ruling_id), None)
    if found is None:
        raise refusal("not_found", N_("This ruling does not stand any more."))
    return found


def _give_time(opened: EditedMatch, minutes: int) -> None:
    """More time for this table alone, where its round has a clock."""
    table = opened.board.pairing.table
    started = opened.round.clock_events.filter(kind=ClockEvent.Kinds.START).exists()
    if table is None or not started:
        sentence = N_("No clock runs for this table: there is no time to add to.")
        raise refusal("wrong_state", sentence, "extra_minutes")
    note_clock(opened.change, opened.round, ClockEvent.Kinds.EXTEND, table, 60 * minutes)
