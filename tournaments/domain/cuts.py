"""The cut between two stages: who goes on, in which order, and how that order is drawn.

From one table the best go on. From groups the first of each come before the second of each, and so
on, so that of twelve from five groups two of each go on and the two best of those in third place.
Among those in the same place of their groups the values of the tie-breaks decide that mean the same
in every group, then lots. Who is gone is passed over, and the next one of the table moves up. Who
shares a place is parted by lots. Lots are drawn from the seed of the event; anybody can check them
with a tool for SHA-256: the lowest digest of "undercut cut 1:<seed>:<row>" goes first, the row
being that of the whole table of the stage, from 1.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from kernel.text import N_, Text
from tournaments.domain.kinds.bracket import slots
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import tiebreak_of

LOTS_VERSION = 1
"""Raised whenever the same seed would give other lots."""

NEAR = 8
"""With how many of its tier somebody is tried where one swap alone does not help."""

PLACE = ("cut_place", N_("Place %(place)d"))
PLACE_OF_GROUP = ("cut_place_of_group", N_("Place %(place)d of group %(group)d"))
BEST_OF_PLACE = (
    "cut_best",
    N_("Place %(place)d of group %(group)d, among the best of those in that place"),
)
BY_LOT = ("cut_lot", N_("Place %(place)d, by lot among those who were level at the cut"))

LINE_ONE = ("line_one", N_("Place %(first)d goes on"))
LINE = ("line", N_("Places %(first)d to %(last)d go on"))
LINE_REST = ("line_rest", N_("Everybody from place %(first)d on goes on"))
LINE_BEST = ("line_best", N_("Of those in place %(place)d, the best %(best)d go on"))
LINE_AND_BEST = (
    "line_and_best",
    N_("%(line)s, and the best %(best)d of those in place %(place)d"),
)


@dataclass(frozen=True, slots=True)
class Cut:
    """How many go on: the best `take` after the first `skip`, all where `take` is 0.

    With `skip` a second event is filled with those who missed the first one's cut.
    """

    take: int = 0
    skip: int = 0


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A row of the table; `tier` is its place among those of its group who are not gone."""

    row: Standing
    tier: int
    record: tuple[float, ...]
    lot: str

    @property
    def level_with(self) -> tuple[object, object]:
        """Two that have one of these in common were parted by lots alone."""
        return (self.tier, self.record), (self.row.group, self.row.rank)


def qualifiers(
    standings: Sequence[Standing],
    cut: Cut,
    *,
    tiebreaks: Sequence[str] = (),
    gone: Collection[int] = frozenset(),
    seed: str = "",
) -> dict[int, Text]:
    """The entries that go on, in order of seed for the next stage, each with the reason.

    `standings` is the table of a stage that is over; `tiebreaks` are the codes of its `values`,
    `gone` those who withdrew or were put out. Who has no place in the table doesn't go on.
    """
    candidates = _in_order(standings, tiebreaks, gone, seed)
    last = cut.skip + cut.take if cut.take else len(candidates)
    before, chosen, after = candidates[: cut.skip], candidates[cut.skip : last], candidates[last:]
    level = {key for candidate in before + after for key in candidate.level_with}
    split = (
        {candidate.tier for candidate in after}
        if len({row.group for row in standings}) > 1
        else None
    )
    return {
        candidate.row.entry: Text(
            *_sentence(candidate, level, split),
            {"place": candidate.row.rank, "group": candidate.row.group},
        )
        for candidate in chosen
    }


def line(cut: Cut, groups: int = 1) -> Text | None:
    """The cut in words, of each group where there are several; None where everybody goes on, and
    for a cut through places of which only the best go on at both ends.

    An entrant who is gone keeps their place in the table, and the next one moves up: places are
    those of the others.
    """
    above, over = divmod(cut.skip, groups)
    if not cut.take:
        return Text(*LINE_REST, {"first": above + 1}) if above and not over else None
    last, best = divmod(cut.skip + cut.take, groups)
    if over:
        return None
    said = _places(above + 1, last) if last > above else None
    if not best:
        return said
    values = {"best": best, "place": last + 1}
    return Text(*LINE_AND_BEST, {"line": said, **values}) if said else Text(*LINE_BEST, values)


def _places(first: int, last: int) -> Text:
    if first == last:
        return Text(*LINE_ONE, {"first": first})
    return Text(*LINE, {"first": first, "last": last})


def last_above(
    cut: Cut, groups: Sequence[Sequence[int]], gone: Collection[int] = frozenset()
) -> frozenset[int]:
    """The entries below which a line stands in the table: of each group, given in order of place,
    the last one in a place that goes on, and the last one before the first of these."""
    found: set[int] = set()
    for places in (cut.skip, cut.skip + cut.take if cut.take else 0):
        whole = places // len(groups) if groups else 0
        for group in groups:
            here = [entry for entry in group if entry not in gone]
            found.update(here[whole - 1 : whole] if whole else ())
    return frozenset(found)


def _sentence(candidate: _Candidate, level: set[object], split: set[int] | None) -> tuple[str, str]:
    """Why somebody goes on: `level` are the keys of those who don't, `split` the places in a group
    of which only some go on, None where there are no groups."""
    if not level.isdisjoint(candidate.level_with):
        return BY_LOT
    if split is None:
        return PLACE
    return BEST_OF_PLACE if candidate.tier in split else PLACE_OF_GROUP


def _in_order(
    standings: Sequence[Standing], tiebreaks: Sequence[str], gone: Collection[int], seed: str
) -> list[_Candidate]:
    """Everybody who could go on, the best first."""
    lots = {row.entry: _lot(seed, number) for number, row in enumerate(standings, 1)}
    groups: dict[int | None, list[Standing]] = defaultdict(list)
    for row in standings:
        if row.rank is not None and row.entry not in gone:
            groups[row.group].append(row)
    candidates = [
        _Candidate(row, tier, _record(row, tiebreaks), lots[row.entry])
        for group in groups.values()
        for tier, row in enumerate(
            sorted(group, key=lambda standing: (standing.rank or 0, lots[standing.entry]))
        )
    ]
    return sorted(
        candidates, key=lambda candidate: (candidate.tier, candidate.record, candidate.lot)
    )


def _record(row: Standing, tiebreaks: Sequence[str]) -> tuple[float, ...]:
    """The values that can be compared between groups, the better the lower."""
    each = zip(map(tiebreak_of, tiebreaks), row.values, strict=False)
    return tuple(
        value if tiebreak.ascending else -value
        for tiebreak, value in each
        if not tiebreak.is_of_one_group
    )


def _lot(seed: str, row: int) -> str:
    return sha256(f"undercut cut {LOTS_VERSION}:{seed}:{row}".encode()).hexdigest()


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
    none helps alone, two swaps among neighbours are tried together; until nothing helps. Where
    many are of few clubs, more swaps at once could now and then part another two of a club.
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
        return any(self._mend_by_two(place, other) for other in self._near(place))

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
