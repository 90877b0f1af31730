"""What a round at tables costs, and how many meet again: `python -m benchmarks.seating`.

Events of 60 and of 500 entrants, at tables of three and of four and in a scramble, each drawn round
by round: the slowest of the rounds in CPU time, and the repeated meetings (in a scramble repeated
partners) of all of them. The goal for 500 entrants is a round in under 2 seconds; a missed goal
fails the run.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from time import process_time

from benchmarks.figures import Figure, tell
from tournaments.domain.crosstable import Crosstable, Outcome
from tournaments.domain.formats.scramble import Scramble
from tournaments.domain.formats.table_rounds import TableRounds
from tournaments.domain.kinds.at_tables import AtTables, entries_at, met_before

COUNTS = (60, 500)
ROUNDS = 10
GOAL = 2_000.0  # ms of CPU for a round of 500
FORMATS: dict[str, AtTables] = {
    "tables of three": TableRounds(rounds=ROUNDS),
    "tables of four": TableRounds(rounds=ROUNDS, seats=4),
    "scramble": Scramble(rounds=ROUNDS),
}


def measure() -> Iterator[Figure]:
    for count in COUNTS:
        for name, format in FORMATS.items():
            slowest, again = drawn(format, count)
            yield Figure(f"{name}, a round of {count}", slowest, GOAL, "ms CPU")
            yield Figure(f"  met again in {ROUNDS} rounds", again, None, "pairs")


def drawn(format: AtTables, count: int) -> tuple[float, int]:
    """The slowest round of an event, and how many met again (were partners again)."""
    table = Crosstable(tuple(range(1, count + 1)), seed="benchmark")
    slowest = 0.0
    for _ in range(ROUNDS):
        began = process_time()
        coming = format.next_round(table)
        slowest = max(slowest, 1000 * (process_time() - began))
        table = replace(table, plan=table.plan + coming)
        came = {plan.key: Outcome("played", entries_at(plan), 0) for plan in coming}
        table = replace(table, outcomes={**table.outcomes, **came})
    met, partners = met_before(table)
    counted = partners if format.meets == "partners" else met
    return slowest, sum(times - 1 for times in counted.values())


if __name__ == "__main__":
    sys.exit(tell(measure()))
