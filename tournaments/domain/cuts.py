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
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count

from kernel.text import N_, Text
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import tiebreak_of

LOTS_VERSION = 1
"""Raised whenever the same seed would give other lots."""

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
    here = [row for row in standings if row.rank is not None and row.entry not in gone]
    here.sort(key=lambda row: (row.rank or 0, lots[row.entry]))
    tiers: dict[int | None, Iterator[int]] = defaultdict(count)
    candidates = [
        _Candidate(row, next(tiers[row.group]), _record(row, tiebreaks), lots[row.entry])
        for row in here
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
