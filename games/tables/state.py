"""Where an online table stands: the fold over what was done at it (the contract of the online
table).

It begins with nothing, or at the newest `deal`, and takes one event after the other. Of the cards
it knows what it is told (`CardsOf`), of the score nothing: that is the match's own record.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, cast

from games.engine.cards import Card, Deal
from games.engine.gin import play
from games.engine.gin.first_deal import high_card
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import parse_action
from games.engine.gin.rules import Rules
from games.tables.clock import Clock
from games.tables.events import HARMLESS, VOID, Event
from kernel.seats import Pair, Seat, opponent

Stage = Literal["seating", "drawing", "playing", "hand_over"]
Hold = Literal["", "paused", "adjourned"]
Both = tuple[bool, bool]
Texts = tuple[str | None, str | None]

NEITHER: Both = (False, False)
NO_TEXTS: Texts = (None, None)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What holds at a table for the whole match. `flag` is what a flag costs, `assist` whether what
    a seat is shown may count and arrange its cards, `is_solo` that one person plays both seats."""

    match: int
    rules: Rules
    clock: Clock
    flag: str
    assist: bool
    is_solo: bool = False


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a seat has left of its turn (null without a clock) and beside it, in milliseconds."""

    left: int | None
    reserve: int


@dataclass(frozen=True, slots=True)
class Seating:
    """Both sit down with a chain of secrets: the `number`-th time, 0 before the first.

    `commitment` is there once both have sat down, a word once its seat has opened it: who reads the
    words shows none before both are open (`are_open`).
    """

    number: int = 0
    sat: Both = NEITHER
    commitment: str | None = None
    hashes: Texts = NO_TEXTS
    words: Texts = NO_TEXTS

    @property
    def are_open(self) -> bool:
        """Whether both words are open."""
        return None not in self.words

    @property
    def may_open(self) -> bool:
        """Whether both have committed to their words."""
        return None not in self.hashes


@dataclass(frozen=True, slots=True)
class Dealing:
    """The dealing `d`, the `j`-th of its seating. Of the draw (d = 0) the rest is null; else it is
    the `n`-th hand of the match, the `number`-th of its game."""

    d: int
    seating: int
    j: int
    words: tuple[str, str]
    dealer: Seat | None = None
    n: int | None = None
    game: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw for the first deal: `high` has the higher card, `chooser` chooses who deals; where
    the cards say it themselves nobody does. `dealer` is null until it is known."""

    cards: tuple[Card, Card]
    high: Seat
    chooser: Seat | None
    dealer: Seat | None


CardsOf = Callable[[Dealing], Deal | tuple[Card, Card]]
"""The cards of a dealing: of the draw those of the two seats."""


class TableState(NamedTuple):
    """A table at one moment: a tuple, because one is made for every event of a log.

    `since` is when the stage, or in play the turn of the clock that runs, began; after a pause the
    resumption. `changed` is when the newest event was. `cut_off` says why a hand ended that was not
    played to its end. `autos` are turns in a row that the clock has played, `plays_itself` that it
    plays the running one. `staled` is the newest version behind which an action meant for an older
    one is refused; `late` who was last overtaken by the clock, and by which version. `is_void`: the
    match is to be played anew, by whoever sits down for it. `is_away`: it goes on at its table in
    the room.
    """

    settings: TableSettings
    clocks: tuple[SeatClock, SeatClock]
    version: int = 0
    stage: Stage = "seating"
    since: int = 0
    changed: int = 0
    hold: Hold = ""
    until: int | None = None
    seating: Seating = Seating()
    dealing: Dealing | None = None
    draw: Draw | None = None
    hand: HandState | None = None
    cut_off: str = ""
    ready: Both = NEITHER
    autos: Pair = (0, 0)
    plays_itself: bool = False
    staled: int = 0
    late: tuple[Seat, int] | None = None
    is_void: bool = False
    is_away: bool = False

    @property
    def next_j(self) -> int:
        """Which deal of its seating the next one is."""
        dealt = self.dealing
        return dealt.j + 1 if dealt and dealt.seating == self.seating.number else 0

    @property
    def turn(self) -> Seat | None:
        """Who is to act: in play the seat in turn, while drawing the chooser."""
        if self.stage == "playing" and self.hand is not None:
            return self.hand.turn
        if self.stage == "drawing" and self.draw is not None and self.draw.dealer is None:
            return self.draw.chooser
        return None

    def next_d(self, *, draws: bool) -> int:
        """The number of the next dealing; `draws`: the first deal of the match is drawn for."""
        if self.dealing is None:
            return 0 if draws else 1
        return self.dealing.d + 1


