"""Tie-breaks, what is compared between entries: all that there are, and the orders that are usual.

A new one is one class in a file beside this one and one name in TIEBREAKS.
"""

from kernel.text import N_, Refusal, Text
from tournaments.domain.tiebreaks import lots, opponents, results, tables
from tournaments.domain.tiebreaks.base import Tiebreak

TIEBREAKS: tuple[Tiebreak, ...] = (
    results.MatchPoints(),
    results.HeadToHead(),
    results.BoardsDifference(),
    results.GamesDifference(),
    opponents.Buchholz(),
    opponents.BuchholzCut1(),
    opponents.BuchholzMedian(),
    opponents.SonnebornBerger(),
    opponents.OpponentsMatchWins(),
    results.NetPoints(),
    results.Gins(),
    lots.Lots(),
)

AT_TABLES: tuple[Tiebreak, ...] = (tables.TablePoints(), tables.Accounts())
"""What is compared where more than two sit at a table, and nowhere else."""

STANDARD = ("match_points", "head_to_head", "games_difference", "buchholz", "net_points", "lots")
"""The order that rulebook, part 6, recommends."""

STANDARD_OF_TEAMS = ("match_points", "boards_difference", *STANDARD[1:])
"""The same where teams meet."""

UNKNOWN_TIEBREAK = N_("There is no tie-break %(given)s. Choose from: %(known)s.")


def tiebreak_of(code: str) -> Tiebreak:
    """The tie-break of that code; refuses an unknown one (field "tiebreaks")."""
    every = (*TIEBREAKS, *AT_TABLES)
    found = next((tiebreak for tiebreak in every if tiebreak.code == code), None)
    if found is None:
        raise unknown_tiebreak(code)
    return found


def unknown_tiebreak(code: str) -> Refusal:
    """That there is none of that code (field "tiebreaks")."""
    known = ", ".join(tiebreak.code for tiebreak in TIEBREAKS)
    return Refusal(Text("invalid", UNKNOWN_TIEBREAK, {"given": code, "known": known}), "tiebreaks")
