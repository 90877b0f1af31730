"""What a penalty does: to the score of a match, and to who is still in the event."""

from django.db.models import Exists, OuterRef

from games.models import Match
from games.selectors import MatchRecord
from games.services.adjustments import adjust, end_adjustment
from players.text import N_, Refusal, Text
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.penalties import Infraction, Step, changes_score, takes_out
from tournaments.models import Board, Entry, Pairing, PairingSide, Penalty
from tournaments.selectors.sides import has_left
from tournaments.selectors.stages import stage_facts, why_not_corrected
from tournaments.services.carrying import KINDS, takes_effect_in
from tournaments.services.writing import OpenedMatch


def hit(opened: OpenedMatch, record: MatchRecord, penalty: Penalty) -> MatchRecord:
    """The record of the match with what the penalty does to it; the same one where it does nothing,
    or is carried to the next match."""
    step = Step(penalty.step)
    if not changes_score(step) or not _can_be_hit(opened, record, step):
        return record
    seat = next(side.seat for side in opened.sides if side.entry_id == penalty.entry_id)
    record, penalty.adjustment = adjust(
        record=record,
        kind=KINDS[step],
        seat=seat,
        by=opened.change.by,
        now=opened.change.now,
        reference=f"penalty:{penalty.pk}",
    )
    penalty.save(update_fields=["adjustment"])
    return record


def lift(opened: OpenedMatch, record: MatchRecord, penalty: Penalty, reason: str) -> MatchRecord:
    """The penalty holds no more: the record without what it did. Refused where somebody who was
    put through by it plays on already."""
    Penalty.objects.filter(pk=penalty.pk).update(superseded_at=opened.change.now, end_reason=reason)
    if penalty.out_from is not None:
        _require_nothing_later(penalty)
    adjustment = penalty.adjustment
    if adjustment is None or adjustment.superseded_at is not None:
        return record
    if adjustment not in record.adjustments:
        sentence = N_("It took effect in another match meanwhile. Look at it and decide.")
        raise Refusal(Text("stale", sentence))
    return end_adjustment(record=record, adjustment=adjustment, now=opened.change.now)


def first_round_out(
    opened: OpenedMatch, offender: Entry, infraction: Infraction, occurrence: int, step: Step
) -> int | None:
    """The first round that he no longer plays: this match's while it is open, else that of his
    next one; where he has none left, this match's. None where he stays in."""
    if not takes_out(infraction, occurrence, step):
        return None
    if opened.record.state != Match.States.FINISHED:
        return opened.round.number
    facts = stage_facts(opened.round.stage)
    return facts.format.leaves_from(facts.table, offender.pk) or opened.round.number


def moves_bracket(penalty: Penalty) -> bool:
    """Whether somebody is out or a match lost by it, or it waits for the next match."""
    lost = penalty.step == Step.MATCH_LOSS
    waits = changes_score(Step(penalty.step)) and penalty.adjustment_id is None
    return lost or waits or penalty.out_from is not None


def _can_be_hit(opened: OpenedMatch, record: MatchRecord, step: Step) -> bool:
    is_ready = opened.round.state != RoundState.DRAFT and all(one.entry for one in opened.sides)
    is_decided = any(has_left(side) for side in opened.sides)
    return is_ready and not is_decided and takes_effect_in(record, step)


def _require_nothing_later(penalty: Penalty) -> None:
    pairing = _left_without_play(penalty)
    later = why_not_corrected(pairing) if pairing else None
    if later is not None:
        raise Refusal(later)


def _left_without_play(penalty: Penalty) -> Pairing | None:
    """The pairing that his opponent was given by it."""
    boards = Board.objects.filter(pairing=OuterRef("pairing"))
    is_open = Exists(boards.exclude(match__state=Match.States.FINISHED)) | ~Exists(boards)
    sides = PairingSide.objects.filter(
        is_open,
        entry=penalty.entry_id,
        pairing__round__number=penalty.out_from,
        pairing__round__stage__isnull=False,  # else it is set aside
    )
    side = sides.select_related("pairing__round__stage").first()
    return side.pairing if side else None
