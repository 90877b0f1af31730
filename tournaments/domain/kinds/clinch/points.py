"""The places that go through, and bounds by match points: what an entry has and can still make."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from kernel.text import Text
from tournaments.domain.kinds.clinch import sentences
from tournaments.domain.standings import Standing


class Through(NamedTuple):
    """The first `low` of the table go through, up to the first `high` may."""

    low: int
    high: int
    in_group: bool = False

    @classmethod
    def of(cls, take: int, groups: int = 1) -> Self:
        """As many from each of so many groups, and the best of the next place."""
        low, more = divmod(take, groups)
        return cls(low, low + bool(more), groups > 1)

    def sure(self) -> Text:
        """It will stand among those who go through."""
        if self.low == 1:
            return sentences.SURE_OF_FIRST
        said = sentences.SURE_IN_GROUP if self.in_group else sentences.SURE
        return Text(*said, {"take": self.low})

    def out(self) -> Text:
        """It won't stand among those who may."""
        if self.high == 1:
            return sentences.NOT_FIRST
        said = sentences.OUT_IN_GROUP if self.in_group else sentences.OUT
        return Text(*said, {"take": self.high})


def by_points(
    points: Mapping[int, float], open_matches: Mapping[int, int], through: Through
) -> dict[int, Text]:
    """Sure is who fewer than go through can catch; out is who can't catch so many as may go through
    any more. Each open match can bring a point."""
    most = {entry: own + open_matches[entry] for entry, own in points.items()}
    sure, reachable = sorted(points.values()), sorted(most.values())
    found: dict[int, Text] = {}
    for entry, own in points.items():
        catch_it = len(reachable) - bisect_left(reachable, own) - 1  # it catches itself, too
        out_of_reach = len(sure) - bisect_right(sure, most[entry])
        if catch_it < through.low:
            found[entry] = through.sure()
        elif out_of_reach >= through.high:
            found[entry] = through.out()
        else:
            found[entry] = sentences.STILL_OPEN
    return found


def by_places(rows: Sequence[Standing], through: Through) -> dict[int, Text]:
    """When nothing is open any more: who shares a place at the cut is still open."""
    found: dict[int, Text] = {}
    ranks = [row.rank for row in rows if row.rank is not None]
    for row in rows:
        if row.rank is None or row.rank > through.high:
            found[row.entry] = through.out()
        elif sum(rank <= row.rank for rank in ranks) <= through.low:
            found[row.entry] = through.sure()
        else:
            found[row.entry] = sentences.STILL_OPEN
    return found
