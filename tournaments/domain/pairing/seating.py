"""Who sits together at tables of more than two: as few as can be who sat together before.

From an order by lot somebody who sits ill is exchanged with whoever leaves the tables best, again
and again: the least that came up is taken. A step that was taken back at once would lead nowhere,
so that who was moved rests for a few steps. The same facts and the same chance give the same
tables.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from tournaments.domain.crosstable import EntryPair

BARRED = 1_000_000_000
"""What two cost that are never to sit together: more than all else."""
PARTNERS_AGAIN = 1_000_000
"""What two cost who were partners before."""
AGAIN = 1_000
"""What two cost who met before, at least; and a little more for each time."""
OTHER_SIZE = 1
"""What it costs to sit at a table of another size than most, each time that one did before."""

STEPS_A_SEAT = 25
"""So many steps for each seat without anything better are enough."""
LOOKED_AT = 80
"""In a larger field so many are looked at for an exchange, by lot."""
RESTS = 4
"""For so many steps who was moved isn't moved again."""


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """Who is to be seated, and what is known of them.

    `sizes` are those of the tables, in all as many as `entries`. `met` says how often two sat at a
    table, of `partners` as opponents; `were_partners` how often as partners. With `partners` the
    seats go round between two sides. `together` are set by the director: at one table, partners as
    partners. `at_other_size` says how often somebody sat at a table of another size than `usual`.
    `apart`, at most as many as there are tables, sit at a table each: who is set to sit with
    another of them stays there.
    """

    entries: Sequence[int]
    sizes: Sequence[int]
    usual: int
    partners: bool = False
    met: Mapping[EntryPair, int] = field(default_factory=dict)
    were_partners: Mapping[EntryPair, int] = field(default_factory=dict)
    barred: Set[EntryPair] = frozenset()
    together: Sequence[Sequence[int]] = ()
    at_other_size: Mapping[int, int] = field(default_factory=dict)
    apart: Sequence[int] = ()


def seat(task: SeatingTask, chance: Random) -> list[tuple[int, ...]]:
    """The tables, each of its entries in order of seat."""
    room = _Room(task, chance)
    room.settle()
    return room.tables()


def repeated(table: Sequence[int], met: Mapping[EntryPair, int]) -> int:
    """How many of those at a table have met before, two by two."""
    return sum(met.get(frozenset(two), 0) > 0 for two in combinations(table, 2))


