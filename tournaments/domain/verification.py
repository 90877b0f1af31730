"""Standings worked out a second time, straight from the definitions.

What is stored was computed by the formats and `tiebreaks`. This module knows neither: it takes the
facts, reads every value off them one by one, slowly and in exact fractions, and so finds out a
mistake there. The definitions are those of FIDE's Tie-Break Regulations C.07 (2023) and of the
Magic Tournament Rules, appendix C; `tiebreaks` says what is Undercut's own.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from tournaments.domain.crosstable import Crosstable, Outcome, PairingPlan

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@dataclass(frozen=True, slots=True)
class Counting:
    """How an event counts, from the settings of its format.

    `all_drawn`: all pairings stood from the start (a round robin), and entries are ranked in the
    groups in which they were drawn; else rounds were paired one by one (a Swiss). `half_points` is
    how many missed rounds count a half there. `annul_before_half`: who withdraws from a round robin
    before half of its matches are played stands last, and its matches are left out.
    """

    tiebreaks: Sequence[str]
    net_cap: int
    all_drawn: bool = False
    half_points: int = 0
    annul_before_half: bool = False


class Row(NamedTuple):
    """A row of the table: `rank` is None for who was never drawn; `values` are empty for who has
    nothing that counts."""

    entry: int
    rank: int | None
    values: tuple[float, ...]
    group: int | None


class Line(NamedTuple):
    """A round of an entry. `opponent` is None for a bye and a missed round; `played` tells a match
    from a walkover; `voluntary` is a round that it missed or lost by walkover."""

    opponent: int | None
    played: bool
    voluntary: bool
    points: Fraction
    games: int = 0
    net: int = 0
    gins: int = 0
    boards: int = 0


MISSED = Line(None, played=False, voluntary=True, points=Fraction(0))


@dataclass(frozen=True, slots=True)
class Event:
    """Everybody's rounds, of those who are ranked together, in order of seed."""

    lines: Mapping[int, Sequence[Line]]
    all_drawn: bool
    seed: str

    def points(self, entry: int) -> Fraction:
        return sum((line.points for line in self.lines[entry]), Fraction(0))

    def played(self, entry: int) -> list[Line]:
        return [line for line in self.lines[entry] if line.played]

    def counts(self, line: Line) -> bool:
        """Whether the opponent was met: in a round robin by a walkover too."""
        return line.opponent is not None and (line.played or self.all_drawn)

    def score_for_opponents(self, entry: int) -> Fraction:
        """The points; in a Swiss those rounds that it gave up at the end count a half each."""
        lines = list(self.lines[entry])
        given_up = 0
        while not self.all_drawn and lines and lines[-1].voluntary:
            lines.pop()
            given_up += 1
        return sum((line.points for line in lines), Fraction(0)) + given_up * HALF

    def against(self, entry: int, line: Line) -> Fraction:
        """The score that stands for the opponent of a round: the own one where there was none."""
        if line.opponent is not None and self.counts(line):
            return self.score_for_opponents(line.opponent)
        return self.points(entry)


def recomputed(
    table: Crosstable, counting: Counting, groups: Sequence[Sequence[int]] | None = None
) -> tuple[Row, ...]:
    """The table of standings, best first, group after group; who is in no group at the end.

    `groups` are those who are ranked together, each in order of seed, where they are not simply
    all, or in a round robin those who were drawn together.
    """
    by_group = counting.all_drawn or groups is not None
    rows: list[Row] = []
    for number, group in enumerate(drawn_groups(table, counting) if groups is None else groups, 1):
        left_out = {entry for entry in group if is_annulled(table, counting, entry)}
        event = Event(lines_of(table, counting, group, left_out), counting.all_drawn, table.seed)
        shown = number if by_group else None
        rows += [Row(*row, shown) for row in ranked(event, counting.tiebreaks)]
        last = len(event.lines) + 1
        rows += [Row(entry, last, (), shown) for entry in group if entry in left_out]
    known = {row.entry for row in rows}
    return (*rows, *[Row(entry, None, (), None) for entry in table.entries if entry not in known])


