"""What a Swiss round costs and how good it is, beside swisspair and py4swiss:
`python -m benchmarks.pairing`.

Both sides in one process, on the same seeded fields. Time: round 9 of an event of 100, 1,000 and
10,000 entrants, the median over the runs of CPU time; the goal is printed beside it. Quality: whole
events of 6 to 40 entrants, each side pairing its own; a round is invalid when somebody is in it
twice or not at all, when two meet again or somebody has a second bye while another has had none;
and above the least when another valid round, with the bye as low, has a smaller sum of squared
differences of points. Where no valid round exists at all, it is counted apart. Floaters: pairs of
unequal points in an event of 1,000 entrants and nine rounds, beside py4swiss' FIDE Dutch system,
which serves colours besides; ours may be no more. A missed goal fails the run. swisspair is no part
of the project: benchmarks/README.md says how to install it.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

import swisspair
from rustworkx import PyGraph, max_weight_matching

from benchmarks.figures import Figure, middle_ms, tell
from tournaments.domain.pairing.dutch import DutchResult, ask_py4swiss
from tournaments.domain.pairing.field import Contender, Field
from tournaments.domain.pairing.rounds import pair

SEED = 6
GOALS = {100: 10.0, 1_000: 10.0, 10_000: 100.0}  # ms of CPU for round 9
EVENTS = 120
SMALLEST, LARGEST = 6, 40
MOST_ROUNDS = 9
LARGE = 1_000

Couple = tuple[int, int | None]
"""Two entries, or who has the bye and None."""

Side = Callable[[Field], Sequence[Couple]]


def measure() -> Iterator[Figure]:
    for count, goal in GOALS.items():
        field = ninth_round(count)
        players = for_swisspair(field)
        ours = middle_ms(partial(pair, field))
        yield Figure(f"round 9 of {count:,} entrants", ours, goal, "ms CPU")
        theirs = middle_ms(partial(swisspair.create_matches, players))
        yield Figure("  swisspair", theirs, None, "ms CPU")
    for name, side, most in (("our", our_round, 0), ("swisspair's", their_round, None)):
        seen: Counter[str] = Counter()
        for number in range(EVENTS):
            seen.update(play_event(random.Random(SEED + number), side))
        told = f"{name} {seen['rounds']} rounds"
        yield Figure(f"{told}, without a valid pairing", seen["impossible"], None, "rounds")
        yield Figure("  invalid though a valid one is", seen["invalid"], most, "rounds")
        yield Figure("  above the least difference", seen["above"], most, "rounds")
    theirs = floaters(Dutch(LARGE), LARGE, MOST_ROUNDS)
    ours = floaters(our_round, LARGE, MOST_ROUNDS)
    yield Figure(f"pairs of unequal points, {LARGE:,} entrants", ours, theirs, "pairs")
    yield Figure("  py4swiss", theirs, None, "pairs")


def floaters(side: Side, count: int, rounds: int) -> int:
    chance = random.Random(SEED)
    field = Field(tuple(Contender(entry) for entry in range(count)))
    found = 0
    for _ in range(rounds):
        drawn = side(field)
        points = {contender.entry: contender.points for contender in field.contenders}
        found += sum(points[a] != points[b] for a, b in drawn if b is not None)
        field = after(field, drawn, chance)
    return found


def play_event(chance: random.Random, side: Side) -> Counter[str]:
    """What the rounds of one event were like, to its last or to the first that can't be valid."""
    seen: Counter[str] = Counter()
    count = chance.randint(SMALLEST, LARGEST)
    field = Field(tuple(Contender(entry) for entry in range(count)))
    for _ in range(min(MOST_ROUNDS, count - 1)):
        seen["rounds"] += 1
        least = least_cost(field)
        if least is None:
            seen["impossible"] += 1
            break
        drawn = side(field)
        cost = cost_of(field, drawn)
        seen["invalid"] += cost is None
        seen["above"] += cost is not None and cost > least
        field = after(field, drawn, chance)
    return seen


def our_round(field: Field) -> Sequence[Couple]:
    return [(paired.first, paired.second) for paired in pair(field)]


def their_round(field: Field) -> Sequence[Couple]:
    matches = swisspair.create_matches(for_swisspair(field))
    return [(int(match.p1.id), int(match.p2.id) if match.p2 else None) for match in matches]


