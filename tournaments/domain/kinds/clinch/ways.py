"""The ways in which the open matches of a group can come out, as far as they have to be looked at.

A question about an entry is answered by going from match to match, its own first. As soon as points
alone tell for all ways that are left whether it stands above the cut, none of them is looked at any
more; only the others are gone through to the end.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product, repeat
from math import ceil, inf
from typing import Literal

from tournaments.domain.tiebreaks.base import Tiebreak, columns_of
from tournaments.domain.tiebreaks.records import DRAW, WIN, Meeting, records_of

WayResult = Literal["won", "drawn", "lost", "forfeited"]

WAYS: Mapping[WayResult, tuple[WayResult, float]] = {
    "won": ("lost", WIN),
    "lost": ("won", 0.0),
    "forfeited": ("forfeited", 0.0),
    "drawn": ("drawn", DRAW),
}
"""How a match can come out for one: what that is for the other, and the points of the one."""


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A group with its open matches, by entries, in order of round.

    `decided` are the rounds that are, by entry; `exact` the tie-breaks that tell for certain, and
    `margin_code` the one that comes after them where it has bounds. `margins` are the bounds of
    each entry in it, from what is decided; a match moves them by at most `most`.
    """

    decided: Mapping[int, Sequence[Meeting]]
    matches: Sequence[tuple[int, int]]
    exact: Sequence[Tiebreak]
    margin_code: str
    margins: Mapping[int, tuple[float, float]]
    most: float
    draws: bool

    def __hash__(self) -> int:
        """Of what tells groups apart as a rule; equal are those of which everything is."""
        return hash((tuple(self.decided), tuple(self.matches)))

    def open_matches(self, entry: int) -> int:
        return sum(entry in match for match in self.matches)


class Way:
    """One way in which all open matches come out.

    By entry, `results` are those of its open matches, with the opponents; `above` is how many are
    ahead of it for certain, by the exact tie-breaks, and `level` are those level with it, itself
    included. `margins` are the bounds of the tie-break after those.
    """

    def __init__(self, group: OpenGroup, results: Sequence[WayResult]) -> None:
        self.group = group
        self.results: dict[int, list[tuple[int, WayResult]]] = defaultdict(list)
        rounds = {entry: list(own) for entry, own in group.decided.items()}
        for (first, second), result in zip(group.matches, results, strict=True):
            for entry, opponent, how in ((first, second, result), (second, first, WAYS[result][0])):
                self.results[entry].append((opponent, how))
                rounds[entry].append(Meeting("played", opponent, WAYS[how][1]))
        self.above, self.level = _ranked(rounds, group.exact)
        self.margins = group.margins
        if group.margin_code:
            self.margins = {round: self.bounds(round) for round in rounds}

    def at_best(self, entry: int) -> int:
        """How many stand where it does or above it, itself included, at the least."""
        most = self.margins[entry][1]
        ahead = sum(self.margins[rival][0] > most for rival in self.level[entry])
        return self.above[entry] + ahead + 1

    def at_worst(self, entry: int) -> int:
        """The same at the most."""
        least = self.margins[entry][0]
        beside = sum(self.margins[rival][1] >= least for rival in self.level[entry])
        return self.above[entry] + beside

    def bounds(self, entry: int, without: int | None = None) -> tuple[float, float]:
        """The least and the most that it can have in the tie-break after the exact ones; its match
        against somebody left out if so wished."""
        least, most = self.group.margins[entry]
        for opponent, result in self.results[entry]:
            if opponent != without and result != "forfeited":
                loses = result != "won" or self.group.most == inf
                wins = result != "lost" or self.group.most == inf
                least, most = least - self.group.most * loses, most + self.group.most * wins
        return least, most

    def room(self, entry: int, cut: int) -> float:
        """By how much the entry can lose its one open match and be among the first `cut`; less than
        0 where it can't."""
        spare = cut - 1 - self.above[entry]
        ((opponent, result),) = self.results[entry]
        own, _ = self.group.margins[entry]
        rooms: list[float] = []
        for rival in self.level[entry]:
            if rival == entry:
                continue
            if rival == opponent and result == "lost":
                gap = own - self.bounds(rival, without=entry)[1]
                rooms.append(ceil(gap / 2) - 1 if gap > -inf else -inf)
            else:
                rooms.append(own - self.margins[rival][1] - 1)
        behind = len(rooms) - spare
        if behind <= 0:
            return inf
        if spare < 0:
            return -1
        room = sorted(rooms, reverse=True)[behind - 1]
        return inf if result == "forfeited" and room >= 0 else room


