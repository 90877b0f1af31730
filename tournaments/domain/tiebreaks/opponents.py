"""How hard the road was: what the opponents of an entry have."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import lcm
from operator import mul, sub

from kernel.text import N_, Text
from tournaments.domain.tiebreaks.base import Column, Tiebreak
from tournaments.domain.tiebreaks.records import Records
from tournaments.domain.verification.events import Event


class Buchholz(Tiebreak):
    """The sum of the opponents' scores, unplayed rounds as `records` says (C.07)."""

    code = "buchholz"
    name = Text("buchholz", N_("Buchholz"))
    short = N_("Buchh.")
    says = N_(
        "The points of all opponents added up: how hard the road was. A round without a "
        "match counts the own points; rounds that an opponent missed at the end count a "
        "half each."
    )
    follows_from_winners = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return records.met

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        return sum(_scores(event, entry), Fraction(0))


class BuchholzCut1(Tiebreak):
    """Buchholz without its least score; one of a voluntarily unplayed round goes first
    (C.07, article 14.6)."""

    code = "buchholz_cut_1"
    name = Text("buchholz_cut_1", N_("Buchholz cut 1"))
    short = N_("Cut 1")
    says = N_(
        "Buchholz without the opponent who has least; a round that was missed or given up "
        "is left out first."
    )
    follows_from_winners = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return list(map(sub, records.met, records.least))

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        return sum(_scores(event, entry), -_least(event, entry))


class BuchholzMedian(Tiebreak):
    """Buchholz without its least score, as in cut 1, and without its highest."""

    code = "buchholz_median"
    name = Text("buchholz_median", N_("Median Buchholz"))
    short = N_("Median")
    says = N_(
        "Buchholz without the opponent who has least, as in cut 1, and without the one "
        "who has most."
    )
    follows_from_winners = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        each = zip(records.faced, records.met, records.least, strict=True)
        return [met - least - max(faced) if len(faced) > 1 else 0.0 for faced, met, least in each]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        scores = _scores(event, entry)
        if len(scores) < 2:
            return Fraction(0)
        return sum(scores, -_least(event, entry) - max(scores))


class SonnebornBerger(Tiebreak):
    """The score of each opponent times the points made against it, unplayed rounds as `records`
    says (C.07)."""

    code = "sonneborn_berger"
    name = Text("sonneborn_berger", N_("Sonneborn-Berger"))
    short = N_("S.-B.")
    says = N_(
        "The points of every opponent beaten, and half of those of one drawn with. A "
        "round without a match counts as in Buchholz."
    )
    follows_from_winners = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [
            sum(map(mul, faced, own.points))
            for faced, own in zip(records.faced, records.rounds, strict=True)
        ]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        lines = event.lines[entry]
        return sum((event.against(entry, line) * line.points for line in lines), Fraction(0))


class OpponentsMatchWins(Tiebreak):
    """The mean of the opponents' shares of match points, each at least a third.

    Byes, walkovers and missed rounds are left out, the entry's own and its opponents' (Magic
    Tournament Rules, appendix C; a drawn match counts a half here, as everywhere in Undercut).
    """

    code = "opponents_match_wins"
    name = Text("opponents_match_wins", N_("Opponents' match wins"))
    short = N_("Opp. share")
    says = N_(
        "The mean of the opponents' shares of the points they played for, each at least a "
        "third. Byes, walkovers and missed rounds are left out."
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        counts = {len(own.points) for own in records.played} - {0}
        # Parts of one whole number, so that equal means are equal and not nearly so.
        whole = lcm(6, *[2 * count for count in counts])
        half = {count: whole // (2 * count) for count in counts}
        shares: dict[int | None, int] = {
            entry: max(whole // 3, int(2 * sum(own.points)) * half[len(own.points)])
            for entry, own in zip(records.entries, records.played, strict=True)
            if own.points
        }
        return [
            sum(map(shares.__getitem__, own.opponents)) / (whole * len(own.opponents))
            if own.opponents
            else 0.0
            for own in records.played
        ]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        rivals = [line.opponent for line in event.played(entry) if line.opponent is not None]
        shares = [_share(event, rival) for rival in rivals]
        return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def _scores(event: Event, entry: int) -> list[Fraction]:
    """What stands for each opponent, by the definition."""
    return [event.against(entry, line) for line in event.lines[entry]]


def _least(event: Event, entry: int) -> Fraction:
    """What a cut takes away: in a Swiss the least of the rounds that it gave up, else of all."""
    lines = event.lines[entry]
    given_up = [] if event.all_drawn else [line for line in lines if line.voluntary]
    scores = [event.against(entry, line) for line in given_up or lines]
    return min(scores, default=Fraction(0))


def _share(event: Event, entry: int) -> Fraction:
    """The part of the points of its played matches that an entry made, a third at least."""
    lines = event.played(entry)
    return max(Fraction(1, 3), sum((line.points for line in lines), Fraction(0)) / len(lines))
