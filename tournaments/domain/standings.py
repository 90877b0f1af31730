"""Tables of standings: places, who shares one, and the reason for each in words.

A reason is a `Text` with flat values, but for three: `opponent` is an entry, for which page or API
puts its name; `round` and `tiebreak` are a `Text` of their own (the name of the round or of the
tie-break), which they translate first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, repeat
from typing import NamedTuple

from kernel.text import N_, Text
from tournaments.domain.tiebreaks.base import Tiebreak, columns_of
from tournaments.domain.tiebreaks.lots import Lots
from tournaments.domain.tiebreaks.records import Columns, Records

AHEAD = ("ahead", N_("Ahead of %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
BEHIND = ("behind", N_("Behind %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
LEVEL = ("level", N_("Level with %(opponent)s in everything that is compared"))
AHEAD_BY_LOT = ("ahead_by_lot", N_("Ahead of %(opponent)s by lot: level in everything else"))
BEHIND_BY_LOT = ("behind_by_lot", N_("Behind %(opponent)s by lot: level in everything else"))
NO_RESULT = Text("no_result", N_("Nothing is decided yet"))
ALONE = ("alone", N_("Nobody else has %(ours)s in %(tiebreak)s"))
SENTENCES = (AHEAD, BEHIND, LEVEL, AHEAD_BY_LOT, BEHIND_BY_LOT, NO_RESULT, ALONE)


class Standing(NamedTuple):
    """One row of the table.

    `rank` is None while the entry is still in. `played`, `won` and `lost` count matches that were
    played: a bye, a walkover and a double forfeit count in none of them; what is left of `played`
    are drawn matches. `values` are those of the tie-breaks, in the order of the event. `group` is
    the group, from 1, in which the rank holds; None where there is one table for all.
    """

    entry: int
    rank: int | None
    reason: Text
    played: int = 0
    won: int = 0
    lost: int = 0
    shared: bool = False
    values: tuple[float, ...] = ()
    group: int | None = None


def in_order(rows: Iterable[Standing]) -> tuple[Standing, ...]:
    """The rows from the top of the table, with `shared` set where two or more have one rank.

    Those still in stand first; rows of one rank keep the order in which they were given.
    """
    ordered = sorted(rows, key=lambda row: row.rank or 0)
    holders = Counter(row.rank for row in ordered)
    return tuple(
        row._replace(shared=row.rank is not None and holders[row.rank] > 1) for row in ordered
    )


RankedRow = tuple[int, tuple[float, ...]]
"""An entry and its values."""

BY_THE_FIRST = 0
"""The place of the first tie-break in the order of the event."""


def rank(records: Records, order: Sequence[Tiebreak]) -> tuple[Standing, ...]:
    """The entries by the tie-breaks in the order given, with the reason for each rank.

    Who is level in all of them shares a place, and stands in order of seed. The first tie-break is
    what the table is about, match points as a rule; a reason tells by which one an entry is ahead
    of the next one with as much of that, or behind the one before. Before the first result nobody
    is parted by lot.
    """
    if not records.has_result:
        order = [tiebreak for tiebreak in order if tiebreak.code != Lots.code]
    rows, played = _compared(records, order)
    if not rows:
        return ()
    # By which tie-break each is parted from the next; nobody is beyond either end.
    parted = [_parted_by(row[1], following[1]) for row, following in pairwise(rows)]
    above, below = [BY_THE_FIRST, *parted], [*parted, BY_THE_FIRST]
    found: list[Standing] = []
    place = 0
    each = zip(rows, played, above, below, strict=True)
    for index, ((entry, values), own, from_above, from_below) in enumerate(each):
        if from_above is not None:
            place = index + 1
        level_above, level_below = from_above is None, from_below is None
        if not records.has_result and (level_above or level_below or not order):
            reason = NO_RESULT
        elif from_below != BY_THE_FIRST:
            reason = _reason(AHEAD, AHEAD_BY_LOT, values, rows[index + 1], from_below, order)
        elif from_above != BY_THE_FIRST:
            reason = _reason(BEHIND, BEHIND_BY_LOT, values, rows[index - 1], from_above, order)
        else:
            reason = Text(*ALONE, {"ours": shown(values[0]), "tiebreak": order[0].name})
        shared = level_above or level_below
        count, won, lost = len(own.points), own.points.count(1.0), own.points.count(0.0)
        found.append(Standing(entry, place, reason, count, won, lost, shared, values))
    return tuple(found)


@lru_cache(maxsize=1024)  # a table has the same few values again and again
def shown(value: float) -> str:
    """A value as it is written: whole where it is, else with up to three digits after the point."""
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")


def _compared(records: Records, order: Sequence[Tiebreak]) -> tuple[list[RankedRow], list[Columns]]:
    """The entries with their values, best first, and what each has played."""
    columns = columns_of(records, order)
    falling = [
        [-value for value in column] if tiebreak.ascending else column
        for tiebreak, column in zip(order, columns, strict=True)
    ]
    count = len(records.entries)
    keys = list(zip(*falling, strict=True)) or [()] * count
    values = zip(*columns, strict=True) if columns else repeat((), count)
    rows: list[RankedRow] = list(zip(records.entries, values, strict=True))
    ordered = sorted(range(count), key=keys.__getitem__, reverse=True)  # keeps the order of seed
    return [rows[place] for place in ordered], [records.played[place] for place in ordered]


def _parted_by(ours: tuple[float, ...], theirs: tuple[float, ...]) -> int | None:
    """The place of the first tie-break in which two differ, None where they are level in all."""
    for place, value in enumerate(ours):
        if value != theirs[place]:
            return place
    return None


def _reason(
    said: tuple[str, str],
    by_lot: tuple[str, str],
    own: tuple[float, ...],
    rival: RankedRow,
    parted_by: int | None,
    order: Sequence[Tiebreak],
) -> Text:
    """What parts an entry from its neighbour with as many points."""
    opponent, values = rival
    if parted_by is None:
        return Text(*LEVEL, {"opponent": opponent})
    tiebreak = order[parted_by]
    if tiebreak.code == Lots.code:
        return Text(*by_lot, {"opponent": opponent})
    ours, theirs = shown(own[parted_by]), shown(values[parted_by])
    return Text(
        *said,
        {"opponent": opponent, "tiebreak": tiebreak.name, "ours": ours, "theirs": theirs},
    )
