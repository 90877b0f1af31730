"""What an event makes of what was done at its online tables.

Players, clocks and the table itself write under the lock of their match alone. The audit of it, the
penalty that stands for a flag, and all that follows from a result are written here, by a worker:
tournament first, then match. What a lost message left undone the tick finds.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games.selectors.matches import MatchRecord, match_record
from games.selectors.tables import TableWrite, table_of, written_since
from games.services.tables.writing import note_told, settle_table_now
from kernel.permissions import Actor
from tournaments.domain.lifecycle import why_not
from tournaments.models import Board, Tournament
from tournaments.selectors.stages.sides import sides_at
from tournaments.services.desk.match_edit import GIVE_PENALTY, EditedMatch, close_edit, lock_match
from tournaments.services.desk.penalties import give_for_flag
from tournaments.services.gate.changes import Change, changing


def settle_table(*, match_id: int, by: Actor, now: datetime) -> None:
    """Let the table of a match do what is due, and the event know what was done there. With
    nothing new, nothing changes. A match whose round is set aside is told when it is brought back;
    of a friendly nobody is told.
    """
    board, table = _board_of(match_id), table_of(match_id)
    if table is None:
        return
    tournament = _event_of(board) if board else None
    if tournament is None:
        note_told(match=table.match, until=table.told_at)
        return
    settle_table_now(match=match_id)
    with changing(tournament.pk, by=by, now=now) as change:
        if lock_match(match_id) is not None:
            tell_event(change, match_id)


def _board_of(match_id: int) -> Board | None:
    rounds = ("pairing__round__stage__tournament", "pairing__round__set_aside_from__tournament")
    return Board.objects.select_related(*rounds).filter(match=match_id).first()


def _event_of(board: Board) -> Tournament | None:
    """The event of a board, also where its round is set aside; None of a friendly."""
    stage = board.pairing.round.stage or board.pairing.round.set_aside_from
    return None if stage is None or stage.tournament.is_friendly else stage.tournament


def tell_event(change: Change, match_id: int) -> None:
    """The same under the locks of the event and the match: audit what the table has written since
    the event was told last, with what follows from it."""
    board, table = _board_of(match_id), table_of(match_id)
    assert board is not None
    assert table is not None
    if table.told_version == table.match.version:
        return
    if board.pairing.round.stage is None:  # set aside, maybe while this waited for the lock
        note_told(match=table.match, until=table.told_at)
        return
    written, record = written_since(table), match_record(table.match)
    before, sides = _without(record, written), list(sides_at(board.pairing_id))
    opened = EditedMatch(change, board, sides, before, None)
    for place, one in enumerate(written, 1):
        _note(opened, one, _without(record, written[place:]))
    note_told(match=table.match, until=written[-1].at if written else table.told_at)
    if written:
        close_edit(opened, had_begun=before.state != before.match.States.OPEN)


def _without(record: MatchRecord, written: Sequence[TableWrite]) -> MatchRecord:
    """The record as it was before these were written."""
    rows = [one.row for one in written]
    facts = tuple(fact for fact in record.facts if fact not in rows)
    adjustments = tuple(given for given in record.adjustments if given not in rows)
    is_begun = facts or adjustments or record.notices or not record.is_by_hands
    submission = record.submission if is_begun else None
    return replace(record, facts=facts, adjustments=adjustments, submission=submission)


def _note(opened: EditedMatch, one: TableWrite, record: MatchRecord) -> None:
    """What the audit says of one thing that the table wrote, and the penalty for a flag."""
    match one.kind, one.row:
        case "first_deal", deal:
            opened.note(
                "match.first_deal", record, first_deal=deal.pk, cards=deal.cards, dealer=deal.dealer
            )
        case "hand", fact:
            n, d = fact.hand.sequence, fact.hand.deal
            opened.note("match.hand", record, n=n, deal=d, log=fact.log_digest)
        case "flag", loss:
            opened.note("match.flag", record, adjustment=loss.pk, seat=loss.seat, cost=loss.kind)
            if not why_not(opened.change.tournament.state, GIVE_PENALTY):  # else nobody can undo it
                give_for_flag(opened, loss)
        case _, loss:
            opened.note("match.resign", record, adjustment=loss.pk, seat=loss.seat, of=loss.kind)
