"""What a penalty does: to the score of a match, and to who is still in the event."""

from django.db.models import Exists, OuterRef

from games.models import Match
from games.selectors.matches import MatchRecord
from games.services.adjustments import end_adjustment
from kernel.text import N_, Refusal, refusal
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.penalties.infractions import Infraction, takes_out
from tournaments.domain.penalties.ladder import PenaltyStep, changes_score
from tournaments.models import Board, Entry, Pairing, PairingSide, Penalty
from tournaments.selectors.desk.dependents import why_not_corrected
from tournaments.selectors.stages.drawings import drawings_after
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.sides import has_left
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.result_change import PreviousResult, decided_result
from tournaments.services.stages.pending_penalties import take_effect, takes_effect_in

Stands = tuple[Board, PreviousResult]
"""A match that was decided without play, and what stood of it."""


def hit(opened: EditedMatch, record: MatchRecord, penalty: Penalty) -> MatchRecord:
    """The record of the match with what the penalty does to it; the same one where it does nothing,
    or is carried to the next match."""
    step = PenaltyStep(penalty.step)
    if not changes_score(step) or not _can_be_hit(opened, record, step):
        return record
    return take_effect(opened.change, penalty, record, opened.seat_of(penalty.entry))


def lift(opened: EditedMatch, record: MatchRecord, penalty: Penalty, reason: str) -> MatchRecord:
    """The penalty holds no more: the record without what it did. Refused where somebody who was
    put through by it plays on already."""
    Penalty.objects.filter(pk=penalty.pk).update(superseded_at=opened.change.now, end_reason=reason)
    pairing = _left_without_play(penalty)
    if pairing and (later := why_not_corrected(pairing)):
        raise Refusal(later)
    adjustment = penalty.adjustment
    if adjustment is None or adjustment.superseded_at is not None:
        return record
    if adjustment not in record.adjustments:
        sentence = N_("It took effect in another match meanwhile. Look at it and decide.")
        raise refusal("stale", sentence)
    return end_adjustment(record=record, adjustment=adjustment, now=opened.change.now)


def first_round_out(
    opened: EditedMatch, offender: Entry, infraction: Infraction, occurrence: int, step: PenaltyStep
) -> int | None:
    """The first round that the offender no longer plays: this match's while it is open, else that
    of their next one; where they have none left, this match's. None where they stay in."""
    if not takes_out(infraction, occurrence, step):
        return None
    if opened.record.state != Match.States.FINISHED:
        return opened.round.number
    facts = stage_record(opened.round.stage)
    return facts.format.leaves_from(facts.table, offender.pk) or opened.round.number


def moves_bracket(penalty: Penalty) -> bool:
    """Whether somebody is out or a match lost by it, or it waits for the next match."""
    lost = penalty.step == PenaltyStep.MATCH_LOSS
    waits = changes_score(PenaltyStep(penalty.step)) and penalty.adjustment_id is None
    return lost or waits or penalty.out_from is not None


def _can_be_hit(opened: EditedMatch, record: MatchRecord, step: PenaltyStep) -> bool:
    is_ready = opened.round.state != RoundState.DRAFT and all(side.entry for side in opened.sides)
    is_decided = any(has_left(side) for side in opened.sides)
    return is_ready and not is_decided and takes_effect_in(record, step)


def through_without_play(opened: EditedMatch, penalty: Penalty) -> Stands | None:
    """The match that went to the opponent because of a penalty, and what stood of it, where
    something is drawn from the stage in which it is. To be asked before the penalty is lifted."""
    pairing = _left_without_play(penalty)
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament")
    board = boards.filter(pairing=pairing).order_by("number").first() if pairing else None
    if board is None or not drawings_after(board.pairing.round):
        return None
    key = board.pairing.round.number, board.pairing.number
    facts = stage_record(board.pairing.round.stage)
    winner = next(match.winner_seat for match in facts.resolved() if match.plan.key == key)
    return board, decided_result(board, board.match, winner)


def _left_without_play(penalty: Penalty) -> Pairing | None:
    """The pairing that the opponent was given by it, in the stage in which it was given; None where
    nobody is out by it."""
    if penalty.out_from is None:
        return None
    boards = Board.objects.filter(pairing=OuterRef("pairing"))
    is_open = Exists(boards.exclude(match__state=Match.States.FINISHED)) | ~Exists(boards)
    sides = PairingSide.objects.filter(
        is_open,
        entry=penalty.entry_id,
        pairing__round__number=penalty.out_from,
        pairing__round__stage__rounds__pairings__boards=penalty.board_id,
    )
    side = sides.select_related("pairing__round__stage").first()
    return side.pairing if side else None
