"""The tie-breaks: a new one is one class here and one name in TIEBREAKS.

What unplayed rounds count in each is told in its docstring; `records` has the rules that several
share.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from hashlib import sha256
from math import fsum
from typing import ClassVar

from players.text import N_, Refusal, Text
from tournaments.domain.tiebreaks.records import Records

LOTS_VERSION = 1
"""Raised whenever the same seed would give other lots."""

UNKNOWN_TIEBREAK = N_("There is no tie-break %(given)s. Choose from: %(known)s.")


class Tiebreak(ABC):
    """One thing that entries are compared by; the higher is ahead, or with `ascending` the lower.

    Values are whole, half or quarter numbers, or shares; they depend on no order.
    """

    code: ClassVar[str]
    name: ClassVar[Text]
    ascending: ClassVar[bool] = False

    @abstractmethod
    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        """What the entry has; `tied` are all that are level by what was compared before it."""


class MatchPoints(Tiebreak):
    """1 for a match won, a half for one drawn. A bye and a walkover count as won; a missed round
    what the event gives for it."""

    code = "match_points"
    name = Text("match_points", N_("Match points"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return records.points[entry]


class HeadToHead(Tiebreak):
    """Points from the matches among the tied, where all of them have met; else nobody has any.

    In a Swiss a walkover is no meeting, in a round robin it is one (C.07, direct encounter).
    """

    code = "head_to_head"
    name = Text("head_to_head", N_("Head-to-head"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        if len(tied) == 1:
            return 0.0
        if not all(len(records.met[one].intersection(tied)) == len(tied) - 1 for one in tied):
            return 0.0
        met = records.met[entry]
        return sum(
            one.points
            for one in records.rounds[entry]
            if one.opponent in met and one.opponent in tied
        )


class GamesDifference(Tiebreak):
    """Games won less games lost; unplayed rounds count none."""

    code = "games_difference"
    name = Text("games_difference", N_("Games difference"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return sum([one.games for one in records.played[entry]])


class Buchholz(Tiebreak):
    """The sum of the opponents' scores, unplayed rounds as `records` says (C.07)."""

    code = "buchholz"
    name = Text("buchholz", N_("Buchholz"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return sum(records.faced[entry])


class BuchholzCut1(Tiebreak):
    """Buchholz without its least score; one of a voluntarily unplayed round goes first
    (C.07, article 14.6)."""

    code = "buchholz_cut_1"
    name = Text("buchholz_cut_1", N_("Buchholz cut 1"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return sum(records.faced[entry]) - _least(records, entry)


class BuchholzMedian(Tiebreak):
    """Buchholz without its least score, as in cut 1, and without its highest."""

    code = "buchholz_median"
    name = Text("buchholz_median", N_("Median Buchholz"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        if len(records.faced[entry]) < 2:
            return 0.0
        return sum(records.faced[entry]) - _least(records, entry) - max(records.faced[entry])


class SonnebornBerger(Tiebreak):
    """The score of each opponent times the points made against it, unplayed rounds as `records`
    says (C.07)."""

    code = "sonneborn_berger"
    name = Text("sonneborn_berger", N_("Sonneborn-Berger"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        rounds = zip(records.faced[entry], records.gained[entry], strict=True)
        return sum([score * points for score, points in rounds])


class OpponentsMatchWins(Tiebreak):
    """The mean of the opponents' shares of match points, each at least a third.

    Byes, walkovers and missed rounds are left out, the entry's own and its opponents' (Magic
    Tournament Rules, appendix C; a drawn match counts a half here, as everywhere in Undercut).
    """

    code = "opponents_match_wins"
    name = Text("opponents_match_wins", N_("Opponents' match wins"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        shares = [records.shares[one.opponent] for one in records.played[entry]]
        return fsum(shares) / len(shares) if shares else 0.0


class NetPoints(Tiebreak):
    """The net points of all games, each counted up to the event's cap (gin.md, part 6); a bye and
    other unplayed rounds count none."""

    code = "net_points"
    name = Text("net_points", N_("Net points"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return sum([one.net for one in records.played[entry]])


class Gins(Tiebreak):
    """Hands won with gin or big gin; unplayed rounds count none."""

    code = "gins"
    name = Text("gins", N_("Gins"))

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        return sum([one.gins for one in records.played[entry]])


class Lots(Tiebreak):
    """A number drawn from the seed that is kept with the event; the lowest is ahead.

    Anybody can check it with a tool for SHA-256: the number is the first twelve hexadecimal digits
    of the digest of "undercut lots 1:<seed>:<place>", the place that in order of seeds.
    """

    code = "lots"
    name = Text("lots", N_("Drawing of lots"))
    ascending = True

    def value(self, records: Records, entry: int, tied: Collection[int]) -> float:
        text = f"undercut lots {LOTS_VERSION}:{records.seed}:{records.places[entry]}"
        return int(sha256(text.encode()).hexdigest()[:12], 16)


TIEBREAKS: tuple[Tiebreak, ...] = (
    MatchPoints(),
    HeadToHead(),
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


def tiebreak_of(code: str) -> Tiebreak:
    """The tie-break of that code; refuses an unknown one (field "tiebreaks")."""
    found = next((one for one in TIEBREAKS if one.code == code), None)
    if found is None:
        known = ", ".join(one.code for one in TIEBREAKS)
        values = {"given": code, "known": known}
        raise Refusal(Text("invalid", UNKNOWN_TIEBREAK, values), "tiebreaks")
    return found


def _least(records: Records, entry: int) -> float:
    """What a cut takes away first."""
    return min(records.given_up.get(entry) or records.faced[entry], default=0.0)
