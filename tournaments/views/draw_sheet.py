"""The bracket as a page shows it: rounds side by side, and each match said in words as well.

Terms: a *slot* is one of the two lines of a match, with a name on it or the words that stand for
one. `said` is the match as a sentence: it is read out in place of the lines, and the live page
tells it when it changes, so it leaves out the points of a running game, which change every minute.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from players.text import N_
from tournaments.domain.lifecycle import MatchState

IN_PLAY = (MatchState.RUNNING, MatchState.REPORTED, MatchState.DISPUTED)
# The most slots that are shown at once: of a larger bracket, a section or the last rounds.
MOST_SLOTS = 128
SECTION_SLOTS = 64

# By the number of matches in a round: what one of them is called, and what is fed from it.
MATCH_NAMES: Mapping[int, str] = {
    1: N_("Final"),
    2: N_("Semi-final %(number)d"),
    4: N_("Quarter-final %(number)d"),
}
WINNERS_OF: Mapping[int, str] = {
    2: N_("Winner of semi-final %(number)d"),
    4: N_("Winner of quarter-final %(number)d"),
}
WINNERS_TO: Mapping[int, str] = {
    1: N_("Winner to the final"),
    2: N_("Winner to semi-final %(number)d"),
    4: N_("Winner to quarter-final %(number)d"),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of a match. `kind`: `win`, `out`, `play`, `known`, `tbd` (not known yet), `bye`.

    `games` and `points` (of the running game) are None where there is nothing to show.
    """

    name: str
    kind: str
    seed: int | None = None
    games: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """A match as it stands on the sheet; `state` is a state of a match, or `bye`."""

    anchor: str
    name: str
    state: str
    mark: str
    slots: tuple[Slot, Slot]
    said: str
    goes_to: str
    table: str
    table_number: int
    progress: str
    walkover: bool


@dataclass(frozen=True, slots=True)
class SheetRound:
    """A column of the sheet. `third_place` stands below the final."""

    number: int
    name: str
    note: str
    matches: tuple[SheetMatch, ...]
    third_place: SheetMatch | None
    is_last: bool
