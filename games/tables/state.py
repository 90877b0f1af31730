"""Where an online table stands at one moment (the contract of the online table): `fold` makes it
from what was done there.

Where partners play a round its hands go on side by side (decision 65): the state shows one of them,
`at_seat` and `at_deal` say which, and keeps the others `beside` it.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.engine.cards import Card
from games.tables.clock import Clock
from games.tables.hands.base import Hand, TableRules
from kernel.seats import SIDES, PerSeat, Seat, nothing

Stage = Literal["seating", "drawing", "playing", "hand_over"]
Hold = Literal["", "paused", "adjourned"]
Flags = tuple[bool, ...]
Texts = tuple[str | None, ...]
"""One for each seat."""

#: Who play a hand of two where nobody is named.
BOTH = (0, 1)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What holds at a table for the whole match. `flag` is what a flag costs, `assist` whether what
    a seat is shown may count and arrange its cards, `is_solo` that one person plays both seats,
    `seats` how many there are."""

    match: int
    rules: TableRules
    clock: Clock
    flag: str
    assist: bool
    is_solo: bool = False
    seats: int = 2

    @property
    def nobody(self) -> Flags:
        """A flag for each seat that none has."""
        return (False,) * self.seats


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a seat has left of its turn (null without a clock) and beside it, in milliseconds."""

    left: int | None
    reserve: int


@dataclass(frozen=True, slots=True)
class Seating:
    """All sit down with a chain of secrets: the `number`-th time, 0 before the first.

    `commitment` is there once all have sat down, a word once its seat has opened it: who reads the
    words shows none before all are open (`are_open`).
    """

    number: int
    sat: Flags
    commitment: str | None
    hashes: Texts
    words: Texts

    @property
    def are_open(self) -> bool:
        """Whether all words are open."""
        return None not in self.words

    @property
    def may_open(self) -> bool:
        """Whether all have committed to their words."""
        return None not in self.hashes


def seating_of(number: int, sat: Flags, commitment: str | None = None) -> Seating:
    """A seating in which nobody has said a word yet."""
    none = (None,) * len(sat)
    return Seating(number, sat, commitment, none, none)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The dealing `d`, the `j`-th of its seating. Of the draw (d = 0) the rest is null; else it is
    the `n`-th hand of the match, the `number`-th of its game: of hands that go on side by side the
    place that the first of them will have that is over. `players` are the two who play it, by the
    seats that the engine gives them; empty where all play, each of whom gave a word."""

    d: int
    seating: int
    j: int
    words: tuple[str, ...]
    dealer: Seat | None = None
    n: int | None = None
    game: int | None = None
    number: int | None = None
    players: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who play it."""
        if self.players or len(self.words) == SIDES:
            return self.players or BOTH
        return tuple(range(len(self.words)))

    @property
    def dealer_place(self) -> Seat | None:
        """The seat that the engine gives to who deals."""
        return None if self.dealer is None else self.seats.index(self.dealer)


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw for the first deal: `high` has the highest card, `chooser` chooses who deals; where
    the cards say it themselves nobody does. `dealer` is null until it is known."""

    cards: tuple[Card, ...]
    high: Seat
    chooser: Seat | None
    dealer: Seat | None


class Play(NamedTuple):
    """What one of the hands that go on side by side has by itself: see `TableState`."""

    dealing: Dealing | None
    hand: Hand | None
    stage: Stage
    version: int
    since: int
    cut_off: str
    plays_itself: bool
    staled: int
    late: tuple[Seat, int] | None
    ended_before: int


