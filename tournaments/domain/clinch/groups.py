"""Groups of a round robin: every way in which the open matches can be won.

For each of them the tie-breaks in EXACT, as far as the event compares them first, tell for certain
who is level with whom. The next one, where it is games difference or net points, parts those by
bounds: a match won brings at least no game, one lost takes at most as many as win a match, and net
points are bounded by nothing. Whoever may be ahead counts as ahead; what comes after is not
looked at.

An entry in its last match may be sure with a small loss too: the margin is the least of what every
way of losing allows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product, repeat, takewhile
from math import ceil, inf
from typing import Literal, NamedTuple

from players.text import Text
from tournaments.domain.clinch import sentences
from tournaments.domain.clinch.points import by_places, by_points
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.base import Resolved
from tournaments.domain.formats.meetings import DRAW, WIN, meetings
from tournaments.domain.formats.round_robin import RoundRobin, groups_of
from tournaments.domain.tiebreaks import Column, Meeting, Tiebreak, records_of, tiebreak_of

MOST_ENTRIES, MOST_MATCHES = 8, 6

EXACT = (
    "match_points",
    "head_to_head",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
)
"""The tie-breaks that follow from who won in a round robin, and from nothing else."""

MARGINS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "games_difference": (sentences.WITH_GAMES, sentences.WITH_DRAW_OR_GAMES),
    "net_points": (sentences.WITH_NET, sentences.WITH_DRAW_OR_NET),
}
"""The tie-breaks with bounds: what is said of a small loss, and of a draw or a small loss."""

Result = Literal["won", "drawn", "lost", "forfeited"]

WAYS: Mapping[Result, tuple[Result, float]] = {
    "won": ("lost", WIN),
    "lost": ("won", 0.0),
    "forfeited": ("forfeited", 0.0),
    "drawn": ("drawn", DRAW),
}
"""How a match can come out for one: what that is for the other, and the points of the one."""


class Cut(NamedTuple):
    """The first `low` of the table go through, up to the first `high` may."""

    low: int
    high: int
    in_group: bool


@dataclass(frozen=True, slots=True)
class Group:
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


@dataclass(slots=True)
class Chances:
    """What all ways leave an entry.

    How many stand where it does or above it: at the `best`, and at the `worst` by how its next
    match comes out. `margin` is by how much it can lose its last match, less than 0 where it can't.
    """

    best: int
    worst: dict[Result | None, int] = field(default_factory=dict)
    margin: float = inf


def clinch_groups(
    format: RoundRobin, table: Crosstable, take: int, *, best_of: float
) -> Mapping[int, Text]:
    """What is sure of each entry in its group."""
    rows, groups, pairings = format.places(table), groups_of(table), format.advance(table)
    low, more = divmod(take, len(groups))
    cut = Cut(low, low + bool(more), len(groups) > 1)
    found = dict.fromkeys(table.entries, sentences.STILL_OPEN)
    for number, entries in enumerate(groups, 1):
        matches = [one for one in pairings if not one.is_bye and one.entries[0] in entries]
        if all(one.decision for one in matches):
            own = [row for row in rows if row.group == number]
            found |= by_places(own, cut.low, cut.high, in_group=cut.in_group)
        elif not _may_be_annulled(format, entries, matches):
            group = _group(format, table, entries, matches, best_of=best_of)
            found.update(_said_of(group, cut))
    return found


def _may_be_annulled(
    format: RoundRobin, entries: Sequence[int], matches: Sequence[Resolved]
) -> bool:
    """Whether the matches of somebody count no more if it leaves now, or count no more already."""
    played = [one.entries for one in matches if one.decision in ("played", "drawn")]
    return format.annul_before_half and any(
        2 * sum(entry in one for one in played) < sum(entry in one.entries for one in matches)
        for entry in entries
    )


def _group(
    format: RoundRobin,
    table: Crosstable,
    entries: Sequence[int],
    matches: Sequence[Resolved],
    *,
    best_of: float,
) -> Group:
    found = meetings(table, matches, format.net_cap)
    decided = {entry: [*found[entry].values()] for entry in entries}
    codes = list(takewhile(EXACT.__contains__, format.tiebreaks))
    following = [*format.tiebreaks[len(codes) :], ""][0]
    margins = dict.fromkeys(entries, (-inf, inf))
    if following in MARGINS:
        column = tiebreak_of(following).column(records_of(decided, all_drawn=True), [])
        margins = {entry: (own, own) for entry, own in zip(decided, column, strict=True)}
    return Group(
        decided,
        [(one.entries[0], one.entries[1]) for one in matches if one.decision is None],
        [tiebreak_of(code) for code in codes],
        following if following in MARGINS else "",
        margins,
        (best_of + 1) // 2 if following == "games_difference" and best_of < inf else inf,
        format.draws,
    )


@lru_cache(maxsize=256)  # a result changes one group; the others are asked as they were
def _said_of(group: Group, cut: Cut) -> Mapping[int, Text]:
    if len(group.decided) <= MOST_ENTRIES and len(group.matches) <= MOST_MATCHES:
        return {
            entry: _said(group, entry, chances, cut)
            for entry, chances in _chances(group, cut.low).items()
        }
    if [one.code for one in group.exact[:1]] == ["match_points"]:
        points = {entry: sum(one.points for one in own) for entry, own in group.decided.items()}
        left = {entry: group.open_matches(entry) for entry in points}
        return by_points(points, left, cut.low, cut.high, in_group=cut.in_group)
    return {}


def _said(group: Group, entry: int, chances: Chances, cut: Cut) -> Text:
    low, worst = cut.low, chances.worst
    if max(worst.values()) <= low:
        return sentences.sure(low, in_group=cut.in_group)
    if chances.best > cut.high:
        return sentences.out(cut.high, in_group=cut.in_group)
    if worst.get("won", low + 1) > low:
        return sentences.STILL_OPEN
    with_draw = worst.get("drawn", low + 1) <= low
    if group.draws and not with_draw:
        return sentences.with_result(sentences.WITH_WIN, low)
    if 1 <= chances.margin < inf:
        said = MARGINS[group.margin_code][with_draw]
        return sentences.with_result(said, low, int(chances.margin) + 1)
    return sentences.with_result(sentences.WITH_DRAW if with_draw else sentences.WITH_WIN, low)


# All ways ------------------------------------------------------------------------------------


def _chances(group: Group, low: int) -> dict[int, Chances]:
    found = {entry: Chances(best=len(group.decided)) for entry in group.decided}
    ways = [one for one in WAYS if group.draws or one != "drawn"]
    for results in product(ways, repeat=len(group.matches)):
        way = _Way(group, results)
        for entry, chances in found.items():
            above, level = way.above[entry], way.level[entry]
            ahead = sum(way.bounds(one)[1] >= way.bounds(entry)[0] for one in level)
            surely = sum(way.bounds(one)[0] > way.bounds(entry)[1] for one in level)
            key = way.next_result(entry)
            chances.best = min(chances.best, 1 + above + surely)
            chances.worst[key] = max(chances.worst.get(key, 0), 1 + above + ahead)
            if key == "lost" and group.open_matches(entry) == 1:
                spare = low - 1 - above
                chances.margin = min(chances.margin, way.room(entry, spare))
    return found


class _Way:
    """One way in which all open matches come out.

    By entry, `results` are those of its open matches, with the opponents; `above` is how many are
    ahead of it for certain, by the exact tie-breaks, and `level` are the others that are level.
    """

    def __init__(self, group: Group, results: Sequence[Result]) -> None:
        self.group = group
        self.results: dict[int, list[tuple[int, Result]]] = {one: [] for one in group.decided}
        for (first, second), result in zip(group.matches, results, strict=True):
            self.results[first].append((second, result))
            self.results[second].append((first, WAYS[result][0]))
        rounds = {
            entry: [*own, *[Meeting("played", *_made(one)) for one in self.results[entry]]]
            for entry, own in group.decided.items()
        }
        records = records_of(rounds, all_drawn=True)
        columns: list[Column] = []
        for tiebreak in group.exact:
            columns.append(tiebreak.column(records, columns))
        values = zip(*columns, strict=True) if columns else repeat((), len(rounds))
        keys: dict[int, tuple[float, ...]] = dict(zip(rounds, values, strict=True))
        self.above = {one: sum(keys[other] > keys[one] for other in keys) for one in keys}
        self.level = {
            one: [other for other in keys if keys[other] == keys[one] and other != one]
            for one in keys
        }

    def next_result(self, entry: int) -> Result | None:
        """How its next match comes out for it; a match forfeited by both is lost."""
        own = self.results[entry]
        return ("lost" if own[0][1] == "forfeited" else own[0][1]) if own else None

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

    def room(self, entry: int, spare: int) -> float:
        """By how much the entry can lose its one open match so that at most so many of those level
        with it may be ahead; less than 0 where it can't."""
        ((opponent, result),) = self.results[entry]
        own, _ = self.group.margins[entry]
        rooms: list[float] = []
        for one in self.level[entry]:
            if one == opponent and result == "lost":
                gap = own - self.bounds(one, without=entry)[1]
                rooms.append(ceil(gap / 2) - 1 if gap > -inf else -inf)
            else:
                rooms.append(own - self.bounds(one)[1] - 1)
        behind = len(rooms) - spare
        if behind <= 0:
            return inf
        if spare < 0:
            return -1
        room = sorted(rooms, reverse=True)[behind - 1]
        return inf if result == "forfeited" and room >= 0 else room


def _made(played: tuple[int, Result]) -> tuple[int, float]:
    """The opponent and the points."""
    opponent, result = played
    return opponent, WAYS[result][1]