class _Room:
    """The seats of all tables in a row, and who sits there."""

    def __init__(self, task: SeatingTask, chance: Random) -> None:
        self.task, self.chance = task, chance
        self.against: dict[int, dict[int, int]] = {entry: {} for entry in task.entries}
        """What two cost at one table; where there are partners, as opponents."""
        self.beside: dict[int, dict[int, int]] = {entry: {} for entry in task.entries}
        """What two cost as partners."""
        self._price()
        self.table_of: list[int] = []
        self.firsts: list[int] = []
        """The first seat of each table."""
        self.mates: list[tuple[list[int], list[int]]] = []
        """For each seat those whom it meets, and its partners."""
        for number, size in enumerate(task.sizes):
            self.firsts.append(len(self.table_of))
            seats = self._seats(number)
            for own in seats:
                same = [seat for seat in seats if task.partners and not (seat - own) % 2]
                met = [seat for seat in seats if seat != own and seat not in same]
                self.mates.append((met, [seat for seat in same if seat != own]))
            self.table_of += [number] * size
        self.fixed: set[int] = set()
        self.sits = self._in_first_order()

    def tables(self) -> list[tuple[int, ...]]:
        found: list[list[int]] = [[] for _ in self.task.sizes]
        for place, entry in enumerate(self.sits):
            found[self.table_of[place]].append(entry)
        return [tuple(table) for table in found]

    def settle(self) -> None:
        """Exchange who sits ill for as long as it leads to anything better."""
        costs = [self._cost(place, entry) for place, entry in enumerate(self.sits)]
        least, best = sum(costs), list(self.sits)
        rests: dict[int, int] = {}
        step = better_at = 0
        while least and step - better_at < STEPS_A_SEAT * len(self.sits):
            step += 1
            ill = [at for at, cost in enumerate(costs) if cost and at not in self.fixed]
            if not ill:
                break
            place = ill[int(self.chance.random() * len(ill))]
            other = self._best_exchange(place, costs, rests, step)
            if other is None:
                continue
            self.sits[place], self.sits[other] = self.sits[other], self.sits[place]
            rests[self.sits[place]] = rests[self.sits[other]] = step + RESTS
            for at in {self.table_of[place], self.table_of[other]}:
                for moved in self._seats(at):
                    costs[moved] = self._cost(moved, self.sits[moved])
            now = sum(costs)
            if now < least:
                least, best, better_at = now, list(self.sits), step
        self.sits = best

    def _best_exchange(
        self, place: int, costs: Sequence[int], rests: Mapping[int, int], step: int
    ) -> int | None:
        """With which seat one is to be exchanged; of equals by lot."""
        best: tuple[int, float] | None = None
        found = None
        for other in self._candidates(place):
            if other in self.fixed or rests.get(self.sits[other], 0) >= step:
                continue
            change = self._change(place, other, costs)
            if best is None or change <= best[0]:
                drawn = (change, self.chance.random())
                if best is None or drawn < best:
                    best, found = drawn, other
        return found

    def _candidates(self, place: int) -> Iterable[int]:
        count, own = len(self.sits), self.table_of[place]
        if count <= LOOKED_AT:
            looked: Iterable[int] = range(count)
        else:
            looked = [int(self.chance.random() * count) for _ in range(LOOKED_AT)]
        if self.task.partners:
            return [other for other in looked if other != place]
        return [other for other in looked if self.table_of[other] != own]

    def _change(self, place: int, other: int, costs: Sequence[int]) -> int:
        """What an exchange of two seats changes of what theirs cost."""
        sits = self.sits
        before = costs[place] + costs[other]
        sits[place], sits[other] = sits[other], sits[place]
        after = self._cost(place, sits[place]) + self._cost(other, sits[other])
        sits[place], sits[other] = sits[other], sits[place]
        return after - before

    def _cost(self, place: int, entry: int) -> int:
        """What it costs that somebody sits there, beside those who do."""
        sits, (met, same) = self.sits, self.mates[place]
        against, beside = self.against[entry], self.beside[entry]
        cost = sum([against.get(sits[other], 0) for other in met])
        if same:
            cost += sum([beside.get(sits[other], 0) for other in same])
        if len(met) + len(same) + 1 != self.task.usual:
            cost += OTHER_SIZE * self.task.at_other_size.get(entry, 0)
        return cost

    def _seats(self, table: int) -> range:
        first = self.firsts[table]
        return range(first, first + self.task.sizes[table])

    def _price(self) -> None:
        task = self.task
        for two, times in task.met.items():
            # Where partners change, opponents meet again and again: there each time weighs alike.
            self._say(self.against, two, AGAIN * times if task.partners else AGAIN + times)
        for two, times in task.were_partners.items():
            self._say(self.beside, two, PARTNERS_AGAIN * times)
        for two in task.barred:
            self._say(self.against, two, BARRED)
            self._say(self.beside, two, BARRED)

    def _say(self, costs: dict[int, dict[int, int]], two: EntryPair, cost: int) -> None:
        first, second = two
        if first in costs and second in costs:
            costs[first][second] = costs[first].get(second, 0) + cost
            costs[second][first] = costs[second].get(first, 0) + cost

    def _in_first_order(self) -> list[int]:
        """By lot, those who are set to sit together at the first tables that have room for them:
        two partners at two seats of one side."""
        found: dict[int, int] = {}
        for group in self.task.together:
            places = next(self._places_for(len(group), found), None)
            if places:
                found.update(zip(places, group, strict=True))
        found.update(self._seats_apart(found))
        self.fixed.update(found)
        seated = set(found.values())
        lots = {entry: self.chance.random() for entry in self.task.entries}
        left = iter(sorted(lots.keys() - seated, key=lots.__getitem__))
        return [
            found[place] if place in found else next(left) for place in range(len(self.table_of))
        ]

    def _seats_apart(self, taken: Mapping[int, int]) -> dict[int, int]:
        """A seat for each of those who are kept apart, at a table where none of them sits yet."""
        apart, seated = set(self.task.apart), set(taken.values())
        free = [
            next(place for place in own if place not in taken)
            for own in map(self._seats, range(len(self.firsts)))
            if not any(taken.get(place) in apart for place in own)
            and any(place not in taken for place in own)
        ]
        return dict(zip(free, [one for one in self.task.apart if one not in seated], strict=False))

    def _places_for(self, count: int, taken: Mapping[int, int]) -> Iterator[Sequence[int]]:
        for first, size in zip(self.firsts, self.task.sizes, strict=True):
            sides = (0, 1) if self.task.partners else (0,)
            for side in sides:
                seats = range(first + side, first + size, len(sides))
                free = [place for place in seats if place not in taken]
                if len(free) >= count:
                    yield free[:count]
