"""What entries made of their own matches: points, among the tied too, and differences."""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import ClassVar, Literal

from kernel.text import N_, Text
from tournaments.domain.tiebreaks.base import Column, Tiebreak
from tournaments.domain.tiebreaks.records import Records
from tournaments.domain.verification.events import Event


class MatchPoints(Tiebreak):
    """1 for a match won, a half for one drawn. A bye and a walkover count as won; a missed round
    what the event gives for it."""

    code = "match_points"
    name = Text("match_points", N_("Match points"))
    short = N_("Points")
    says = N_(
        "1 for each match won, a half for one drawn. A bye and a walkover count as won, a "
        "missed round what the event gives for it."
    )
    says_free = N_(
        "1 for each match won, a half for one drawn. A walkover counts as won, a free round "
        "counts nothing."
    )
    follows_from_winners = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return records.points

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        return event.points(entry)


class HeadToHead(Tiebreak):
    """Points from the matches among the tied, where all of them have met; else nobody has any.

    In a Swiss a walkover is no meeting, in a round robin it is one (C.07, direct encounter).
    """

    code = "head_to_head"
    name = Text("head_to_head", N_("Head-to-head"))
    short = N_("Direct")
    says = N_(
        "Points from the matches among those who are level so far, where all of them have "
        "met. A walkover is no meeting in a Swiss, and one in a round robin."
    )
    follows_from_winners = True
    is_of_one_group = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        found = [0.0] * len(records.entries)
        for tied in _level(records, before):
            among = {records.entries[place] for place in tied}
            if all(_met(records, place, among) for place in tied):
                for place in tied:
                    found[place] = _points_among(records, place, among)
        return found

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        points = Fraction(0)
        for rival in tied:
            met = [
                line for line in event.lines[rival] if event.counts(line) and line.opponent in tied
            ]
            if {line.opponent for line in met} != set(tied) - {rival}:
                return Fraction(0)
            if rival == entry:
                points = sum((line.points for line in met), Fraction(0))
        return points


class SumOfMatches(Tiebreak):
    """Something that each match counts, added up; unplayed rounds count none."""

    counts: ClassVar[Literal["boards", "games", "net", "gins"]]
    """Which figure of a match."""

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [sum(getattr(played, self.counts)) for played in records.played]

    def by_definition(self, event: Event, entry: int, tied: Collection[int]) -> Fraction:
        return Fraction(sum(getattr(line, self.counts) for line in event.played(entry)))


class BoardsDifference(SumOfMatches):
    """Boards won less boards lost in matches between teams; unplayed rounds count none."""

    code = "boards_difference"
    name = Text("boards_difference", N_("Boards difference"))
    short = N_("Boards")
    says = N_(
        "Boards won less boards lost, in matches between teams; a match of two players is "
        "one board. A round that was not played counts none."
    )
    counts = "boards"


class GamesDifference(SumOfMatches):
    """Games won less games lost; unplayed rounds count none."""

    code = "games_difference"
    name = Text("games_difference", N_("Games difference"))
    short = N_("Games")
    says = N_("Games won less games lost. A round that was not played counts none.")
    counts = "games"


class NetPoints(SumOfMatches):
    """The net points of all games, each counted up to the event's cap (rulebook, part 6); a bye and
    other unplayed rounds count none."""

    code = "net_points"
    name = Text("net_points", N_("Net points"))
    short = N_("Net")
    says = N_(
        "Points scored less points conceded in all games, each game up to the cap of the "
        "event. A round that was not played counts none."
    )
    counts = "net"


class Gins(SumOfMatches):
    """Hands won with gin or big gin; unplayed rounds count none."""

    code = "gins"
    name = Text("gins", N_("Gins"))
    short = N_("Gins")
    says = N_("Hands won with gin or big gin. A round that was not played counts none.")
    counts = "gins"


def _level(records: Records, before: Sequence[Column]) -> Iterable[Sequence[int]]:
    """Who is level by what was compared before: places in order of seed."""
    if not before:
        return [range(len(records.entries))]
    found: dict[tuple[float, ...], list[int]] = {}
    for place, values in enumerate(zip(*before, strict=True)):
        found.setdefault(values, []).append(place)
    return found.values()


def _met(records: Records, place: int, among: set[int]) -> bool:
    """Whether the entry has met all of the others."""
    met = records.opponents[place]
    others = len(among) - 1
    return len(met) >= others and len(among.intersection(met)) == others


def _points_among(records: Records, place: int, among: set[int]) -> float:
    """The points of the entry from its matches with the others."""
    matches = zip(records.opponents[place], records.rounds[place].points, strict=True)
    return sum(points for opponent, points in matches if opponent in among)
