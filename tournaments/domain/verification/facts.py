"""What is read off the facts the same way for every format, and what comes of it."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from kernel.seats import opponent
from tournaments.domain.crosstable import Crosstable, Outcome, PairingPlan


class MatchRecordOfEntry(NamedTuple):
    """The matches of an entry that were played; what is left of `played` are drawn ones."""

    played: int = 0
    won: int = 0
    lost: int = 0


class TableRow(NamedTuple):
    """A row of the table: `rank` is None for who was never drawn or is still in; `values` are empty
    for who has nothing that counts, and where the format compares nothing."""

    entry: int
    rank: int | None
    values: tuple[float, ...] = ()
    group: int | None = None
    record: MatchRecordOfEntry = MatchRecordOfEntry()
    shared: bool = False


def entries_of(plan: PairingPlan) -> list[int]:
    """Who was drawn: two, or one who has a bye."""
    return [side.entry for side in plan.sides if side.entry is not None]


def outcome_of(table: Crosstable, plan: PairingPlan) -> Outcome | None:
    """The result of these two, None where there is none."""
    outcome = table.outcomes.get(plan.key)
    return outcome if outcome and list(outcome.entries) == entries_of(plan) else None


def records_of(outcomes: Iterable[Outcome | None]) -> dict[int, MatchRecordOfEntry]:
    """By entry, what came of the matches that were played."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for outcome in outcomes:
        if outcome and outcome.kind in ("played", "drawn"):
            played.update(outcome.entries)
            if outcome.winner is not None:
                won[outcome.entries[outcome.winner]] += 1
                lost[outcome.entries[opponent(outcome.winner)]] += 1
    return {entry: MatchRecordOfEntry(played[entry], won[entry], lost[entry]) for entry in played}
