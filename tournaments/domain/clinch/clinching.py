"""Who is sure to be among the first so many, who can't be, and who is with a win.

What is said holds whatever comes, by the places of the table (in which the withdrawn stay): every
open match played, drawn where the event allows it, won by walkover or forfeited by both. What can't
be proved is "still open". It does not reckon with results that are corrected, with penalties that
turn a match that was won, and with entries that come late and are not in the table yet.

- A knock-out, single or double, while at most eight are still in: complete, but for events in which
  somebody who has withdrawn is still to be met.
- A group of a round robin of at most eight, with at most six matches open: all ways in which they
  can be won; `groups` says which tie-breaks are counted exactly.
- Any other group, and a Swiss: by match points alone, where they are compared first.
- A ladder and a qualifying: still open until they are over.
"""

from collections.abc import Mapping, Sequence

from kernel.text import Text
from tournaments.domain.clinch import sentences
from tournaments.domain.clinch.groups import clinch_groups
from tournaments.domain.clinch.knock_out import clinch_knock_out
from tournaments.domain.clinch.points import by_places, by_points
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.base import Format
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.standings import Standing


def clinch(
    format: Format, table: Crosstable, take: int, *, best_of: float = 1
) -> Mapping[int, Text]:
    """What is sure of each entry, where the first `take` go through; 1 is to win the event.

    Of a round robin in groups as many go on from each as `take` divided by the groups, and the best
    of the next place, of whom nothing is said. `best_of` is the number of games of a match,
    infinite where a match won says nothing of its games, as between teams.
    """
    if take < 1:
        raise ValueError(f"nobody goes through: {take=}")
    if not table.plan:
        return dict.fromkeys(table.entries, sentences.STILL_OPEN)
    if isinstance(format, SingleElimination | DoubleElimination):
        return clinch_knock_out(format, table, take)
    if isinstance(format, RoundRobin):
        return clinch_groups(format, table, take, best_of=best_of)
    rows = format.places(table)
    if format.is_over(table):
        return by_places(rows, take, take)
    if isinstance(format, Swiss) and format.tiebreaks[:1] == ("match_points",):
        return _swiss(format, table, rows, take)
    return dict.fromkeys(table.entries, sentences.STILL_OPEN)


def _swiss(
    format: Swiss, table: Crosstable, rows: Sequence[Standing], take: int
) -> Mapping[int, Text]:
    left = format.rounds_left(table)
    coming = max(plan.round for plan in table.plan) + 1
    open_now = {
        entry
        for pairing in format.advance(table)
        if pairing.decision is None
        for entry in pairing.entries
    }
    most = {
        entry: (left if table.plays(entry, coming) else 0) + (entry in open_now)
        for entry in table.entries
    }
    return by_points({row.entry: row.values[0] for row in rows}, most, take, take)