def _ranked(
    rounds: Mapping[int, Sequence[Meeting]], order: Sequence[Tiebreak]
) -> tuple[dict[int, int], dict[int, Sequence[int]]]:
    """By entry, how many are ahead of it, and who is level with it."""
    records = records_of(rounds, all_drawn=True)
    columns = columns_of(records, order)
    values = zip(*columns, strict=True) if columns else repeat((), len(rounds))
    level: dict[tuple[float, ...], list[int]] = {}
    for entry, key in zip(rounds, values, strict=True):
        level.setdefault(key, []).append(entry)
    above: dict[int, int] = {}
    for key in sorted(level, reverse=True):
        above |= dict.fromkeys(level[key], len(above))
    return above, {entry: tied for tied in level.values() for entry in tied}


Span = tuple[float, float]
"""The least and the most points that an entry can end with."""


class Endings:
    """What the ways in which a group can end leave an entry: whether it is among the first `cut`.

    How its next match comes out for it can be told (`with_result`).
    """

    def __init__(self, group: OpenGroup) -> None:
        self.group = group
        self.by_points = [tiebreak.code for tiebreak in group.exact[:1]] == ["match_points"]
        self.results = [way for way in WAYS if group.draws or way != "drawn"]
        self.spans: dict[int, Span] = {}
        for entry, own in group.decided.items():
            points = sum(meeting.points for meeting in own)
            self.spans[entry] = (points, points + WIN * group.open_matches(entry))
        self._way = cache(partial(Way, group))

    def may_be_within(self, entry: int, cut: int) -> bool:
        """Whether there is a way in which it may be."""
        rooms = self._rooms(entry, cut, lambda way: cut - way.at_best(entry))
        return any(room >= 0 for room in rooms)

    def is_within(self, entry: int, cut: int, with_result: WayResult | None = None) -> bool:
        """Whether it is in all ways."""
        rooms = self._rooms(entry, cut, lambda way: cut - way.at_worst(entry), with_result)
        return all(room >= 0 for room in rooms)

    def margin(self, entry: int, cut: int) -> float:
        """By how much it can lose its one open match and be so in all ways; less than 0 where it
        can't."""
        return min(self._rooms(entry, cut, lambda way: way.room(entry, cut), "lost"))

    def _rooms(
        self,
        entry: int,
        cut: int,
        room: Callable[[Way], float],
        with_result: WayResult | None = None,
    ) -> Iterator[float]:
        """The room above the cut in each way, less than 0 below it; once for all ways of a part of
        which points tell on which side it is."""
        for way in self._ways(entry, cut, with_result):
            if isinstance(way, Way):
                yield room(way)
            else:
                yield inf if way else -1

    def _ways(self, entry: int, cut: int, with_result: WayResult | None) -> Iterator[bool | Way]:
        """Whether it is so, where points tell it for all ways of a part; and each other way."""
        group = self.group
        own = [number for number, match in enumerate(group.matches) if entry in match]
        allowed: list[Sequence[WayResult]] = [self.results] * len(group.matches)
        if with_result:
            wished = {"lost", "forfeited"} if with_result == "lost" else {with_result}
            is_first = group.matches[own[0]][0] == entry
            allowed[own[0]] = [
                result
                for result in self.results
                if (result if is_first else WAYS[result][0]) in wished
            ]
        if cut >= len(group.decided):
            yield True
        elif self.by_points:
            first_own = sorted(enumerate(allowed), key=lambda pair: pair[0] not in own)
            yield from self._part(entry, cut, self.spans, first_own, {})
        else:
            yield from map(self._way, product(*allowed))

    def _part(
        self,
        entry: int,
        cut: int,
        spans: Mapping[int, Span],
        left: Sequence[tuple[int, Sequence[WayResult]]],
        results: Mapping[int, WayResult],
    ) -> Iterator[bool | Way]:
        """The ways in which some matches have come out so, by their numbers."""
        told = self._told(entry, cut, spans)
        if told is not None:
            yield told
        elif not left:
            yield self._way(tuple(results[number] for number in range(len(results))))
        else:
            (number, allowed), *later = left
            first, second = self.group.matches[number]
            for result in allowed:
                other, points = WAYS[result]
                after = {
                    **spans,
                    first: _made(spans[first], points),
                    second: _made(spans[second], WAYS[other][1]),
                }
                yield from self._part(entry, cut, after, later, {**results, number: result})

    def _told(self, entry: int, cut: int, spans: Mapping[int, Span]) -> bool | None:
        """Whether it is among the first for certain or for certain not; None where that is open."""
        least, most = spans[entry]
        if sum(low > most for low, _ in spans.values()) >= cut:
            return False
        return True if sum(high >= least for _, high in spans.values()) <= cut else None


def _made(span: Span, points: float) -> Span:
    """What can still be made after a match that brings so many points."""
    least, most = span
    return least + points, most - WIN + points
