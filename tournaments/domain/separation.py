"""Few who meet too soon in the bracket of a knock-out: group-mates, and members of one club."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tournaments.domain.kinds.bracket import slots

NEAR = 8
"""With how many of its tier somebody is tried where one swap alone does not help."""
MOST_IN_TURN = 3
"""How many swaps in turn part group-mates, each of somebody who meets one by the swap before."""


def for_knock_out(
    order: Sequence[int],
    groups: Mapping[int, int] | None = None,
    clubs: Mapping[int, object] | None = None,
) -> tuple[int, ...]:
    """The order of seeds with few who meet too soon in the bracket of a knock-out.

    Only entries of one tier change places: those in the same place of their groups; where there
    are not two `groups` or more, those of one line of seeds (1, 2, 3 and 4, 5 to 8, ...).
    Group-mates shall not meet in the first round; then club-mates shall not (`clubs` has those who
    are in one); then the first two of a group shall be in opposite halves. From the last seed up,
    whoever one of these is wrong for is swapped with the nearest of those that help most; where
    none helps alone, two swaps among neighbours are tried together, and of who meets a group-mate
    some in turn; until nothing helps. Where many are of few clubs, more swaps at once could now and
    then part another two of a club.
    """
    groups = groups if groups and len({*groups.values()}) > 1 else {}
    board = _Board(list(order), groups, clubs or {})
    board.settle()
    return tuple(board.order)


class _Board:
    """An order of seeds that is being changed, and what is wrong with it. Places count from 0."""

    def __init__(
        self, order: list[int], groups: Mapping[int, int], clubs: Mapping[int, object]
    ) -> None:
        self.order, self.groups, self.clubs = order, groups, clubs
        self.place = {entry: place for place, entry in enumerate(order)}
        seeds = slots(len(order))
        self.size = len(seeds)
        self.upper = {seed - 1 for seed in seeds[: self.size // 2]}
        members: dict[int, list[int]] = defaultdict(list)
        tiers: dict[tuple[bool, int], list[int]] = defaultdict(list)
        for place, entry in enumerate(order):
            if entry in groups:
                tiers[True, len(members[groups[entry]])].append(place)
                members[groups[entry]].append(entry)
            else:
                tiers[False, place.bit_length()].append(place)
        self.tier = {place: tier for tier in tiers.values() for place in tier}
        firsts = [member[:2] for member in members.values() if len(member) > 1]
        self.partner = {first: second for pair in firsts for first, second in (pair, pair[::-1])}

    def settle(self) -> None:
        """Swap as long as it helps."""
        while sum(self._mend(place) for place in reversed(range(len(self.order)))):
            pass

    def _mend(self, place: int) -> bool:
        """Whether there was something wrong at a place that a swap, or two together, made less."""
        if not self._faults(place):
            return False
        change, other = self._best(place, self.tier[place])
        if change < 0:
            self._swap(place, other)
            return True
        if any(self._mend_by_two(place, other) for other in self._near(place)):
            return True
        return self._mend_in_turn(place, 0, MOST_IN_TURN)

    def _mend_by_two(self, place: int, other: int) -> bool:
        first = self._change(place, other)
        self._swap(place, other)
        for moved in (place, other, *self._bound_to(place), *self._bound_to(other)):
            change, then = self._best(moved, self._near(moved))
            if first + change < 0:
                self._swap(moved, then)
                return True
        self._swap(place, other)
        return False

    def _mend_in_turn(self, place: int, so_far: int, left: int) -> bool:
        """Whether swaps that begin at a place, each of somebody who meets a group-mate by the one
        before, together make the faults less; `so_far` is what those before have changed."""
        opposite = self.size - 1 - place
        if not left or opposite >= len(self.order) or not self._are_mates(place, opposite):
            return False
        for other in self._near(place):
            change = so_far + self._change(place, other)
            moved = (place, other, *self._bound_to(place), *self._bound_to(other))
            self._swap(place, other)
            if change < 0 or any(self._mend_in_turn(one, change, left - 1) for one in moved):
                return True
            self._swap(place, other)
        return False

    def _are_mates(self, place: int, other: int) -> bool:
        return _share(self.groups, self.order[place], self.order[other])

    def _best(self, place: int, others: Sequence[int]) -> tuple[int, int]:
        """The change by the best swap of a place with one of these, the nearest first, and which
        one that is."""
        change, _, other = min(
            (self._change(place, other), abs(other - place), other) for other in others
        )
        return change, other

    def _near(self, place: int) -> list[int]:
        return sorted(self.tier[place], key=lambda other: abs(other - place))[:NEAR]

    def _swap(self, place: int, other: int) -> None:
        order = self.order
        order[place], order[other] = order[other], order[place]
        self.place[order[place]], self.place[order[other]] = place, other

    def _change(self, place: int, other: int) -> int:
        """How much more the faults would weigh."""
        touched = {place, other, *self._bound_to(place), *self._bound_to(other)}
        before = sum(self._faults(moved) for moved in touched)
        self._swap(place, other)
        after = sum(self._faults(moved) for moved in touched)
        self._swap(place, other)
        return after - before

    def _bound_to(self, place: int) -> Iterator[int]:
        """The places of the first opponent and of the other one of the first two of the group."""
        opposite = self.size - 1 - place
        if opposite < len(self.order):
            yield opposite
        if self.order[place] in self.partner:
            yield self.place[self.partner[self.order[place]]]

    def _faults(self, place: int) -> int:
        """What is wrong for the entry there, the worst weighing more than all else together."""
        entry, opposite = self.order[place], self.size - 1 - place
        heavier = self.size + 1
        weight = 0
        if opposite < len(self.order):
            opponent = self.order[opposite]
            weight += _share(self.clubs, entry, opponent) * heavier
            weight += _share(self.groups, entry, opponent) * heavier * heavier
        if entry in self.partner:
            other = self.place[self.partner[entry]]
            weight += (place in self.upper) == (other in self.upper)
        return weight


def _share(of: Mapping[int, object], place: int, other: int) -> bool:
    """Whether both are in the same of these."""
    return place in of and other in of and of[place] == of[other]