def fresh_clocks(clock: Clock) -> tuple[SeatClock, SeatClock]:
    """The clocks at the beginning of a game."""
    fresh = SeatClock(clock.turn, clock.reserve)
    return fresh, fresh


def fold(settings: TableSettings, events: Iterable[Event], cards: CardsOf) -> TableState:
    """Where the table stands after these events: all of them, or those from a `deal` on."""
    state = TableState(settings, fresh_clocks(settings.clock))
    for event in events:
        state = after(state, event, cards)
    return state


def after(state: TableState, event: Event, cards: CardsOf) -> TableState:
    """The table after one more event."""
    if event.kind == "deal":
        state = _dealt(state, event, cards)
    else:
        state = _APPLY[event.kind](state, event)
    staled = state.staled if event.kind in HARMLESS else event.number
    return state._replace(version=event.number, changed=event.at, staled=staled)


def turn_ended(clock: Clock, left: SeatClock) -> SeatClock:
    """What a seat has at its next turn."""
    if clock.fresh_each_turn:
        return SeatClock(clock.turn, left.reserve)
    if left.left is None:
        return left
    return SeatClock(left.left + clock.increment, left.reserve)


def _dealt(state: TableState, event: Event, cards: CardsOf) -> TableState:
    words = cast("tuple[str, str]", tuple(event["words"]))
    dealing = Dealing(
        cast("int", event.deal),
        event["seating"],
        event["j"],
        words,
        event["dealer"],
        event["n"],
        event["game"],
        event["number"],
    )
    seating = Seating(dealing.seating, (True, True), event["commitment"], words=words)
    begun = state._replace(
        seating=seating, dealing=dealing, since=event.at, ready=NEITHER, cut_off=""
    )
    if dealing.dealer is None:
        drawn = cast("tuple[Card, Card]", cards(dealing))
        return begun._replace(stage="drawing", draw=draw_of(state.settings.rules, drawn))
    hand = play.begin(state.settings.rules, dealing.dealer, cast("Deal", cards(dealing)))
    autos = cast("Pair", tuple(event["autos"]))
    return begun._replace(
        stage="playing",
        hand=hand,
        clocks=_clocks(event["clocks"]),
        autos=autos,
        plays_itself=False,
    )


def draw_of(rules: Rules, cards: tuple[Card, Card]) -> Draw:
    """What the draw says by the rules (the contract of the online table, the deal, 6)."""
    high = high_card(*cards)
    match rules.first_dealer:
        case "high_card_chooses":
            return Draw(cards, high, high, None)
        case "low_card_deals":
            return Draw(cards, high, None, opponent(high))
        case "random":
            return Draw(cards, high, None, high)


def _clocks(stored: Sequence[tuple[int | None, int]]) -> tuple[SeatClock, SeatClock]:
    first, second = (SeatClock(left, reserve) for left, reserve in stored)
    return first, second


def _set(values: tuple[object, object], seat: Seat | None, value: object) -> tuple[object, object]:
    return (value, values[1]) if seat == 0 else (values[0], value)


def _sat(state: TableState, event: Event) -> TableState:
    sat = cast("Both", _set(state.seating.sat, event.seat, True))
    return state._replace(seating=replace(state.seating, sat=sat), since=event.at)


def _committed(state: TableState, event: Event) -> TableState:
    seating = Seating(event["seating"], state.seating.sat, event["commitment"])
    return state._replace(seating=seating, since=event.at)


def _hashed(state: TableState, event: Event) -> TableState:
    hashes = cast("Texts", _set(state.seating.hashes, event.seat, event["hash"]))
    return state._replace(seating=replace(state.seating, hashes=hashes), since=event.at)


def _opened(state: TableState, event: Event) -> TableState:
    words = cast("Texts", _set(state.seating.words, event.seat, event["word"]))
    opened = state._replace(seating=replace(state.seating, words=words))
    return opened._replace(since=event.at) if opened.seating.are_open else opened


def _unseated(state: TableState, event: Event) -> TableState:
    seating = Seating(event["seating"], cast("Both", tuple(event["sat"])))
    if state.is_void:
        # The match is played anew: nothing of the old one is held against anybody.
        state = state._replace(clocks=fresh_clocks(state.settings.clock), autos=(0, 0))
    return state._replace(stage="seating", seating=seating, since=event.at, is_void=False)


def _chosen(state: TableState, event: Event) -> TableState:
    assert state.draw is not None
    return state._replace(draw=replace(state.draw, dealer=event["dealer"]), since=event.at)


