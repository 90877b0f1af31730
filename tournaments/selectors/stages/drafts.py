"""A draft of a round: its pairs with what is to be known of them, and what it costs beside what the
program had paired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kernel.text import Text
from tournaments.domain.crosstable import EntryPair, PairingPlan
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.pairing.costs import TERMS
from tournaments.domain.pairing.field import Field
from tournaments.domain.pairing.rounds import faults_of, judge
from tournaments.models import PairRule, Round, Stage, Unpublication
from tournaments.selectors.stages.record import StageRecord

DraftPairs = list[tuple[int | None, ...]]
"""A round as who meets whom, in order of seat; None for the bye."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing that a round costs: in the draft as it stands, and as the program paired it."""

    name: Text
    draft: int
    proposed: int
    is_fault: bool


@dataclass(frozen=True, slots=True)
class Before:
    """What somebody has before a round; `points` is None in formats that count none."""

    rank: int | None
    won: int
    lost: int
    points: float | None


@dataclass(frozen=True, slots=True)
class DraftPair:
    """A pair of a draft, or all of a table; a bye where the second entry is None.

    `faults` are what is not legal in it, the worst first; where the program knew no better, the
    reason says so of that one. `rule` is the id of the director's word that sets it. `is_changed`:
    the program had not paired these two.
    """

    number: int
    entries: tuple[int | None, ...]
    table: int | None
    reason: Text | None
    faults: tuple[Text, ...]
    rule: int | None
    is_changed: bool


def is_taken_back(stage: Stage, number: int) -> bool:
    """Whether the publication of a round, or of one before it, is taken back: from there on rounds
    wait for the director's word."""
    return Unpublication.objects.filter(
        stage=stage, number__lte=number, superseded_at__isnull=True
    ).exists()


def own_round(facts: StageRecord, number: int) -> Sequence[PairingPlan]:
    """A round as the program pairs it by itself."""
    table = facts.table.before(number)
    free = replace(table.constraints, fixed={})
    return facts.format.next_round(replace(table, constraints=free))


def pairs_of(plan: Sequence[PairingPlan]) -> list[list[int | None]]:
    """Who meets whom in a round of a plan, as it is stored."""
    return [[side.entry for side in planned.sides] for planned in plan]


def compared(facts: StageRecord, draft: Round) -> tuple[Compared, ...]:
    """What differs between a draft and the program's own pairing of it, worst first; nothing where
    the director has left it as it was, or where the format has no costs."""
    now, proposed = _pairs(facts, draft.number), _proposed(draft)
    field = _field(facts, now, draft.number)
    if field is None or _met(now) == _met(proposed) or _all(now) != _all(proposed):
        return ()
    ours, theirs = judge(field, _of_two(now)), judge(field, _of_two(proposed))
    return tuple(
        Compared(term.name, ours[term.code], theirs[term.code], term.is_fault)
        for term in TERMS
        if ours[term.code] != theirs[term.code]
    )


def draft_pairs(facts: StageRecord, draft: Round) -> tuple[DraftPair, ...]:
    """The pairs of a draft whose rounds are paired one by one, in its order."""
    now, proposed = _pairs(facts, draft.number), _met(_proposed(draft))
    field = _field(facts, now, draft.number)
    faults = faults_of(field, _of_two(now)) if field else ((),) * len(now)
    names = {term.code: term.name for term in TERMS}
    rules = _rules(draft)
    found = []
    for number, (two, wrong) in enumerate(zip(now, faults, strict=True), 1):
        pairing = facts.pairings[draft.number, number]
        reason = text_from(pairing.reason) if pairing.reason else None
        found.append(
            DraftPair(
                number,
                two,
                pairing.table_number,
                reason,
                tuple(names[code] for code in wrong),
                rules.get(frozenset(entry for entry in two if entry is not None)),
                frozenset(two) not in proposed,
            )
        )
    return tuple(found)


def before_round(facts: StageRecord, round: int) -> Mapping[int, Before]:
    """By entry what everybody has before a round of a stage that is paired round by round."""
    table = facts.table.before(round)
    rows = facts.format.places(table)
    points = facts.format.points_of(table)
    return {row.entry: Before(row.rank, row.won, row.lost, points.get(row.entry)) for row in rows}


def absent_from(facts: StageRecord, round: int) -> list[int]:
    """Who is in the event and sits a round out, in order of seed."""
    table = facts.table
    return [
        entry
        for entry in table.entries
        if table.plays(entry, round)
        and table.joined.get(entry, 1) <= round
        and not table.is_there(entry, round)
    ]


def _pairs(facts: StageRecord, round: int) -> DraftPairs:
    found: DraftPairs = []
    for planned in facts.table.plan:
        if planned.round == round and planned.sides[0].entry is not None:
            found.append(tuple(side.entry for side in planned.sides))
    return found


def _proposed(draft: Round) -> DraftPairs:
    return [tuple(together) for together in draft.proposed]


def _of_two(pairs: DraftPairs) -> list[tuple[int, int | None]]:
    """The same where two meet: pairing has costs nowhere else."""
    return [(first, second) for first, second in pairs if first is not None]


def _met(pairs: DraftPairs) -> set[frozenset[int | None]]:
    return set(map(frozenset, pairs))


def _all(pairs: DraftPairs) -> set[int]:
    return {entry for two in pairs for entry in two if entry is not None}


def _field(facts: StageRecord, now: DraftPairs, round: int) -> Field | None:
    """The field of a round; None where pairing has no costs, and where somebody has come or gone
    since the draft was drawn: it is about to be drawn again."""
    field = facts.format.field_of(facts.table.before(round), round)
    here = field and {contender.entry for contender in field.contenders}
    return field if here == _all(now) else None


def _rules(draft: Round) -> dict[EntryPair, int]:
    """The ids of the standing words that set pairs of this round."""
    rules = PairRule.objects.filter(
        kind=PairRule.Kinds.FIXED,
        stage=draft.stage_id,
        round=draft.number,
        superseded_at__isnull=True,
    )
    columns = rules.values_list("pk", "first_id", "second_id")
    return {frozenset((first, second)): pk for pk, first, second in columns}
