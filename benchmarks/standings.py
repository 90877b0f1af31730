"""What a table of standings with every tie-break costs: `python -m benchmarks.standings`.

A seeded Swiss of 1,000 entrants after nine rounds, every match played, as the format pairs it. The
median over the runs of CPU time, the goal beside it: from the rounds of every entry to the table
with values, ranks and reasons. Lots, which are drawn once for an event, are there from the first
run on. Without a goal: the table from the facts, which is to fold all pairings and to see what each
entry did as well. A missed goal fails the run.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace

from benchmarks.figures import Figure, middle_ms, tell
from config.gc_tuning import leave_alone
from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome, PairingKey
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import resolve
from tournaments.domain.standings import rank
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.tiebreaks.records import records_of

SEED = 6
ENTRANTS, NINE = 1_000, 9
GOAL = 10.0  # ms of CPU
GAMES_TO_WIN = 3

FORMAT = Swiss(rounds=NINE, tiebreaks=tuple(tiebreak.code for tiebreak in TIEBREAKS))


def measure() -> Iterator[Figure]:
    table = played_out(random.Random(SEED))
    found = meetings(table, resolve(table), FORMAT.net_cap)
    rounds = {entry: [own[round] for round in sorted(own)] for entry, own in found.items()}
    print(f"{ENTRANTS:,} entrants, {NINE} rounds, {len(TIEBREAKS)} tie-breaks")
    leave_alone()  # as server and worker do
    taken = middle_ms(lambda: rank(records_of(rounds, seed=table.seed), TIEBREAKS))
    yield Figure("from the rounds to the table", taken, GOAL, "ms CPU")
    whole = middle_ms(lambda: FORMAT.places(replace(table)))  # a table keeps its fold
    yield Figure("from the facts to the table", whole, None, "ms CPU")


def played_out(chance: random.Random) -> Crosstable:
    """The event with all of its results."""
    table = Crosstable(tuple(range(1, ENTRANTS + 1)), seed="benchmark")
    for _ in range(NINE):
        drawn = FORMAT.next_round(table)
        outcomes: dict[PairingKey, Outcome] = dict(table.outcomes)
        for plan in drawn:
            upper, lower = (side.entry for side in plan.sides)
            if upper is not None and lower is not None:
                outcomes[plan.key] = result(chance, upper, lower)
        table = replace(table, plan=table.plan + drawn, outcomes=outcomes)
    return table


def result(chance: random.Random, upper: int, lower: int) -> Outcome:
    """A match of best of five; better seeds win somewhat more games."""
    games: list[GamePoints] = []
    won = [0, 0]
    while max(won) < GAMES_TO_WIN:
        seat = 0 if chance.random() < 0.55 else 1
        won[seat] += 1
        games.append(GamePoints(seat, chance.randint(20, 350)))
    gins = (chance.randint(0, 5), chance.randint(0, 5))
    return Outcome("played", (upper, lower), won.index(GAMES_TO_WIN), tuple(games), gins)


if __name__ == "__main__":
    sys.exit(tell(measure()))