def _acted(state: TableState, event: Event) -> TableState:
    """One action. The turn of the clock ends when the other seat is in turn."""
    seat, hand = event.seat, state.hand
    assert seat is not None
    assert hand is not None
    hand = play.apply(hand, parse_action(event["action"]))
    is_over, is_auto = hand.ending is not None, event["by"] is not None
    has_ended = is_over or hand.turn != seat
    left = SeatClock(event["left"], event["reserve"])
    clocks = _set(state.clocks, seat, turn_ended(state.settings.clock, left) if has_ended else left)
    in_a_row = state.autos[seat] if is_auto else 0
    autos = _set(state.autos, seat, in_a_row + 1 if is_auto and has_ended else in_a_row)
    return state._replace(
        stage="hand_over" if is_over else "playing",
        hand=hand,
        clocks=cast("tuple[SeatClock, SeatClock]", clocks),
        autos=cast("Pair", autos),
        plays_itself=is_auto and not has_ended,
        since=event.at,
        late=(seat, event.number) if is_auto else state.late,
    )


def _was_ready(state: TableState, event: Event) -> TableState:
    return state._replace(ready=cast("Both", _set(state.ready, event.seat, True)))


def _flagged(state: TableState, event: Event) -> TableState:
    """Who ran out of time has nothing left of this game but what each turn brings."""
    assert event.seat is not None
    gone = turn_ended(state.settings.clock, SeatClock(0, 0))
    clocks = cast("tuple[SeatClock, SeatClock]", _set(state.clocks, event.seat, gone))
    cut = _cut(state, event, "flag")._replace(clocks=clocks, autos=(0, 0))
    return cut._replace(late=(event.seat, event.number))


def _resigned(state: TableState, event: Event) -> TableState:
    return _cut(state, event, "resigned")


def _cut_off(state: TableState, event: Event) -> TableState:
    return _cut(state, event, event["reason"])


def _cut(state: TableState, event: Event, reason: str) -> TableState:
    """A hand that is being played is over; between two hands nothing is cut off. A pause holds."""
    if state.stage != "playing":
        return state
    return state._replace(
        stage="hand_over",
        cut_off=reason,
        since=event.at,
        ready=NEITHER,
        plays_itself=False,
    )


def _held(state: TableState, event: Event) -> TableState:
    is_pause = event.kind == "pause"
    return state._replace(
        hold="paused" if is_pause else "adjourned",
        until=None if is_pause else event["until"],
        clocks=_clocks(event["clocks"]),
    )


def _resumed(state: TableState, event: Event) -> TableState:
    return state._replace(hold="", until=None, since=event.at)


def _given_time(state: TableState, event: Event) -> TableState:
    """More time: beside the turns where there is a reserve, else in the bank or the turn."""
    assert event.seat is not None
    had = state.clocks[event.seat]
    if state.settings.clock.kind == "move":
        now = replace(had, reserve=had.reserve + event["ms"])
    else:
        now = replace(had, left=None if had.left is None else had.left + event["ms"])
    clocks = cast("tuple[SeatClock, SeatClock]", _set(state.clocks, event.seat, now))
    return state._replace(clocks=clocks)


def _moved(state: TableState, event: Event) -> TableState:
    """The match leaves the table, or comes back to it: both sit down anew, whatever was waited for
    or held is over, and within a game the clocks go on as they were."""
    return state._replace(
        stage="seating",
        since=event.at,
        hold="",
        until=None,
        seating=Seating(state.seating.number),
        ready=NEITHER,
        clocks=_clocks(event["clocks"]),
        is_away=event["to"] == "table",
    )


def _ruled(state: TableState, event: Event) -> TableState:
    """Only that a match is played anew, with no pause of the old one, is told by the ruling; all
    else by the match's record."""
    if event["ended"] != VOID:
        # What was waited for while nobody could act is waited for anew.
        return state if state.stage == "playing" else state._replace(since=event.at)
    state = state._replace(hold="", until=None)
    if state.seating.commitment is None:
        fresh = fresh_clocks(state.settings.clock)
        seating = replace(state.seating, sat=NEITHER)
        return state._replace(seating=seating, clocks=fresh, autos=(0, 0))
    return state._replace(is_void=True)


def _unchanged(state: TableState, event: Event) -> TableState:
    return state


_APPLY: dict[str, Callable[[TableState, Event], TableState]] = {
    "sat": _sat,
    "commitment": _committed,
    "word_hash": _hashed,
    "word": _opened,
    "unseated": _unseated,
    "choice": _chosen,
    "action": _acted,
    "ready": _was_ready,
    "flag": _flagged,
    "resignation": _resigned,
    "cut_off": _cut_off,
    "pause": _held,
    "adjournment": _held,
    "resumption": _resumed,
    "time": _given_time,
    "disclosure": _unchanged,
    "ruling": _ruled,
    "adjudication": _unchanged,
    "moved": _moved,
    "move_request": _unchanged,
    "rematch": _unchanged,
    "name_report": _unchanged,
    "declined": _unchanged,
}
