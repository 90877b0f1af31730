"""Bounds by match points: what an entry has, and what it can still make."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from kernel.text import Text
from tournaments.domain.kinds.clinch import sentences
from tournaments.domain.standings import Standing


def by_points(
    points: Mapping[int, float],
    open_matches: Mapping[int, int],
    low: int,
    high: int,
    *,
    in_group: bool = False,
) -> dict[int, Text]:
    """Sure of the first `low` is who fewer than so many can catch; out of the first `high` is who
    can't catch so many any more. Each open match can bring a point."""
    most = {entry: own + open_matches[entry] for entry, own in points.items()}
    sure, reachable = sorted(points.values()), sorted(most.values())
    found: dict[int, Text] = {}
    for entry, own in points.items():
        catch_it = len(reachable) - bisect_left(reachable, own) - 1  # it catches itself, too
        out_of_reach = len(sure) - bisect_right(sure, most[entry])
        if catch_it < low:
            found[entry] = sentences.sure(low, in_group=in_group)
        elif out_of_reach >= high:
            found[entry] = sentences.out(high, in_group=in_group)
        else:
            found[entry] = sentences.STILL_OPEN
    return found


def by_places(
    rows: Sequence[Standing], low: int, high: int, *, in_group: bool = False
) -> dict[int, Text]:
    """When nothing is open any more: who shares a place at the cut is still open."""
    found: dict[int, Text] = {}
    for row in rows:
        ranks = [other.rank for other in rows if other.rank is not None]
        if row.rank is None or row.rank > high:
            found[row.entry] = sentences.out(high, in_group=in_group)
        elif sum(rank <= row.rank for rank in ranks) <= low:
            found[row.entry] = sentences.sure(low, in_group=in_group)
        else:
            found[row.entry] = sentences.STILL_OPEN
    return found