def ranked(event: Event, tiebreaks: Sequence[str]) -> Iterator[tuple[int, int, tuple[float, ...]]]:
    """Entry, rank and values: each tie-break parts every group that the ones before left level."""
    values: dict[int, list[float]] = {entry: [] for entry in event.lines}
    level = [list(event.lines)]
    for code in tiebreaks:
        smaller: list[list[int]] = []
        for tied in level:
            found = {entry: MEASURES[code](event, entry, tied) for entry in tied}
            for value in sorted(set(found.values()), reverse=code != "lots"):
                smaller.append([entry for entry in tied if found[entry] == value])
            for entry in tied:
                values[entry].append(float(found[entry]))
        level = smaller
    rank = 1
    for tied in level:
        for entry in tied:
            yield entry, rank, tuple(values[entry])
        rank += len(tied)


# What happened -------------------------------------------------------------------------------


def entries_of(plan: PairingPlan) -> list[int]:
    """Who was drawn: two, or one who has a bye."""
    return [side.entry for side in plan.sides if side.entry is not None]


def outcome_of(table: Crosstable, plan: PairingPlan) -> Outcome | None:
    """The result of these two, None where there is none."""
    outcome = table.outcomes.get(plan.key)
    return outcome if outcome and list(outcome.entries) == entries_of(plan) else None


def drawn_groups(table: Crosstable, counting: Counting) -> list[list[int]]:
    """All once there is a plan; in a round robin those who are joined by pairs, in the order of
    their first pairs."""
    if not counting.all_drawn:
        return [list(table.entries)] if table.plan else []
    pairs = [entries_of(plan) for plan in sorted(table.plan, key=lambda plan: plan.key)]
    found: list[set[int]] = []
    for pair in pairs:
        if not any(group.issuperset(pair) for group in found):
            found.append(reached(pair, pairs))
    return [[entry for entry in table.entries if entry in group] for group in found]


def reached(start: Iterable[int], pairs: Sequence[Sequence[int]]) -> set[int]:
    """Everybody who is joined by pairs to these."""
    found = set(start)
    while True:
        more = {entry for pair in pairs if found & {*pair} for entry in pair} - found
        if not more:
            return found
        found |= more


def is_annulled(table: Crosstable, counting: Counting, entry: int) -> bool:
    """Whether it withdrew before it had played half of its matches, where that annuls them."""
    if not counting.annul_before_half or entry not in table.withdrawn:
        return False
    own = [plan for plan in table.plan if entry in entries_of(plan) and len(entries_of(plan)) == 2]
    outcomes = [outcome_of(table, plan) for plan in own]
    played = [one for one in outcomes if one and one.kind in ("played", "drawn")]
    return 2 * len(played) < len(own)


def lines_of(
    table: Crosstable, counting: Counting, group: Sequence[int], left_out: Collection[int]
) -> dict[int, list[Line]]:
    """The rounds of those of the group who count, as far as they are decided."""
    drawn = {(plan.round, entry): plan for plan in table.plan for entry in entries_of(plan)}
    rounds = range(1, max((plan.round for plan in table.plan), default=0) + 1)
    found: dict[int, list[Line]] = {}
    for entry in group:
        if entry in left_out:
            continue
        own = [(round, drawn.get((round, entry))) for round in rounds]
        if counting.all_drawn:
            found[entry] = list(matches_of(table, counting, entry, own, left_out))
        else:
            found[entry] = list(rounds_of(table, counting, entry, own))
    return found


Drawn = Sequence[tuple[int, PairingPlan | None]]
"""The rounds of an entry, each with its pairing where it has one."""


def matches_of(
    table: Crosstable, counting: Counting, entry: int, own: Drawn, left_out: Collection[int]
) -> Iterator[Line]:
    """The decided matches of an entry in a round robin, where a bye is nothing."""
    for _, plan in own:
        if plan and len(entries_of(plan)) == 2 and not set(left_out) & {*entries_of(plan)}:
            yield from match_of(table, plan, entry, counting.net_cap)


def rounds_of(table: Crosstable, counting: Counting, entry: int, own: Drawn) -> Iterator[Line]:
    """The decided rounds of an entry in a Swiss."""
    halves = counting.half_points
    for round, plan in own:
        if plan and len(entries_of(plan)) == 2:
            yield from match_of(table, plan, entry, counting.net_cap)
        elif not table.plays(entry, round):
            yield MISSED
        elif plan:
            yield Line(None, played=False, voluntary=False, points=Fraction(1))
        else:
            yield MISSED._replace(points=HALF if halves > 0 else Fraction(0))
            halves -= 1


