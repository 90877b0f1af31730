"""The order of a ladder of tables, from where each round has moved everybody."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.domain.crosstable import Crosstable, PairingPlan
from tournaments.domain.verification.facts import TableRow, entries_of, outcome_of
from tournaments.domain.verification.ladder import ladder_order
from tournaments.domain.verification.seated import seated_event

FROM_ABOVE, FROM_BELOW = Fraction(-1, 4), Fraction(1, 4)
ABSENT = FROM_ABOVE / 2


def table_ladder_rows(table: Crosstable) -> Iterable[TableRow]:
    """The ladder of tables."""
    event = seated_event(table)
    for place, entry in enumerate(ladder_order(table, moved), 1):
        yield TableRow(entry, place, record=event.record(entry))


def moved(table: Crosstable, standing: Sequence[int], plans: Sequence[PairingPlan]) -> list[int]:
    """The ladder after a round at these tables.

    Table k has the height k, the highest is 1. Who goes up or down comes to the height of that
    table: who comes from above stands a quarter above it, who comes from below a quarter below it.
    From the first table nobody goes up and from the last one nobody down. Who was absent was at
    the table of the one above, or at the first, and goes down from it below all others who do; at
    the last table below all. Who had a bye keeps the place. At one height the better of a table
    stands above, and of those of none who was above.
    """
    tables = [plan for plan in plans if len(entries_of(plan)) > 1]
    if not tables:
        return list(standing)
    byes = {entry for plan in plans if plan not in tables for entry in entries_of(plan)}
    heights: dict[int, Fraction] = {}
    within: dict[int, int] = {}
    for plan in tables:
        for place, (entry, step) in enumerate(steps(table, plan, standing)):
            to = min(max(plan.number + step, 1), len(tables))
            heights[entry], within[entry] = aside(plan.number, to), place
    number_of = {entry: plan.number for plan in tables for entry in entries_of(plan)}
    above = 1
    for entry in standing:
        if entry in number_of:
            above = number_of[entry]
            continue
        if entry in byes:
            continue
        to = min(above + 1, len(tables))
        heights[entry] = to + (ABSENT if to > above else -ABSENT)
        within[entry] = len(standing)
    others = [entry for entry in standing if entry not in byes]
    in_order = iter(sorted(others, key=lambda entry: (heights[entry], within[entry])))
    return [entry if entry in byes else next(in_order) for entry in standing]


def aside(number: int, to: int) -> Fraction:
    """The height of who comes from one table to another."""
    off = FROM_ABOVE if to > number else FROM_BELOW if to < number else Fraction(0)
    return to + off


def steps(table: Crosstable, plan: PairingPlan, standing: Sequence[int]) -> list[tuple[int, int]]:
    """Everybody at a table, the best first, with by how much they go down, less than 0 for up."""
    here, outcome = entries_of(plan), outcome_of(table, plan)
    order = sorted(here, key=standing.index)
    if outcome is None:
        return [
            (entry, 0)
            for entry in sorted(order, key=lambda entry: not table.plays(entry, plan.round))
        ]
    winner = None if outcome.winner is None else here[outcome.winner]
    if outcome.kind in ("walkover", "double_forfeit"):
        order.sort(key=lambda entry: entry != winner)
        return [(entry, -1 if entry == winner else 1) for entry in order]
    made = {
        entry: (
            outcome.accounts[seat] if outcome.accounts else 0,
            sum(game.winner == seat for game in outcome.games),
            entry == winner,
        )
        for seat, entry in enumerate(here)
    }
    order.sort(key=made.__getitem__, reverse=True)
    middle = [(entry, 0) for entry in order[1:-1]]
    return [(order[0], -1), *middle, (order[-1], 1)]