class Dutch:
    """Pairs one round after the other of the same event by the FIDE Dutch system.

    The system asks for the colours and floats of earlier rounds, which a `Field` does not have: who
    was paired is remembered, and who won is seen by the points of the next field.
    """

    def __init__(self, count: int) -> None:
        self.rows: list[tuple[DutchResult, ...]] = [()] * count
        self.points = [0.0] * count
        self.last: Sequence[tuple[int, int]] = ()

    def __call__(self, field: Field) -> Sequence[Couple]:
        self._note([contender.points for contender in field.contenders])
        # More rounds than are played: the last one has rules of its own for colours.
        nobody: frozenset[int] = frozenset()
        found = ask_py4swiss(tuple(self.rows), nobody, frozenset(), len(self.rows), True)
        self.last = found or ()
        return [(white - 1, black - 1 if black else None) for white, black in self.last]

    def _note(self, points: list[float]) -> None:
        """Write down what came out of the last round."""
        for white, black in self.last:
            for number, other, colour in ((white, black, "w"), (black, white, "b")):
                if number:
                    won = points[number - 1] > self.points[number - 1]
                    came = (other, colour, "1" if won else "0") if other else (0, "-", "U")
                    self.rows[number - 1] += (came,)
        self.points = points


def for_swisspair(field: Field) -> list[swisspair.Player]:
    fewest = min(contender.byes for contender in field.contenders)
    ordered = sorted(field.contenders, key=lambda contender: -contender.points)
    return [
        swisspair.Player(
            str(contender.entry),
            int(contender.points),
            rank,
            contender.byes == fewest,
            {str(met) for met in contender.met},
        )
        for rank, contender in enumerate(ordered, 1)
    ]


def ninth_round(count: int) -> Field:
    """An event after eight rounds, paired by us."""
    chance = random.Random(SEED)
    field = Field(tuple(Contender(entry) for entry in range(count)))
    for _ in range(8):
        field = after(field, our_round(field), chance)
    return field


def after(field: Field, drawn: Sequence[Couple], chance: random.Random) -> Field:
    """The field of the next round: who wins is drawn, with better odds for the better seed."""
    contenders = {
        contender.entry: replace(contender, floated_down=False) for contender in field.contenders
    }
    for first, second in drawn:
        upper = contenders[first]
        if second is None:
            contenders[first] = replace(upper, points=upper.points + 1, byes=upper.byes + 1)
            continue
        lower = contenders[second]
        down = upper.points > lower.points
        contenders[first] = replace(upper, met=upper.met | {second}, floated_down=down)
        contenders[second] = replace(lower, met=lower.met | {first})
        winner = min(first, second) if chance.random() < 0.6 else max(first, second)
        contenders[winner] = replace(contenders[winner], points=contenders[winner].points + 1)
    return replace(field, contenders=tuple(contenders.values()))


# What a round costs, apart from the code that is measured ------------------------------------


def cost_of(field: Field, drawn: Sequence[Couple]) -> tuple[float, float] | None:
    """The points of the bye and the sum of squared differences; None for an invalid round."""
    known = {contender.entry: contender for contender in field.contenders}
    fewest = min(contender.byes for contender in field.contenders)
    taken = [entry for two in drawn for entry in two if entry is not None]
    if sorted(taken) != sorted(known):
        return None
    bye, squares = 0.0, 0.0
    for first, second in drawn:
        if second is None:
            bye += known[first].points
            if known[first].byes > fewest:
                return None
        elif second in known[first].met:
            return None
        else:
            squares += (known[first].points - known[second].points) ** 2
    return bye, squares


def least_cost(field: Field) -> tuple[float, float] | None:
    """The least that a valid round can cost, None where there is no valid round."""
    contenders = field.contenders
    odd = len(contenders) % 2
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (len(contenders) + odd))
    graph.add_edges_from(list(valid_edges(contenders)))
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) != len(contenders) + odd:
        return None
    entries = [*[contender.entry for contender in contenders], None]
    return cost_of(field, [(entries[min(two)], entries[max(two)]) for two in matched])


def valid_edges(contenders: Sequence[Contender]) -> Iterator[tuple[int, int, int]]:
    fewest = min(contender.byes for contender in contenders)
    most = sum(int(contender.points + 1) ** 2 for contender in contenders)
    for first, second in combinations(range(len(contenders)), 2):
        upper, lower = contenders[first], contenders[second]
        if lower.entry not in upper.met:
            yield first, second, -(int(upper.points - lower.points) ** 2)
    if len(contenders) % 2:
        for place, contender in enumerate(contenders):
            if contender.byes == fewest:
                yield place, len(contenders), -int(contender.points) * most


if __name__ == "__main__":
    sys.exit(tell(measure()))
