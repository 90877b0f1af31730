"""A match as pages show it: its two lines, and what there is to say of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from kernel.seats import SIDES, PerSeat, leading, others
from pages.parts.sheet_words import BYE
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.standings import shown
from tournaments.selectors.events.play import ONLINE
from tournaments.selectors.stages.bracket import Slot
from web.actors import say

IN_PLAY = (MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED)
NOW = (*IN_PLAY, MatchState.READY)
FORFEITS = ("walkover", "withdrawal", "double_forfeit")
AT_TABLE = (MatchState.READY, MatchState.RUNNING)
ON_THE_GAMES = ("played", "drawn")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """One line of a match. `kind`: `win`, `out`, `live`, `known`, `tbd` (not known yet), `bye`.

    `games` won and `points` of the running game are None where there is nothing to show. `short`
    is the name with an initial where the whole one would not fit beside many other rounds, or who
    comes in fewer words, below the name of the round they come from; `team` who they play for on a
    board. Of a match between teams `games` are the boards won. `is_from_elsewhere`: who comes to
    this line comes from another side of the bracket, so that no line leads here. `goes_on`: from a
    table of a knock-out.
    """

    name: str
    kind: str
    short: str = ""
    seed: int | None = None
    games: int | None = None
    points: int | None = None
    team: str = ""
    is_from_elsewhere: bool = False
    goes_on: bool = False

    @property
    def figure(self) -> str:
        """The games won, or what is settled at a table, as it is written; "" where it is nothing
        yet."""
        return "" if self.games is None else shown(self.games)


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """A match on the sheet. `state` is a state of a match or `bye`, `word` what it is called.

    `table` is empty where none is assigned, `progress` says how far a running match is ("Game 4,
    hand 6"; between teams "1 of 3 boards finished"). `lines` are by seat: two, three or more at a
    table at which each plays alone, of partners one for each side. `loser_to` is where the loser
    plays on, other than for third place.
    """

    slot: Slot
    name: str
    state: str
    word: str
    table: str
    lines: tuple[MatchLine, ...]
    sentence: str
    goes_to: str
    progress: str
    loser_to: str = ""

    @property
    def versus(self) -> str:
        """Who meets: two as "A v B", more than two one after the other."""
        return versus([line.name for line in self.lines])

    @property
    def said(self) -> str:
        """The match by its name, and what there is to say of it."""
        words = f"{self.name}: {self.sentence}"
        return f"{words} {_('Under appeal.')}" if self.slot.under_appeal else words

    @property
    def sign(self) -> str:
        """The state whose sign stands before the mark: its own, or `forfeit`."""
        return "forfeit" if self.slot.decision in FORFEITS else self.state

    @property
    def mark(self) -> str:
        """What stands beside the lines: while it is played, where; else the word."""
        return self.table if self.table and self.state in AT_TABLE else self.word

    @property
    def where(self) -> str:
        """Its table, between teams with the board; its name where it has no table."""
        if not self.table or not self.slot.board:
            return self.table or self.name
        return _("%(table)s, board %(board)d") % {"table": self.table, "board": self.slot.board}

    @property
    def table_path(self) -> str:
        """Where its online table is below the matches, empty while nobody can sit there."""
        is_played = self.state in AT_TABLE and not self.slot.boards
        return f"{self.slot.path}table/" if is_played else ""

    @property
    def has_moved_online(self) -> bool:
        """Whether, in a hybrid event, it is played at its online table now."""
        return self.slot.match is not None and self.slot.match.moved_to == ONLINE

    @property
    def is_bye(self) -> bool:
        return self.state == BYE

    @property
    def reason(self) -> str:
        """Why the two meet, where the round was paired by itself."""
        return say(self.slot.reason) if self.slot.reason else ""

    @property
    def anchor(self) -> str:
        anchor = f"match-{self.slot.round}-{self.slot.number}"
        return f"{anchor}-{self.slot.board}" if self.slot.board else anchor

    @property
    def leader(self) -> int | None:
        """The seat that has won more games, of a match in play."""
        return leading([line.games or 0 for line in self.lines], range(len(self.lines)))


def score_of(won: PerSeat, seat: int) -> str:
    """What stands, the own first: "2–1"."""
    return "–".join(map(str, (won[seat], *(won[other] for other in others(seat, len(won))))))


def versus(names: Sequence[str]) -> str:
    """Two who meet, or all who sit at a table."""
    if len(names) > SIDES:
        return ", ".join(names)
    return _("%(first)s v %(second)s") % {"first": names[0], "second": names[-1]}


def is_third_place(slot: Slot) -> bool:
    return slot.name is not None and slot.name.code == "third_place"
