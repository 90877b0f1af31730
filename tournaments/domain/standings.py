"""Tables of standings: places, who shares one, and the reason for each in words.

A reason is a `Text` with flat values, but for three: `opponent` is an entry, for which the door
puts its name; `round` and `tiebreak` are a `Text` of their own (the name of the round or of the
tie-break), which the door translates first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat

from players.text import N_, Text
from tournaments.domain.tiebreaks import Column, Columns, Lots, Records, Tiebreak

AHEAD = ("ahead", N_("Ahead of %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
BEHIND = ("behind", N_("Behind %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
LEVEL = ("level", N_("Level with %(opponent)s in everything that is compared"))
AHEAD_BY_LOT = ("ahead_by_lot", N_("Ahead of %(opponent)s by lot: level in everything else"))
BEHIND_BY_LOT = ("behind_by_lot", N_("Behind %(opponent)s by lot: level in everything else"))
ALONE = ("alone", N_("Nobody else has %(ours)s in %(tiebreak)s"))


@dataclass(frozen=True, slots=True)
class Standing:
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
        replace(row, shared=row.rank is not None and holders[row.rank] > 1) for row in ordered
    )


Row = tuple[int, tuple[float, ...]]
"""An entry and its values."""


def rank(records: Records, order: Sequence[Tiebreak]) -> tuple[Standing, ...]:
    """The entries by the tie-breaks in the order given, with the reason for each rank.

    Who is level in all of them shares a place, and stands in order of seed. The first tie-break is
    what the table is about, match points as a rule; a reason tells by which one an entry is ahead
    of the next one with as much of that, or behind the one before.
    """
    rows, played = _compared(records, order)
    found: list[Standing] = []
    place = 0
    for index, (entry, values) in enumerate(rows):
        above = rows[index - 1] if index else None
        below = rows[index + 1] if index + 1 < len(rows) else None
        level = above is not None and above[1] == values
        shared = level or (below is not None and below[1] == values)
        place = place if level else index + 1
        points = played[index].points
        won, lost = points.count(1.0), points.count(0.0)
        reason = _reason(values, (below, above), order)
        found.append(Standing(entry, place, reason, len(points), won, lost, shared, values))
    return tuple(found)


@lru_cache(maxsize=1024)  # a table has the same few values again and again
def shown(value: float) -> str:
    """A value as it is written: whole where it is, else with up to three digits after the point."""
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")


def _compared(records: Records, order: Sequence[Tiebreak]) -> tuple[list[Row], list[Columns]]:
    """The entries with their values, best first, and what each has played."""
    columns: list[Column] = []
    for tiebreak in order:
        columns.append(tiebreak.column(records, columns))
    falling = [
        [-value for value in column] if tiebreak.ascending else column
        for tiebreak, column in zip(order, columns, strict=True)
    ]
    places = range(0, -len(records.entries), -1)
    ordered = [-int(own[-1]) for own in sorted(zip(*falling, places, strict=True), reverse=True)]
    values = zip(*columns, strict=True) if columns else repeat((), len(places))
    rows: list[Row] = list(zip(records.entries, values, strict=True))
    return [rows[place] for place in ordered], [records.played[place] for place in ordered]


def _reason(
    values: tuple[float, ...], near: tuple[Row | None, Row | None], order: Sequence[Tiebreak]
) -> Text:
    """Against the next one where it is level with it in the first tie-break, else against the one
    before; where it is level with neither, its own value."""
    for rival in near:
        if rival is not None and rival[1][:1] == values[:1]:
            return _beside(values, rival, order)
    return Text(*ALONE, {"ours": shown(values[0]), "tiebreak": order[0].name})


def _beside(own: tuple[float, ...], rival: Row, order: Sequence[Tiebreak]) -> Text:
    """What parts an entry from its rival."""
    opponent, values = rival
    for place, tiebreak in enumerate(order):
        ours, theirs = own[place], values[place]
        if ours != theirs:
            ahead = (ours < theirs) == tiebreak.ascending
            if isinstance(tiebreak, Lots):
                return Text(*(AHEAD_BY_LOT if ahead else BEHIND_BY_LOT), {"opponent": opponent})
            said = {
                "opponent": opponent,
                "tiebreak": tiebreak.name,
                "ours": shown(ours),
                "theirs": shown(theirs),
            }
            return Text(*(AHEAD if ahead else BEHIND), said)
    return Text(*LEVEL, {"opponent": opponent})
