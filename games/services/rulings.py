"""What a referee rules on a match (gin.md 5).

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
No score is typed over another one: what stands here is handed to the engine, which prices it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.engine.irregularities import REMEDIES, Effect
from games.engine.rules import RULES_VERSION
from games.engine.scoring import HandCounts, Seat, score_hand
from games.models import HandFact, Match, Ruling
from games.selectors import MatchRecord, fold, remedies_on, written_hand
from games.services.scoresheet import (
    MATCH_OVER,
    NO_HAND,
    HandEntry,
    mark_ruled_on,
    opened,
    preview_correction,
    preview_hand,
    settle,
    who,
    with_corrected_hand,
    with_hand,
    without_last_hand,
)
from players.permissions import Actor
from players.text import N_, Refusal, Text

VOIDS = frozenset({"void_hand"})


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A ruling as a referee makes it, with its effects as the engine found them.

    `n` is a hand of the match, written down already or the one that is being played; `game` a game;
    with neither it is on the match. `hand` is written down, or said anew, with it. Without `rule`
    it is a free ruling.
    """

    effects: Sequence[Effect]
    rule: str = ""
    phase: str = ""
    conditions: Sequence[str] = ()
    offender: Seat | None = None
    option: str = ""
    chosen_by: str = ""
    facts: str = ""
    discretionary: bool = False
    n: int | None = None
    game: int | None = None
    hand: HandEntry | None = None


def rule(
    *, record: MatchRecord, entry: RulingEntry, by: Actor, now: datetime
) -> tuple[MatchRecord, Ruling]:
    """Record a ruling; what it does to the score is in the record that comes back."""
    _require_target(record, entry)
    ruling = _unsaved(record, entry, by, now)
    ruling.save(force_insert=True)
    mark_ruled_on(record.match)
    ruled = fold(replace(record, rulings=(*record.rulings, ruling)))
    return settle(record, _with_its_hand(ruled, entry, by, now)), ruling


def take_back_ruling(
    *, record: MatchRecord, ruling: Ruling, reason: str, by: Actor, now: datetime
) -> MatchRecord:
    """The ruling holds no more.

    What could not have been written down without it goes with it: the hand that was played last is
    played on, an earlier one is void. Any other hand stays as it is.
    """
    if ruling not in record.rulings:
        raise Refusal(Text("not_found", N_("This ruling does not stand any more.")))
    Ruling.objects.filter(pk=ruling.pk).update(superseded_at=now, end_reason=reason)
    rest = replace(record, rulings=tuple(one for one in record.rulings if one != ruling))
    fact = next((one for one in record.facts if one.hand.sequence == ruling.n), None)
    if fact is None or not _rests_on(rest, fact, ruling):
        return settle(record, rest)
    if fact == record.facts[-1] and record.state != Match.States.FINISHED:
        return settle(record, without_last_hand(record=rest, now=now))
    entry = HandEntry(HandCounts("void"))
    assert ruling.n is not None
    return settle(
        record,
        with_corrected_hand(record=rest, n=ruling.n, entry=entry, reason=reason, by=by, now=now),
    )


def _rests_on(record: MatchRecord, fact: HandFact, ruling: Ruling) -> bool:
    """Whether a hand is what it is by this ruling alone: void by it, or impossible without it."""
    if fact.kind == "void":
        return fact.at == ruling.at and any(one["remedy"] in VOIDS for one in ruling.effects)
    try:
        score_hand(record.rules, written_hand(fact).counts, remedies_on(record, fact.hand.sequence))
    except Refusal:
        return True
    return False


def preview_ruling(*, record: MatchRecord, entry: RulingEntry) -> MatchRecord:
    """The record as it would be under this ruling, with its hand; writes nothing."""
    ruled = fold(replace(record, rulings=(*record.rulings, _unsaved(record, entry))))
    if entry.hand is None or entry.n is None:
        return ruled
    if entry.n == len(record.facts) + 1:
        return preview_hand(record=ruled, entry=entry.hand)
    return preview_correction(record=ruled, n=entry.n, entry=entry.hand)


def _require_target(record: MatchRecord, entry: RulingEntry) -> None:
    """A hand of the match, or the one that is played now: only that can be dealt anew."""
    if entry.n is None:
        return
    running = len(record.facts) + 1
    if not 1 <= entry.n <= running:
        raise Refusal(Text("not_found", NO_HAND, {"n": entry.n}), "n")
    if entry.n == running and record.score.finished:
        raise Refusal(Text("match_over", MATCH_OVER), "n")
    if entry.n < running and any(one.remedy == "redeal" for one in entry.effects):
        sentence = N_("Hand %(n)d is over: it can't be dealt anew. Declare it void.")
        raise Refusal(Text("wrong_phase", sentence, {"n": entry.n}), "n")


def _with_its_hand(
    record: MatchRecord, entry: RulingEntry, by: Actor, now: datetime
) -> MatchRecord:
    """The record with the hand that is written down with the ruling, a void one included."""
    hand = entry.hand
    running = entry.n == len(record.facts) + 1
    if hand is None and running and any(one.remedy in VOIDS for one in entry.effects):
        hand = HandEntry(HandCounts("void"))
    if hand is None or entry.n is None:
        return record
    record = opened(record, by, now)
    if running:
        return with_hand(record=record, entry=hand, by=by, now=now)
    return with_corrected_hand(
        record=record, n=entry.n, entry=hand, reason=entry.facts, by=by, now=now
    )


def _unsaved(
    record: MatchRecord, entry: RulingEntry, by: Actor | None = None, now: datetime | None = None
) -> Ruling:
    facts = who(by, now) if by and now else {}
    return Ruling(
        match=record.match,
        n=entry.n,
        game=entry.game,
        offender=entry.offender,
        rule=entry.rule,
        rules_version=RULES_VERSION,
        phase=entry.phase,
        conditions=list(entry.conditions),
        facts=entry.facts,
        option=entry.option,
        chosen_by=entry.chosen_by,
        effects=[effect.as_json() for effect in entry.effects if effect.remedy in REMEDIES],
        discretionary=entry.discretionary,
        **facts,
    )
