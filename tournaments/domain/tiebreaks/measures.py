"""The tie-breaks: a new one is one class here and one name in TIEBREAKS.

What unplayed rounds count in each is told in its docstring; `records` has the rules that several
share.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from math import lcm
from operator import mul, sub
from typing import ClassVar

from kernel.text import N_, Refusal, Text
from tournaments.domain.tiebreaks.records import Records

Column = Sequence[float]
"""The value of every entry, in order of seed."""

LOTS_VERSION = 1
"""Raised whenever the same seed would give other lots."""

UNKNOWN_TIEBREAK = N_("There is no tie-break %(given)s. Choose from: %(known)s.")


class Tiebreak(ABC):
    """One thing that entries are compared by; the higher is ahead, or with `ascending` the lower.

    Values are whole, half or quarter numbers, or shares; they depend on no order.
    """

    code: ClassVar[str]
    name: ClassVar[Text]
    short: ClassVar[Text]
    """Its name above a column."""
    says: ClassVar[Text]
    """What it counts, in words for whoever reads the standings."""
    says_free: ClassVar[Text | None] = None
    """The same where whoever has no opponent is free; None where nothing else is to be said."""
    ascending: ClassVar[bool] = False

    @abstractmethod
    def column(self, records: Records, before: Sequence[Column]) -> Column:
        """What each entry has; `before` is what was compared before it."""


class MatchPoints(Tiebreak):
    """1 for a match won, a half for one drawn. A bye and a walkover count as won; a missed round
    what the event gives for it."""

    code = "match_points"
    name = Text("match_points", N_("Match points"))
    short = Text("match_points_short", N_("Points"))
    says = Text(
        "match_points_says",
        N_(
            "1 for each match won, a half for one drawn. A bye and a walkover count as won, a "
            "missed round what the event gives for it."
        ),
    )
    says_free = Text(
        "match_points_says_free",
        N_(
            "1 for each match won, a half for one drawn. A walkover counts as won, a free round "
            "counts nothing."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return records.points


class HeadToHead(Tiebreak):
    """Points from the matches among the tied, where all of them have met; else nobody has any.

    In a Swiss a walkover is no meeting, in a round robin it is one (C.07, direct encounter).
    """

    code = "head_to_head"
    name = Text("head_to_head", N_("Head-to-head"))
    short = Text("head_to_head_short", N_("Direct"))
    says = Text(
        "head_to_head_says",
        N_(
            "Points from the matches among those who are level so far, where all of them have "
            "met. A walkover is no meeting in a Swiss, and one in a round robin."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        found = [0.0] * len(records.entries)
        for tied in _level(records, before):
            among = {records.entries[place] for place in tied}
            if all(_met(records, place, among) for place in tied):
                for place in tied:
                    found[place] = _points_among(records, place, among)
        return found


class GamesDifference(Tiebreak):
    """Games won less games lost; unplayed rounds count none."""

    code = "games_difference"
    name = Text("games_difference", N_("Games difference"))
    short = Text("games_difference_short", N_("Games"))
    says = Text(
        "games_difference_says",
        N_("Games won less games lost. A round that was not played counts none."),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [sum(played.games) for played in records.played]


class BoardsDifference(Tiebreak):
    """Boards won less boards lost in matches between teams; unplayed rounds count none."""

    code = "boards_difference"
    name = Text("boards_difference", N_("Boards difference"))
    short = Text("boards_difference_short", N_("Boards"))
    says = Text(
        "boards_difference_says",
        N_(
            "Boards won less boards lost, in matches between teams; a match of two players is "
            "one board. A round that was not played counts none."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [sum(played.boards) for played in records.played]


class Buchholz(Tiebreak):
    """The sum of the opponents' scores, unplayed rounds as `records` says (C.07)."""

    code = "buchholz"
    name = Text("buchholz", N_("Buchholz"))
    short = Text("buchholz_short", N_("Buchh."))
    says = Text(
        "buchholz_says",
        N_(
            "The points of all opponents added up: how hard the road was. A round without a "
            "match counts the own points; rounds that an opponent missed at the end count a "
            "half each."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return records.met


class BuchholzCut1(Tiebreak):
    """Buchholz without its least score; one of a voluntarily unplayed round goes first
    (C.07, article 14.6)."""

    code = "buchholz_cut_1"
    name = Text("buchholz_cut_1", N_("Buchholz cut 1"))
    short = Text("buchholz_cut_1_short", N_("Cut 1"))
    says = Text(
        "buchholz_cut_1_says",
        N_(
            "Buchholz without the opponent who has least; a round that was missed or given up "
            "is left out first."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return list(map(sub, records.met, records.least))


class BuchholzMedian(Tiebreak):
    """Buchholz without its least score, as in cut 1, and without its highest."""

    code = "buchholz_median"
    name = Text("buchholz_median", N_("Median Buchholz"))
    short = Text("buchholz_median_short", N_("Median"))
    says = Text(
        "buchholz_median_says",
        N_(
            "Buchholz without the opponent who has least, as in cut 1, and without the one "
            "who has most."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        each = zip(records.faced, records.met, records.least, strict=True)
        return [met - least - max(faced) if len(faced) > 1 else 0.0 for faced, met, least in each]


class SonnebornBerger(Tiebreak):
    """The score of each opponent times the points made against it, unplayed rounds as `records`
    says (C.07)."""

    code = "sonneborn_berger"
    name = Text("sonneborn_berger", N_("Sonneborn-Berger"))
    short = Text("sonneborn_berger_short", N_("S.-B."))
    says = Text(
        "sonneborn_berger_says",
        N_(
            "The points of every opponent beaten, and half of those of one drawn with. A "
            "round without a match counts as in Buchholz."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [
            sum(map(mul, faced, own.points))
            for faced, own in zip(records.faced, records.rounds, strict=True)
        ]


class OpponentsMatchWins(Tiebreak):
    """The mean of the opponents' shares of match points, each at least a third.

    Byes, walkovers and missed rounds are left out, the entry's own and its opponents' (Magic
    Tournament Rules, appendix C; a drawn match counts a half here, as everywhere in Undercut).
    """

    code = "opponents_match_wins"
    name = Text("opponents_match_wins", N_("Opponents' match wins"))
    short = Text("opponents_match_wins_short", N_("Opp. share"))
    says = Text(
        "opponents_match_wins_says",
        N_(
            "The mean of the opponents' shares of the points they played for, each at least a "
            "third. Byes, walkovers and missed rounds are left out."
        ),
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


class NetPoints(Tiebreak):
    """The net points of all games, each counted up to the event's cap (gin.md, part 6); a bye and
    other unplayed rounds count none."""

    code = "net_points"
    name = Text("net_points", N_("Net points"))
    short = Text("net_points_short", N_("Net"))
    says = Text(
        "net_points_says",
        N_(
            "Points scored less points conceded in all games, each game up to the cap of the "
            "event. A round that was not played counts none."
        ),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [sum(played.net) for played in records.played]


class Gins(Tiebreak):
    """Hands won with gin or big gin; unplayed rounds count none."""

    code = "gins"
    name = Text("gins", N_("Gins"))
    short = Text("gins_short", N_("Gins"))
    says = Text(
        "gins_says",
        N_("Hands won with gin or big gin. A round that was not played counts none."),
    )

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return [sum(played.gins) for played in records.played]


class Lots(Tiebreak):
    """A number drawn from the seed that is kept with the event; the lowest is ahead.

    Anybody can check it with a tool for SHA-256: the number is the first twelve hexadecimal digits
    of the digest of "undercut lots 1:<seed>:<place>", the place that in order of seeds.
    """

    code = "lots"
    name = Text("lots", N_("Drawing of lots"))
    short = Text("lots_short", N_("Lots"))
    says = Text(
        "lots_says",
        N_(
            "The order drawn by lot, from a seed that is kept with the event, so that anybody can "
            "check it."
        ),
    )
    ascending = True

    def column(self, records: Records, before: Sequence[Column]) -> Column:
        return _lots(records.seed, len(records.entries))


TIEBREAKS: tuple[Tiebreak, ...] = (
    MatchPoints(),
    HeadToHead(),
    BoardsDifference(),
    GamesDifference(),
    Buchholz(),
    BuchholzCut1(),
    BuchholzMedian(),
    SonnebornBerger(),
    OpponentsMatchWins(),
    NetPoints(),
    Gins(),
    Lots(),
)

STANDARD = ("match_points", "head_to_head", "games_difference", "buchholz", "net_points", "lots")
"""The order that gin.md, part 6, recommends."""

STANDARD_OF_TEAMS = ("match_points", "boards_difference", *STANDARD[1:])
"""The same where teams meet."""


def tiebreak_of(code: str) -> Tiebreak:
    """The tie-break of that code; refuses an unknown one (field "tiebreaks")."""
    found = next((tiebreak for tiebreak in TIEBREAKS if tiebreak.code == code), None)
    if found is None:
        known = ", ".join(tiebreak.code for tiebreak in TIEBREAKS)
        values = {"given": code, "known": known}
        raise Refusal(Text("invalid", UNKNOWN_TIEBREAK, values), "tiebreaks")
    return found


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


@lru_cache(maxsize=32)  # the lots of an event are drawn once, however often it is ranked
def _lots(seed: str, count: int) -> Column:
    start = f"undercut lots {LOTS_VERSION}:{seed}:"
    return tuple(
        int.from_bytes(sha256(f"{start}{place}".encode()).digest()[:6])
        for place in range(1, count + 1)
    )
