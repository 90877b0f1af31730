"""What is read off the facts the same way for every format, and what comes of it."""

from typing import NamedTuple

from tournaments.domain.crosstable import Crosstable, Outcome, PairingPlan


class Row(NamedTuple):
    """A row of the table: `rank` is None for who was never drawn; `values` are empty for who has
    nothing that counts."""

    entry: int
    rank: int | None
    values: tuple[float, ...]
    group: int | None


def entries_of(plan: PairingPlan) -> list[int]:
    """Who was drawn: two, or one who has a bye."""
    return [side.entry for side in plan.sides if side.entry is not None]


def outcome_of(table: Crosstable, plan: PairingPlan) -> Outcome | None:
    """The result of these two, None where there is none."""
    outcome = table.outcomes.get(plan.key)
    return outcome if outcome and list(outcome.entries) == entries_of(plan) else None
