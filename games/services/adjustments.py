"""What penalties of the event do to the score of a match (rulebook 5.1).

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
"""

from dataclasses import replace
from datetime import datetime

from games.cut_offs import CutOff, is_flag
from games.models import Adjustment
from games.selectors.matches import MatchRecord, next_hand, proposed_players
from games.services import scoresheet
from games.services.stored import store, who
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, Text

AdjustmentKinds = Adjustment.Kinds

#: What a lost hand brings the opponent, and what a penalty in points (rulebook 5.1).
HAND_LOSS_POINTS, HAND_LOSS_BOXES = 25, 1
POINT_PENALTY = 25


def adjust(
    *,
    record: MatchRecord,
    kind: str,
    seat: Seat,
    by: Actor,
    now: datetime,
    n: int | None = None,
    points: int = POINT_PENALTY,
    reference: str = "",
) -> tuple[MatchRecord, Adjustment]:
    """Let a penalty hit `seat` now: in the running game, on hand `n` or the one that is being
    played, or the whole match.

    Refused (`match_over`) where the match is over, and (`not_by_hands`) where it was handed in as a
    result, but for the loss of the match.
    """
    if record.score.finished and kind != AdjustmentKinds.MATCH_LOSS:
        raise Refusal(Text("match_over", N_("This match is over: the penalty waits for the next.")))
    record = _opened_for(record, kind, by, now)
    _sequence, game, _number = next_hand(record)
    if kind == AdjustmentKinds.HAND_LOSS and n is None:
        cut_off = CutOff.FLAG if is_flag(reference) else CutOff.PENALTY
        record = scoresheet.with_hand(
            record=record,
            entry=_void_of(record, seat),
            by=by,
            now=now,
            cut_off=cut_off,
            seat=seat,
        )
        n = len(record.facts)
    hand_loss = kind == AdjustmentKinds.HAND_LOSS
    in_game = kind in (AdjustmentKinds.POINTS, AdjustmentKinds.GAME_LOSS)
    adjustment = Adjustment.objects.create(
        match=record.match,
        kind=kind,
        seat=seat,
        n=n if hand_loss else None,
        game=game if in_game else None,
        after=len(record.facts),
        points=HAND_LOSS_POINTS if hand_loss else points if kind == AdjustmentKinds.POINTS else 0,
        boxes=HAND_LOSS_BOXES if hand_loss else 0,
        reference=reference,
        **who(by, now),
    )
    record.match.is_ruled_on = True
    left = replace(record, adjustments=(*record.adjustments, adjustment))
    return store(left), adjustment


def end_adjustment(*, record: MatchRecord, adjustment: Adjustment, now: datetime) -> MatchRecord:
    """What a penalty did to the score is undone.

    The void hand that was written down with a lost hand goes with it: that hand is played on. With
    later hands behind it, or at an online table, it stays void, and brings nobody anything.
    """
    Adjustment.objects.filter(pk=adjustment.pk).update(superseded_at=now)
    rest = tuple(other for other in record.adjustments if other != adjustment)
    after = replace(record, adjustments=rest)
    if _ends_with_its_hand(record, adjustment):
        after = scoresheet.without_last_hand(record=after, now=now)
    return store(scoresheet.unopened(after, now))


def _ends_with_its_hand(record: MatchRecord, adjustment: Adjustment) -> bool:
    """Whether the last hand is the one that this penalty wrote down, and nobody said it anew."""
    if adjustment.kind != AdjustmentKinds.HAND_LOSS or not record.facts:
        return False
    last = record.facts[-1]
    is_its_hand = last.hand.sequence == adjustment.n and last.kind == "void"
    return is_its_hand and last.at == adjustment.at


def _void_of(record: MatchRecord, seat: Seat) -> scoresheet.HandEntry:
    """The void hand that a seat loses. One that sits out comes in for it."""
    due = proposed_players(record)
    if not due or record.game_rules.place_of(seat, due) is not None:
        return scoresheet.VOID
    return replace(scoresheet.VOID, players=(seat, due[0]))


def _opened_for(record: MatchRecord, kind: str, by: Actor, now: datetime) -> MatchRecord:
    """The record with a submission on which this can stand."""
    if record.submission is None or record.is_by_hands:
        return scoresheet.opened(record, by, now)
    if kind != AdjustmentKinds.MATCH_LOSS:
        raise Refusal(Text("not_by_hands", scoresheet.NOT_BY_HANDS))
    return record
