"""What everybody did in an event that ranks by tie-breaks: round by round, and in fractions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, Protocol

from kernel.seats import opponent
from tournaments.domain.crosstable import Crosstable, PairingPlan
from tournaments.domain.verification.facts import MatchRecordOfEntry, entries_of, outcome_of

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Counting:
    """How an event counts, from the settings of its format.

    A game counts at most `net_cap` net points. `all_drawn`: all pairings stood from the start (a
    round robin); else rounds were paired one by one (a Swiss). `half_points` is how many missed
    rounds count a half there. `annul_before_half`: who withdraws from a round robin before half of
    its matches are played stands last, and its matches are left out.
    """

    net_cap: int
    all_drawn: bool = False
    half_points: int = 0
    annul_before_half: bool = False


class EntryRound(NamedTuple):
    """A round of an entry. `opponent` is None for a bye and a missed round; `played` tells a match
    from a walkover; `voluntary` is a round that it missed or lost by walkover. At a table of more
    than two (`at_table`) there is no one opponent."""

    opponent: int | None
    played: bool
    voluntary: bool
    points: Fraction
    games: int = 0
    net: int = 0
    gins: int = 0
    boards: int = 0
    at_table: bool = False


MISSED = EntryRound(None, played=False, voluntary=True, points=Fraction(0))


@dataclass(frozen=True, slots=True)
class Event:
    """Everybody's rounds, of those who are ranked together, in order of seed."""

    lines: Mapping[int, Sequence[EntryRound]]
    all_drawn: bool
    seed: str

    @property
    def has_result(self) -> bool:
        """Whether a match of theirs is decided."""
        return any(
            line.opponent is not None or line.at_table
            for own in self.lines.values()
            for line in own
        )

    def points(self, entry: int) -> Fraction:
        return sum((line.points for line in self.lines[entry]), Fraction(0))

    def played(self, entry: int) -> list[EntryRound]:
        return [line for line in self.lines[entry] if line.played]

    def record(self, entry: int) -> MatchRecordOfEntry:
        points = [line.points for line in self.played(entry)]
        return MatchRecordOfEntry(len(points), points.count(Fraction(1)), points.count(Fraction(0)))

    def counts(self, line: EntryRound) -> bool:
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

    def against(self, entry: int, line: EntryRound) -> Fraction:
        """The score that stands for the opponent of a round: the own one where there was none."""
        if line.opponent is not None and self.counts(line):
            return self.score_for_opponents(line.opponent)
        return self.points(entry)


class Measure(Protocol):
    """What entries are compared by: FIDE's Tie-Break Regulations C.07 (2023) and the Magic
    Tournament Rules, appendix C; `tiebreaks` says what is Undercut's own."""

    code: ClassVar[str]
    ascending: ClassVar[bool]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        """What an entry has among the `tied`, who are level so far."""


def drawn_groups(table: Crosstable) -> list[list[int]]:
    """Those who are joined by pairs, in the order of their first pairs."""
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
    played = [outcome for outcome in outcomes if outcome and outcome.kind in ("played", "drawn")]
    return 2 * len(played) < len(own)


def lines_of(
    table: Crosstable, counting: Counting, group: Iterable[int], left_out: Collection[int] = ()
) -> dict[int, list[EntryRound]]:
    """The rounds of those of the group who count, as far as they are decided."""
    drawn = {(plan.round, entry): plan for plan in table.plan for entry in entries_of(plan)}
    rounds = range(1, max((plan.round for plan in table.plan), default=0) + 1)
    found: dict[int, list[EntryRound]] = {}
    for entry in group:
        own = [(round, drawn.get((round, entry))) for round in rounds]
        if entry not in left_out and counting.all_drawn:
            found[entry] = list(matches_of(table, counting, entry, own, left_out))
        elif entry not in left_out:
            found[entry] = list(rounds_of(table, counting, entry, own))
    return found


OwnRounds = Sequence[tuple[int, PairingPlan | None]]
"""The rounds of an entry, each with its pairing where it has one."""


def matches_of(
    table: Crosstable, counting: Counting, entry: int, own: OwnRounds, left_out: Collection[int]
) -> Iterator[EntryRound]:
    """The decided matches of an entry in a round robin, where a bye is nothing."""
    for _, plan in own:
        if plan and len(entries_of(plan)) == 2 and not set(left_out) & {*entries_of(plan)}:
            yield from match_of(table, plan, entry, counting.net_cap)


def rounds_of(
    table: Crosstable, counting: Counting, entry: int, own: OwnRounds
) -> Iterator[EntryRound]:
    """The decided rounds of an entry in a Swiss."""
    halves = counting.half_points
    for round, plan in own:
        if plan and len(entries_of(plan)) == 2:
            yield from match_of(table, plan, entry, counting.net_cap)
        elif not table.plays(entry, round):
            yield MISSED
        elif plan:
            yield EntryRound(None, played=False, voluntary=False, points=Fraction(1))
        else:
            yield MISSED._replace(points=HALF if halves > 0 else Fraction(0))
            halves -= 1


def match_of(table: Crosstable, plan: PairingPlan, entry: int, cap: int) -> Iterator[EntryRound]:
    """A match of two as it came out for one of them; nothing while it is open."""
    two = entries_of(plan)
    seat = two.index(entry)
    other = two[opponent(seat)]
    outcome = outcome_of(table, plan)
    if outcome is None:
        here = [player for player in two if table.plays(player, plan.round)]
        if len(here) < 2:
            won = here == [entry]
            yield EntryRound(other, played=False, voluntary=not won, points=Fraction(won))
    elif outcome.kind in ("walkover", "double_forfeit"):
        won = outcome.winner == seat
        yield EntryRound(other, played=False, voluntary=not won, points=Fraction(won))
    else:
        drawn = outcome.winner is None
        points = HALF if drawn else Fraction(outcome.winner == seat)
        mine = [min(game.net, cap) for game in outcome.games if game.winner == seat]
        theirs = [min(game.net, cap) for game in outcome.games if game.winner != seat]
        games, net = len(mine) - len(theirs), sum(mine) - sum(theirs)
        each = outcome.boards or (int(outcome.winner == 0), int(outcome.winner == 1))
        boards = each[seat] - each[opponent(seat)]
        yield EntryRound(other, True, False, points, games, net, outcome.gins[seat], boards)
