"""What is known of one event at one moment, for who runs it."""

from dataclasses import dataclass
from enum import StrEnum

from kernel.seats import Pair, PerSeat
from kernel.text import Text
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState


class Does(StrEnum):
    """What a button of the director does: an act on the event, or the page that it opens."""

    OPEN_REGISTRATION = "open_registration"
    OPEN_CHECK_IN = "open_check_in"
    DRAW = "draw"
    PUBLISH = "publish"  # the round `key`
    START_CLOCK = "start"  # of the round `key`
    ARCHIVE = "archive"
    CONFIRM = "confirm"  # the report of the match `key`
    WALKOVER = "walkover"  # in the match `key`
    WITHOUT = "without"  # the match `key` goes on, and what follows is drawn
    AS_IT_STANDS = "as_it_stands"  # the same, counted as it stands
    MORE_TIME = "more_time"  # at the table of the match `key`
    ENTRIES = "entries"
    CHECK_IN = "check_in"
    LOOK_AT_DRAFT = "look_at_draft"
    MATCH = "match"  # of that id
    TABLE = "table"  # the card of the table of that number
    RESULTS = "results"
    APPEAL = "appeal"  # of that id
    FINAL_TABLE = "final_table"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match of a round that is played, between teams a board, without a result.

    `minutes` is how long it has been in its state, `score` the games so far or as reported,
    `reporter` the seat that did, `version` that of its record. `is_late`: its time is up;
    `not_begun` are the minutes that its clock has run while nobody has begun, as far as they cost
    something. `is_in_window`: whether the days of its round still run, None where it is not played
    by days. `pairing` is the id of what it belongs to, between teams with other boards;
    `may_be_left_open`: the format can draw the next round without that, and `stands` is how it
    stands (games, between teams boards).
    """

    key: int
    round: int
    where: Text
    players: tuple[str, ...]
    state: MatchState
    minutes: int = 0
    score: PerSeat = (0, 0)
    reporter: int | None = None
    table: int | None = None
    pairing: int = 0
    version: int = 0
    has_clock: bool = False
    is_late: bool = False
    not_begun: int = 0
    is_in_window: bool | None = None
    may_be_left_open: bool = False
    stands: Pair = (0, 0)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round of the stage that is on: how many of its matches are decided, and of how many.
    `needs_start`: it has a length, and its clock has not been started."""

    number: int
    name: Text
    state: RoundState
    done: int
    matches: int
    minutes: int = 0
    needs_start: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A round that is drawn and not published.

    `is_ready`: it can be published now; `has_turn`: all that is played before it is over;
    `by_itself`: it is published as soon as its turn comes; `at` is the hour for which that is
    planned, as it is shown, empty where it is not. `is_stale`: others are there than were drawn.
    `is_shown`: visitors see it all the same, as it was planned with the rounds before it.
    """

    round: int
    name: Text
    is_ready: bool = True
    has_turn: bool = True
    by_itself: bool = False
    at: str = ""
    is_stale: bool = False
    is_shown: bool = False


@dataclass(frozen=True, slots=True)
class DirectorFacts:
    """What the steps of an event depend on.

    Before the draw: `is_due` (it starts today, should have begun, or has no date), how many `field`
    would be drawn, how many are `here`, the names of who is `missing` of those entered once anybody
    is here, how many ask to take part (`requests`), `why_no_draw`, and whether one of the field
    has nobody to play (`has_bye`).

    Then: the titles of its `stages` and the number of the one that is on, the `rounds` of that, the
    names of those that are not drawn yet (`to_come`), the first `draft`, what is drawn once all
    results are in (`follows`; None where nothing is), the matches that are open, the most urgent
    first, and the ids of the appeals about which nobody has decided. `by_window`: what follows
    comes by itself, but not before the window that runs is over. `protests_until` is the hour
    up to which protests are taken after the end, empty later; `champion` who has won.
    """

    event: int
    state: TournamentState
    is_due: bool = True
    field: int = 0
    here: int = 0
    missing: tuple[str, ...] = ()
    requests: int = 0
    why_no_draw: Text | None = None
    has_bye: bool = False
    stages: tuple[Text, ...] = ()
    stage: int = 1
    rounds: tuple[RoundFacts, ...] = ()
    to_come: tuple[Text, ...] = ()
    draft: Draft | None = None
    follows: Text | None = None
    by_window: bool = False
    open: tuple[OpenMatch, ...] = ()
    appeals: tuple[int, ...] = ()
    protests_until: str = ""
    champion: str = ""

    @property
    def is_before_start(self) -> bool:
        return self.state in _BEFORE

    @property
    def next_name(self) -> Text | None:
        """What comes after what is played: a round that is drawn, or what is drawn then."""
        return self.draft.name if self.draft else self.follows


_BEFORE = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CHECK_IN)