class TableState(NamedTuple):
    """A table at one moment: a tuple, because one is made for every event of a log.

    `number` is that of the newest event. `version` is the same for those who play the hand that is
    shown, but that it goes on only with what they see: of a hand beside theirs that it is over;
    `version_aside` is so for those who sit out: of the hand they see that it is over.
    `since` is when the stage, or in play the turn of the clock that runs, began; after a pause the
    resumption. `changed` is when the newest event was. `cut_off` says why a hand ended that was not
    played to its end. `autos` are turns in a row that the clock has played, `plays_itself` that it
    plays the running one. `staled` is the newest version behind which an action meant for an older
    one is refused; `late` who was last overtaken by the clock, and by which version. `is_void`: the
    match is to be played anew, by whoever sits down for it. `is_away`: it goes on at its table in
    the room. `beside` are the other hands of the round, `ended_before` how many of them were over
    before this one was.
    """

    settings: TableSettings
    clocks: tuple[SeatClock, ...]
    seating: Seating
    ready: Flags
    autos: PerSeat
    number: int = 0
    version: int = 0
    version_aside: int = 0
    stage: Stage = "seating"
    since: int = 0
    changed: int = 0
    hold: Hold = ""
    until: int | None = None
    dealing: Dealing | None = None
    draw: Draw | None = None
    hand: Hand | None = None
    cut_off: str = ""
    plays_itself: bool = False
    staled: int = 0
    late: tuple[Seat, int] | None = None
    is_void: bool = False
    is_away: bool = False
    beside: tuple[Play, ...] = ()
    ended_before: int = 0

    @property
    def plays(self) -> "tuple[TableState, ...]":
        """The table as each of its hands shows it, in the order of their dealings."""
        if not self.beside:
            return (self,)
        dealings = [self.dealing, *(other.dealing for other in self.beside)]
        return tuple(self.at_deal(d) for d in sorted(one.d for one in dealings if one))

    def at_deal(self, d: int | None) -> "TableState":
        """The table as the hand of this dealing shows it; as it is where there is none."""
        for other in self.beside:
            if other.dealing is not None and other.dealing.d == d:
                beside = [one for one in self.beside if one is not other]
                beside.append(Play(*(getattr(self, name) for name in Play._fields)))
                return self._replace(**other._asdict(), beside=tuple(beside))
        return self

    def at_seat(self, seat: Seat | None) -> "TableState":
        """The table as the hand of this seat shows it; as it is for who plays none."""
        for other in self.beside:
            if other.dealing is not None and seat in other.dealing.seats:
                return self.at_deal(other.dealing.d)
        return self

    def sits_out(self, seat: Seat | None) -> bool:
        """Whether this is a seat that plays none of the hands that were dealt last."""
        if seat is None or self.stage not in ("playing", "hand_over"):
            return False
        return all(seat not in play.dealing.seats for play in self.plays if play.dealing)

    def at_first(self) -> "TableState":
        """The table as the first hand shows it that is played; the first one where all are over."""
        if not self.beside:
            return self
        plays = self.plays
        return next((play for play in plays if play.stage == "playing"), plays[0])

    @property
    def is_round_over(self) -> bool:
        """Whether no hand is played any more of those that were dealt."""
        return self.stage == "hand_over" and all(play.stage == "hand_over" for play in self.beside)

    @property
    def last_dealing(self) -> Dealing | None:
        """The newest one."""
        return self.plays[-1].dealing

    @property
    def n(self) -> int | None:
        """Which hand of the match the hand is, or would be if it were over now."""
        if self.dealing is None or self.dealing.n is None:
            return None
        return self.dealing.n + self._over_before

    @property
    def number_in_game(self) -> int | None:
        """The same of its game."""
        if self.dealing is None or self.dealing.number is None:
            return None
        return self.dealing.number + self._over_before

    @property
    def _over_before(self) -> int:
        if self.stage == "hand_over":
            return self.ended_before
        return sum(play.stage == "hand_over" for play in self.beside)

    @property
    def next_j(self) -> int:
        """Which deal of its seating the next one is."""
        dealt = self.last_dealing
        return dealt.j + 1 if dealt and dealt.seating == self.seating.number else 0

    @property
    def turn(self) -> Seat | None:
        """Who is to act: in play the seat in turn, while drawing the chooser."""
        if self.stage == "playing" and self.hand is not None and self.dealing is not None:
            return self.dealing.seats[self.hand.turn]
        if self.stage == "drawing" and self.draw is not None and self.draw.dealer is None:
            return self.draw.chooser
        return None

    def next_d(self, *, draws: bool) -> int:
        """The number of the next dealing; `draws`: the first deal of the match is drawn for."""
        dealt = self.last_dealing
        if dealt is None:
            return 0 if draws else 1
        return dealt.d + 1


def fresh_clocks(clock: Clock, seats: int = 2) -> tuple[SeatClock, ...]:
    """The clocks at the beginning of a game."""
    return (SeatClock(clock.turn, clock.reserve),) * seats


def empty_table(settings: TableSettings) -> TableState:
    """A table at which nothing was done yet."""
    nobody = settings.nobody
    clocks = fresh_clocks(settings.clock, settings.seats)
    return TableState(settings, clocks, seating_of(0, nobody), nobody, nothing(settings.seats))
