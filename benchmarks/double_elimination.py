"""How soon people meet again in a double elimination: `python -m benchmarks.double_elimination`.

Expected rematches before the losers' final when every match is a coin flip, for full brackets;
exact, no sample. Ours are counted in the draw itself, by the ways that the two of every match of
the winners' side can take through the losers' side. Beside it, counted in the same way: straight,
the losers of a round dropping in order; and, up to 128, the best that can be had when the losers of
each round drop in one of the four orders that are in use (natural, reversed, halves swapped,
reversed in halves). Least: by exhaustive search of all crossings, with a formula of its own. A
draw that is more than 5 % above the best of the four, or above the least at all, fails the run.

Below stands what it takes to plan 4,096 entrants, here and in a knock-out with full consolation:
the least CPU time of a few runs, at most 100 ms.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product

from benchmarks.figures import ROUNDS, Figure, cpu_seconds, tell
from tournaments.domain.crosstable import PairingKey, PairingPlan, Side
from tournaments.domain.formats.double_elimination import draw
from tournaments.domain.kinds import bracket

SIZES = [2**rounds for rounds in range(3, 13)]
LARGEST_OF_FOUR = 128
GOAL = 1.05  # of the best of the four
MOST_MS = 100

Plan = Sequence[PairingPlan]
Onward = Mapping[tuple[str, PairingKey], PairingKey]
"""Where the winner and the loser of a match go."""

Levels = tuple[int, ...]
"""Rounds of the winners' side whose losers have crossed alike so far."""


def measure() -> Iterator[Figure]:
    print("expected rematches   straight  best of four      ours     least  ours / best of four")
    yield Figure("sizes in which that is missed", sum(map(misses, SIZES)), 0, "sizes")
    entries = range(SIZES[-1])
    plans: Mapping[str, Callable[[], Plan]] = {
        "double elimination": lambda: draw(entries, "twice"),
        "full consolation": lambda: bracket.draw(entries, consolation=True),
    }
    for name, plan in plans.items():
        least = min(cpu_seconds(plan) for _ in range(ROUNDS)) * 1000
        yield Figure(f"{name}, {len(plan()):,} pairings", least, MOST_MS, "ms CPU")


def misses(size: int) -> bool:
    """Print one row; whether a goal is missed."""
    plan = draw(range(size), "once")
    rounds = size.bit_length() - 1
    straight = expected_rematches(dropped(plan, rounds, [0] * (rounds - 2)))
    ours, least = expected_rematches(plan), least_of(rounds, tuple(range(1, rounds + 1)), 0)
    best = best_of_four(plan, rounds) if size <= LARGEST_OF_FOUR else None
    missed = ours > least + 1e-9 or (best is not None and ours > GOAL * best)
    shown = ("-", "-") if best is None else (f"{best:.4f}", f"{ours / best:.3f}, at most {GOAL}")
    word = "MISSED" if missed else ""
    row = f"{size:>5} entrants {straight:>14.2f} {shown[0]:>13} {ours:>9.4f} {least:>9.4f}"
    print(f"{row}  {shown[1]} {word}".rstrip(), flush=True)
    return missed


# In the draw ---------------------------------------------------------------------------------


def expected_rematches(plan: Plan) -> float:
    """Of a full bracket, up to the losers' final and without it."""
    final = max(plan, key=lambda planned: planned.key)
    losers_final = final.sides[1].feeder
    onward = {
        (side.kind, side.feeder): planned.key
        for planned in plan
        for side in planned.sides
        if side.feeder is not None and planned.key not in (final.key, losers_final)
    }
    return sum(meeting_again(onward, match) for kind, match in onward if kind == "loser")


def meeting_again(onward: Onward, match: PairingKey) -> float:
    """How likely it is that the two of a match of the winners' side meet again.

    The loser drops at once. The winner wins so many matches more, then drops too. Both have to
    win until their ways come together.
    """
    found, chance = 0.0, 1.0
    loser = list(way(onward, onward.get(("loser", match))))
    for later in way(onward, onward.get(("winner", match))):
        chance /= 2
        winner = list(way(onward, onward.get(("loser", later))))
        together = next((key for key in winner if key in loser), None)
        if together is not None:
            found += chance / 2 ** (winner.index(together) + loser.index(together))
    return found


def way(onward: Onward, key: PairingKey | None) -> Iterator[PairingKey]:
    """The matches of somebody who always wins, from that one on."""
    while key is not None:
        yield key
        key = onward.get(("winner", key))


def dropped(plan: Plan, rounds: int, crossings: Sequence[int]) -> Plan:
    """The plan with other crossings of the losers of the winners' rounds 2, 3, ...: by which
    number the places of the losers are changed (exclusive or)."""
    seen: dict[int, int] = {}
    changed = []
    for planned in plan:
        first, second = planned.sides
        round = first.feeder[0] if first.kind == "loser" and first.feeder else 0
        if 2 <= round < rounds:
            place = seen[round] = seen.get(round, -1) + 1
            match = place ^ crossings[round - 2]
            first = Side("loser", feeder=(round, match + 1))
        changed.append(PairingPlan(planned.round, planned.number, (first, second)))
    return changed


def best_of_four(plan: Plan, rounds: int) -> float:
    """The least of all ways to choose one of the four orders for each round."""
    orders = []
    for round in range(2, rounds):
        half, all_of_them = 1 << (rounds - round - 1), (1 << (rounds - round)) - 1
        orders.append({0, all_of_them, half, all_of_them ^ half})
    return min(expected_rematches(dropped(plan, rounds, order)) for order in product(*orders))


# By a formula --------------------------------------------------------------------------------


@cache
def least_of(rounds: int, levels: Levels, digits: int) -> float:
    """The least that crossings can leave of rounds in which so many of their leading digits agree.

    Only that counts of two rounds how many digits do. So the rounds are split in two by the next
    digit, each part by the one after it, and so on, in all ways.
    """
    split = [level for level in levels if rounds - level > digits]
    ended = sum(
        rematches(rounds, first, second, digits)
        for first, second in combinations(levels, 2)
        if rounds - second == digits
    )
    if not split:
        return ended
    first, *others = split
    costs = []
    for sides in product((False, True), repeat=len(others)):
        same = (first, *[level for level, other in zip(others, sides, strict=True) if not other])
        other = tuple(level for level, is_other in zip(others, sides, strict=True) if is_other)
        across = sum(
            rematches(rounds, min(pair), max(pair), digits) for pair in product(same, other)
        )
        within = least_of(rounds, same, digits + 1)
        costs.append(across + within + (least_of(rounds, other, digits + 1) if other else 0.0))
    return ended + min(costs)


def rematches(rounds: int, met: int, dropping: int, digits: int) -> float:
    """Expected rematches of those who met in the winners' round `met` and of whom the winner drops
    from the round `dropping`, where so many digits of the two crossings agree."""
    apart = rounds - dropping - digits
    again = 2 * (dropping + apart) - 3 if apart else 2 * dropping - 2
    if again >= 2 * rounds - 2:
        return 0.0
    entered = 1 if met == 1 else 2 * met - 2
    steps = (dropping - met) + (again - entered) + (again - (2 * dropping - 2))
    return 2.0 ** (rounds - met - steps)


if __name__ == "__main__":
    sys.exit(tell(measure()))
