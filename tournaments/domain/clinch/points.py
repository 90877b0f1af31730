"""Bounds by match points: what an entry has, and what it can still make."""

from collections.abc import Mapping, Sequence

from players.text import Text
from tournaments.domain.clinch import sentences
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
    found: dict[int, Text] = {}
    for entry, own in points.items():
        others = [other for other in points if other != entry]
        if sum(most[other] >= own for other in others) < low:
            found[entry] = sentences.sure(low, in_group=in_group)
        elif sum(points[other] > most[entry] for other in others) >= high:
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
