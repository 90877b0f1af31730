"""A draft of a round that is paired by itself: what it costs beside what the program had paired."""

from dataclasses import dataclass, replace

from players.text import Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.pairing import judge
from tournaments.domain.pairing.costs import TERMS
from tournaments.models import Round
from tournaments.selectors.stages import StageFacts


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing that a round costs: in the draft as it stands, and as the program paired it."""

    name: Text
    draft: int
    proposed: int
    is_fault: bool


def table_before(table: Crosstable, round: int) -> Crosstable:
    """The facts as they were when a round had to be paired: later ones are left out."""
    return replace(table, plan=tuple(one for one in table.plan if one.round < round))


def compared(facts: StageFacts, draft: Round) -> tuple[Compared, ...]:
    """What differs between a draft and the program's own pairing of it, worst first; nothing where
    the director has left it as it was, or where the format has no costs."""
    now = [
        (one.sides[0].entry, one.sides[1].entry)
        for one in facts.table.plan
        if one.round == draft.number
    ]
    proposed = [(first, second) for first, second in draft.proposed]
    if not isinstance(facts.format, Swiss) or set(map(frozenset, now)) == set(
        map(frozenset, proposed)
    ):
        return ()
    field = facts.format.field_of(table_before(facts.table, draft.number), draft.number)
    if {one.entry for one in field.contenders} != {one for two in now for one in two if one}:
        return ()  # somebody has come or gone: the draft is about to be drawn again
    ours, theirs = judge(field, now), judge(field, proposed)
    return tuple(
        Compared(term.name, ours[term.code], theirs[term.code], term.is_fault)
        for term in TERMS
        if ours[term.code] != theirs[term.code]
    )
