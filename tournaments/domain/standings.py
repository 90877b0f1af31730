"""Tables of standings: places, who shares one, and the reason for each in words.

A reason is a `Text` with flat values, but for three: `opponent` is an entry, for which the door
puts its name; `round` and `tiebreak` are a `Text` of their own (the name of the round or of the
tie-break), which the door translates first.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from players.text import N_, Text
from tournaments.domain.tiebreaks import Records, Tiebreak

AHEAD = ("ahead", N_("Ahead of %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
BEHIND = ("behind", N_("Behind %(opponent)s on %(tiebreak)s: %(ours)s against %(theirs)s"))
LEVEL = ("level", N_("Level with %(opponent)s in everything that is compared"))
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
    rows: list[Row] = []
    _add_rows(rows, records, order, [(entry, ()) for entry in records.rounds])
    found: list[Standing] = []
    for index, (entry, values) in enumerate(rows):
        level = bool(index) and rows[index - 1][1] == values
        place = found[-1].rank if level else index + 1
        shared = level or (index + 1 < len(rows) and rows[index + 1][1] == values)
        reason = _reason(rows, index, order)
        played, won, lost = _counts(records, entry)
        found.append(Standing(entry, place, reason, played, won, lost, shared, values))
    return tuple(found)


def _counts(records: Records, entry: int) -> tuple[int, int, int]:
    """Matches played, won and lost."""
    points = [one.points for one in records.played[entry]]
    return len(points), points.count(1.0), points.count(0.0)


def shown(value: float) -> str:
    """A value as it is written: whole where it is, else with up to three digits after the point."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _add_rows(
    rows: list[Row], records: Records, order: Sequence[Tiebreak], group: Sequence[Row]
) -> None:
    """Add the rows of entries that are level so far, parted by the tie-breaks that are left."""
    if len(group) == 1:
        ((entry, values),) = group
        rows.append((entry, (*values, *[one.value(records, entry, (entry,)) for one in order])))
    elif not order:
        rows += group
    else:
        tied = frozenset(entry for entry, _ in group)
        first, *rest = order
        found = [(entry, (*values, first.value(records, entry, tied))) for entry, values in group]
        found.sort(key=lambda row: row[1][-1] if first.ascending else -row[1][-1])
        for _, part in groupby(found, key=lambda row: row[1][-1]):
            _add_rows(rows, records, rest, list(part))


def _reason(rows: Sequence[Row], index: int, order: Sequence[Tiebreak]) -> Text:
    """Against the next one where it is level with it in the first tie-break, else against the one
    before; where it is level with neither, its own value."""
    own = rows[index][1]
    near = [*rows[index + 1 : index + 2], *rows[max(0, index - 1) : index]]
    rival = next((row for row in near if row[1][:1] == own[:1]), None)
    if rival is None:
        return Text(*ALONE, {"ours": shown(own[0]), "tiebreak": order[0].name})
    opponent, theirs = rival
    first = next((place for place in range(len(order)) if own[place] != theirs[place]), None)
    if first is None:
        return Text(*LEVEL, {"opponent": opponent})
    lower = own[first] < theirs[first]
    ahead = lower == order[first].ascending
    return Text(
        *(AHEAD if ahead else BEHIND),
        {
            "opponent": opponent,
            "tiebreak": order[first].name,
            "ours": shown(own[first]),
            "theirs": shown(theirs[first]),
        },
    )
