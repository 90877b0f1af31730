"""The order of a ladder, from where each round has moved everybody."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from tournaments.domain.crosstable import Crosstable, PairingPlan
from tournaments.domain.verification.facts import (
    MatchRecordOfEntry,
    TableRow,
    entries_of,
    outcome_of,
    records_of,
)

HALF, LESS = Fraction(1, 2), Fraction(1, 4)


Moved = Callable[[Crosstable, Sequence[int], Sequence[PairingPlan]], list[int]]
"""The ladder after a round of these pairs."""


def ladder_rows(table: Crosstable) -> tuple[TableRow, ...]:
    """The ladder of matches between two."""
    records = records_of(outcome_of(table, plan) for plan in table.plan)
    return tuple(
        TableRow(entry, place, record=records.get(entry, MatchRecordOfEntry()))
        for place, entry in enumerate(ladder_order(table, moved), 1)
    )


def ladder_order(table: Crosstable, moved: Moved) -> list[int]:
    """All that stand on it, those who are still to come, and who has left it, the last first."""
    last = max(plan.round for plan in table.plan)
    standing: list[int] = []
    gone: list[int] = []
    for round in range(1, last + 2):
        pairs = [plan for plan in table.plan if plan.round == round]
        drawn = {entry for plan in pairs for entry in entries_of(plan)}
        standing += [entry for entry in table.entries if table.joined.get(entry, 1) == round]
        # Who withdraws from a match that was drawn leaves after it.
        leaving = [
            entry for entry in standing if not table.plays(entry, round) and entry not in drawn
        ]
        gone = leaving + gone
        standing = [entry for entry in standing if entry not in leaving]
        if pairs:
            standing = moved(table, standing, pairs)
    to_come = [entry for entry in table.entries if entry not in {*standing, *gone}]
    return [*standing, *to_come, *gone]


def moved(table: Crosstable, standing: Sequence[int], pairs: Sequence[PairingPlan]) -> list[int]:
    """The ladder after a round of these pairs.

    Table k has the height k, the highest is 1. Who was at no table is between those of the last two
    above and the next two, or at the height of a table with one of its two on either side. Who wins
    goes up by 1, who loses or was absent goes down by 1. From the first table nobody goes up and
    from the last nobody down, but the winner there stands above the loser, and above whoever sits
    out between them. Of one height, who was above stays above.
    """
    matches = {entry: plan for plan in pairs for entry in entries_of(plan) if is_match(plan)}
    sits_out = {entry for plan in pairs for entry in entries_of(plan) if not is_match(plan)}
    last = len(matches) // 2
    heights: dict[int, Fraction] = {}
    for place, entry in enumerate(standing):
        if entry in matches:
            to = matches[entry].number + step(table, matches[entry], entry)
            heights[entry] = min(max(to, 1 - LESS), last + LESS)
        else:
            above = sum(higher in matches for higher in standing[:place])
            heights[entry] = (above + 1) * HALF + (0 if entry in sits_out else 1)
    return sorted(standing, key=lambda entry: heights[entry])


def is_match(plan: PairingPlan) -> bool:
    """Whether two were drawn; else one sits out."""
    return len(entries_of(plan)) == 2


def step(table: Crosstable, plan: PairingPlan, entry: int) -> Fraction:
    """By how much a match moves one of the two down, less than 0 for up."""
    outcome = outcome_of(table, plan)
    if outcome is not None:
        if outcome.kind == "drawn":
            return Fraction(0)
        won = outcome.winner is not None and outcome.entries[outcome.winner] == entry
        return Fraction(-1 if won else 1)
    here = [player for player in entries_of(plan) if table.plays(player, plan.round)]
    if len(here) == 2:
        return Fraction(0)
    return Fraction(-1 if here == [entry] else 1)
