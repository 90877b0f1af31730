"""What held of a hand before a ruling wrote it down: found from its facts alone (rulebook 5).

A fact of a hand counts as long as the ruling with which it was written stands. So nothing is kept
for taking a ruling back: the last of the other facts holds again, in whatever order rulings and
corrections of one hand are taken back.

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from games.models import GameDecision, HandFact, Ruling
from games.selectors.matches import MatchRecord, hand_of, written_hand
from games.services.scoresheet import void_hand, without_last_hand
from games.services.stored import copied, who
from games.services.unfinished import Correction
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text


class IfChanged(StrEnum):
    """What becomes of a hand that somebody else has said anew since the ruling."""

    KEEP = "keep"  # it stays as it was said last
    RESTORE = "restore"  # it is what it was before the ruling


CHANGED = N_(
    "Hand %(n)d was changed by somebody else since this ruling. Choose: it stays as it is now, or "
    "it is what it was before the ruling."
)


def without_its_hand(
    *,
    record: MatchRecord,
    ruling: Ruling,
    if_changed: str | None,
    correction: Correction,
) -> MatchRecord:
    """The record without what a ruling wrote down, which holds no more, or what could not be
    written down without it."""
    fact = record.fact_of(hand_of(record, ruling))
    if fact is None:
        return record
    newest = _superseded_with(record, ruling, fact, if_changed, correction.by)
    if newest is None:
        return record
    earlier = next((older for older in facts_before(newest) if _holds(record, older)), None)
    now = correction.now
    if earlier is not None:
        HandFact.objects.filter(pk=fact.pk).update(superseded_at=now)
        again = restored(earlier)
        again.hand = fact.hand
        return record.said_anew(fact, again)
    if fact == record.facts[-1] and fact.hand.deal is None:
        return without_last_hand(record=record, now=now)
    HandFact.objects.filter(pk=fact.pk).update(superseded_at=now)
    void = HandFact.objects.create(
        hand=fact.hand,
        revision=fact.revision + 1,
        **void_hand(record, fact.players),
        dealer=fact.dealer,
        cut_off=fact.cut_off,
        log_digest=fact.log_digest,
        reason=correction.reason,
        supersedes=fact,
        **who(correction.by, now),
    )
    return record.said_anew(fact, void)


def facts_before(fact: HandFact) -> Iterator[HandFact]:
    """What was said of a hand before, the last first. What was taken back is not among it."""
    before = (fact.restores or fact).supersedes
    while before is not None:
        yield before
        before = (before.restores or before).supersedes


def restored(fact: HandFact) -> HandFact:
    """An earlier fact of a hand stands again as a new row; the one that stood must be ended."""
    again: HandFact = copied(fact, restores_id=fact.restores_id or fact.pk)
    return again


def is_said_with(fact: HandFact | GameDecision, rulings: Iterable[Ruling]) -> bool:
    """Whether a fact was written with one of these; a ruling that was put back is the same one."""
    return fact.ruling is not None and _first(fact.ruling) in {_first(ruling) for ruling in rulings}


def _first(ruling: Ruling) -> int:
    while ruling.supersedes is not None:
        ruling = ruling.supersedes
    return ruling.pk


def _superseded_with(
    record: MatchRecord, ruling: Ruling, fact: HandFact, if_changed: str | None, by: Actor
) -> HandFact | None:
    """The fact that goes with the ruling, and all that was said after it; None where none does."""
    if is_said_with(fact, [ruling]) or not _has_price(record, fact):
        return fact
    own = next((older for older in facts_before(fact) if is_said_with(older, [ruling])), None)
    if own is None or (fact.by_id, fact.by_staff) == (by.user_id, by.staff_id):
        return None
    if if_changed is None:
        raise Refusal(Text("choice_needed", CHANGED, {"n": fact.hand.sequence}), "if_changed")
    return own if if_changed == IfChanged.RESTORE else None


def _holds(record: MatchRecord, fact: HandFact) -> bool:
    stands = fact.ruling is None or is_said_with(fact, record.rulings)
    return stands and _has_price(record, fact)


def _has_price(record: MatchRecord, fact: HandFact) -> bool:
    """Whether it could be written down under the rules and the rulings that stand."""
    try:
        record.game_rules.score_hand(written_hand(record, fact))
    except Refusal:
        return False
    return True