def match_of(table: Crosstable, plan: PairingPlan, entry: int, cap: int) -> Iterator[Line]:
    """A match of two as it came out for one of them; nothing while it is open."""
    two = entries_of(plan)
    seat = two.index(entry)
    opponent = two[1 - seat]
    outcome = outcome_of(table, plan)
    if outcome is None:
        here = [one for one in two if table.plays(one, plan.round)]
        if len(here) < 2:
            won = here == [entry]
            yield Line(opponent, played=False, voluntary=not won, points=Fraction(won))
    elif outcome.kind in ("walkover", "double_forfeit"):
        won = outcome.winner == seat
        yield Line(opponent, played=False, voluntary=not won, points=Fraction(won))
    else:
        drawn = outcome.winner is None
        points = HALF if drawn else Fraction(outcome.winner == seat)
        mine = [min(game.net, cap) for game in outcome.games if game.winner == seat]
        theirs = [min(game.net, cap) for game in outcome.games if game.winner != seat]
        games, net = len(mine) - len(theirs), sum(mine) - sum(theirs)
        each = outcome.boards or (int(outcome.winner == 0), int(outcome.winner == 1))
        boards = each[seat] - each[1 - seat]
        yield Line(opponent, True, False, points, games, net, outcome.gins[seat], boards)


# What is compared ----------------------------------------------------------------------------


def match_points(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return event.points(entry)


def head_to_head(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    """The points of the tied against each other, where each of them has met each other one."""
    points = Fraction(0)
    for one in tied:
        met = [line for line in event.lines[one] if event.counts(line) and line.opponent in tied]
        if {line.opponent for line in met} != set(tied) - {one}:
            return Fraction(0)
        if one == entry:
            points = sum((line.points for line in met), Fraction(0))
    return points


def games_difference(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.games for line in event.played(entry)))


def boards_difference(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.boards for line in event.played(entry)))


def buchholz(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return sum((event.against(entry, line) for line in event.lines[entry]), Fraction(0))


def least(event: Event, entry: int) -> Fraction:
    """What a cut takes away: in a Swiss the least of the rounds that it gave up, else of all."""
    lines = event.lines[entry]
    given_up = [] if event.all_drawn else [line for line in lines if line.voluntary]
    scores = [event.against(entry, line) for line in given_up or lines]
    return min(scores, default=Fraction(0))


def buchholz_cut_1(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return buchholz(event, entry, tied) - least(event, entry)


def buchholz_median(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    scores = [event.against(entry, line) for line in event.lines[entry]]
    if len(scores) < 2:
        return Fraction(0)
    return buchholz(event, entry, tied) - least(event, entry) - max(scores)


def sonneborn_berger(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    lines = event.lines[entry]
    return sum((event.against(entry, line) * line.points for line in lines), Fraction(0))


def opponents_match_wins(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    shares = [
        share(event, line.opponent) for line in event.played(entry) if line.opponent is not None
    ]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def share(event: Event, entry: int) -> Fraction:
    """The part of the points of its played matches that an entry made, a third at least."""
    lines = event.played(entry)
    return max(THIRD, sum((line.points for line in lines), Fraction(0)) / len(lines))


def net_points(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.net for line in event.played(entry)))


def gins(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    return Fraction(sum(line.gins for line in event.played(entry)))


def lots(event: Event, entry: int, tied: Collection[int]) -> Fraction:
    """As the table of standings tells everybody how to check it."""
    place = list(event.lines).index(entry) + 1
    digest = sha256(f"undercut lots 1:{event.seed}:{place}".encode()).hexdigest()
    return Fraction(int(digest[:12], 16))


Measure = Callable[[Event, int, Collection[int]], Fraction]

MEASURES: Mapping[str, Measure] = {
    "match_points": match_points,
    "head_to_head": head_to_head,
    "boards_difference": boards_difference,
    "games_difference": games_difference,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "opponents_match_wins": opponents_match_wins,
    "net_points": net_points,
    "gins": gins,
    "lots": lots,
}
"""By code, what an entry has among those who are level with it so far."""
