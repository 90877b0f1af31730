"""Where an online table stands: the fold over what was done at it (the contract of the online
table).

It begins with nothing, or at the newest `deal`, and takes one event after the other. Of the cards
it knows what it is told (`CardsOf`), of the score nothing: that is the match's own record.

A hand is played by two. Where partners play a round its hands go on side by side (decision 65): the
state shows one of them, `at_seat` and `at_deal` say which, and keeps the others `beside` it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar, cast

from games.engine.cards import Card, Deal
from games.engine.gin import play
from games.engine.gin.first_deal import high_card
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import parse_action
from games.engine.gin.rules import Rules
from games.tables.clock import Clock
from games.tables.events import HARMLESS, VOID, Event, Kind
from kernel.seats import PerSeat, Seat, nothing, opponent

Stage = Literal["seating", "drawing", "playing", "hand_over"]
Hold = Literal["", "paused", "adjourned"]
Flags = tuple[bool, ...]
Texts = tuple[str | None, ...]
"""One for each seat."""

#: Who play a hand where nobody is named.
BOTH = (0, 1)

#: What one of the hands that go on side by side has by itself.
_OF_A_HAND: tuple[Kind, ...] = ("action", "flag", "resignation", "cut_off")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What holds at a table for the whole match. `flag` is what a flag costs, `assist` whether what
    a seat is shown may count and arrange its cards, `is_solo` that one person plays both seats,
    `seats` how many there are."""

    match: int
    rules: Rules
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
    seats that the engine gives them; empty for both."""

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
        """The two who play it."""
        return self.players or BOTH

    @property
    def dealer_place(self) -> Seat | None:
        """The seat that the engine gives to who deals."""
        return None if self.dealer is None else self.seats.index(self.dealer)


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


class Play(NamedTuple):
    """What one of the hands that go on side by side has by itself: see `TableState`."""

    dealing: Dealing | None
    hand: HandState | None
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
    shown, but that it goes on only with what they see: of a hand beside theirs that it is over.
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
    stage: Stage = "seating"
    since: int = 0
    changed: int = 0
    hold: Hold = ""
    until: int | None = None
    dealing: Dealing | None = None
    draw: Draw | None = None
    hand: HandState | None = None
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


T = TypeVar("T")
P = TypeVar("P", Play, TableState)


def fold(settings: TableSettings, events: Iterable[Event], cards: CardsOf) -> TableState:
    """Where the table stands after these events: all of them, or those from a `deal` on."""
    state = empty_table(settings)
    for event in events:
        state = after(state, event, cards)
    return state


def after(state: TableState, event: Event, cards: CardsOf) -> TableState:
    """The table after one more event."""
    if event.kind == "deal":
        return _dealt(state, event, cards)
    if state.beside:
        return _after_beside(state, event)
    state, number = _APPLY[event.kind](state, event), event.number
    staled = state.staled if event.kind in HARMLESS else number
    return state._replace(number=number, version=number, changed=event.at, staled=staled)


def _after_beside(state: TableState, event: Event) -> TableState:
    """The same where several hands go on. What is done in one of them nobody of the others sees
    before it is over, and nothing of it makes an action of theirs stale."""
    before = state.at_deal(event.deal)
    state = _APPLY[event.kind](before, event)
    is_own, is_stale = event.kind in _OF_A_HAND, event.kind not in HARMLESS
    version = state.version + 1 if state.beside else event.number
    staled = version if is_stale else state.staled
    beside = state.beside
    if not is_own or state.stage != before.stage:
        beside = tuple(_told(play, is_stale=is_stale and not is_own) for play in beside)
    return state._replace(
        number=event.number, version=version, changed=event.at, staled=staled, beside=beside
    ).at_first()


def _told(play: Play, *, is_stale: bool) -> Play:
    """A hand at whose table something has happened that its players see."""
    version = play.version + 1
    return play._replace(version=version, staled=version if is_stale else play.staled)


def turn_ended(clock: Clock, left: SeatClock) -> SeatClock:
    """What a seat has at its next turn."""
    if clock.fresh_each_turn:
        return SeatClock(clock.turn, left.reserve)
    if left.left is None:
        return left
    return SeatClock(left.left + clock.increment, left.reserve)


def _dealt(state: TableState, event: Event, cards: CardsOf) -> TableState:
    settings, number = state.settings, event.number
    dealing, *others = dealings_of(event)
    sat = (True,) * settings.seats
    seating = replace(seating_of(dealing.seating, sat, event["commitment"]), words=dealing.words)
    begun = state._replace(
        seating=seating,
        dealing=dealing,
        since=event.at,
        changed=event.at,
        ready=settings.nobody,
        cut_off="",
        number=number,
        version=number,
        staled=number,
        beside=(),
        ended_before=0,
    )
    if dealing.dealer is None:
        drawn = cast("tuple[Card, Card]", cards(dealing))
        return begun._replace(stage="drawing", draw=draw_of(settings.rules, drawn))
    beside = [
        Play(
            other,
            _begun(settings, other, cards),
            stage="playing",
            version=number,
            since=event.at,
            cut_off="",
            plays_itself=False,
            staled=number,
            late=None,
            ended_before=0,
        )
        for other in others
    ]
    return begun._replace(
        stage="playing",
        hand=_begun(settings, dealing, cards),
        clocks=_clocks(event["clocks"]),
        autos=tuple(event["autos"]),
        plays_itself=False,
        beside=tuple(beside),
    )


def numbers_dealt(event: Event) -> range:
    """The numbers d of the hands that a `deal` begins: one, or those of a round."""
    d = cast("int", event.deal)
    return range(d, d + 1 + len(event["beside"] or ()))


def dealings_of(event: Event) -> list[Dealing]:
    """The dealings of a `deal`: one, or those of the hands that go on side by side."""
    d, j, words = cast("int", event.deal), event["j"], tuple(event["words"])
    place = event["n"], event["game"], event["number"]
    dealt = [(event["dealer"], event["players"] or ())]
    dealt += [(other["dealer"], other["players"]) for other in event["beside"] or ()]
    return [
        Dealing(d + at, event["seating"], j + at, words, dealer, *place, tuple(players))
        for at, (dealer, players) in enumerate(dealt)
    ]


def _begun(settings: TableSettings, dealing: Dealing, cards: CardsOf) -> HandState:
    dealer = dealing.dealer_place
    assert dealer is not None
    return play.begin(settings.rules, dealer, cast("Deal", cards(dealing)))


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


def _clocks(stored: Sequence[tuple[int | None, int]]) -> tuple[SeatClock, ...]:
    return tuple(SeatClock(left, reserve) for left, reserve in stored)


def _set(values: tuple[T, ...], seat: Seat | None, value: T) -> tuple[T, ...]:
    assert seat is not None
    return (*values[:seat], value, *values[seat + 1 :])


def _sat(state: TableState, event: Event) -> TableState:
    sat = _set(state.seating.sat, event.seat, True)
    return state._replace(seating=replace(state.seating, sat=sat), since=event.at)


def _committed(state: TableState, event: Event) -> TableState:
    seating = seating_of(event["seating"], state.seating.sat, event["commitment"])
    return state._replace(seating=seating, since=event.at)


def _hashed(state: TableState, event: Event) -> TableState:
    hashes = _set(state.seating.hashes, event.seat, event["hash"])
    return state._replace(seating=replace(state.seating, hashes=hashes), since=event.at)


def _opened(state: TableState, event: Event) -> TableState:
    words = _set(state.seating.words, event.seat, event["word"])
    opened = state._replace(seating=replace(state.seating, words=words))
    return opened._replace(since=event.at) if opened.seating.are_open else opened


def _unseated(state: TableState, event: Event) -> TableState:
    seating = seating_of(event["seating"], tuple(event["sat"]))
    if state.is_void:
        # The match is played anew: nothing of the old one is held against anybody.
        state = _fresh(state)
    state = _with_one_hand(state)
    return state._replace(stage="seating", seating=seating, since=event.at, is_void=False)


def _fresh(state: TableState) -> TableState:
    """With the clocks of the beginning of a game."""
    settings = state.settings
    clocks = fresh_clocks(settings.clock, settings.seats)
    return state._replace(clocks=clocks, autos=nothing(settings.seats))


def _with_one_hand(state: TableState) -> TableState:
    """The hands that went on side by side are gone from the table: the newest dealing says which
    one is next."""
    return state.plays[-1]._replace(beside=())


def _chosen(state: TableState, event: Event) -> TableState:
    assert state.draw is not None
    return state._replace(draw=replace(state.draw, dealer=event["dealer"]), since=event.at)


def _acted(state: TableState, event: Event) -> TableState:
    """One action. The turn of the clock ends when the other seat is in turn."""
    seat, hand = event.seat, state.hand
    assert seat is not None
    assert hand is not None
    played = play.apply(hand, parse_action(event["action"]))
    is_over, is_auto = played.ending is not None, event["by"] is not None
    has_ended = is_over or played.turn != hand.turn
    left = SeatClock(event["left"], event["reserve"])
    clocks = _set(state.clocks, seat, turn_ended(state.settings.clock, left) if has_ended else left)
    in_a_row = state.autos[seat] if is_auto else 0
    autos = _set(state.autos, seat, in_a_row + 1 if is_auto and has_ended else in_a_row)
    state = state._replace(
        hand=played,
        clocks=clocks,
        autos=autos,
        plays_itself=is_auto and not has_ended,
        since=event.at,
        late=(seat, state.version + 1) if is_auto else state.late,
    )
    return _over(state) if is_over else state


def _over(state: TableState) -> TableState:
    """The hand is over."""
    ended = sum(other.stage == "hand_over" for other in state.beside)
    return state._replace(stage="hand_over", ended_before=ended)


def _was_ready(state: TableState, event: Event) -> TableState:
    return state._replace(ready=_set(state.ready, event.seat, True))


def _flagged(state: TableState, event: Event) -> TableState:
    """Who ran out of time has nothing left of this game but what each turn brings."""
    assert event.seat is not None
    gone = turn_ended(state.settings.clock, SeatClock(0, 0))
    clocks, autos = _set(state.clocks, event.seat, gone), state.autos
    for seat in state.dealing.seats if state.dealing else ():
        autos = _set(autos, seat, 0)
    cut = _cut(state, event, "flag")._replace(clocks=clocks, autos=autos)
    return cut._replace(late=(event.seat, state.version + 1))


def _resigned(state: TableState, event: Event) -> TableState:
    return _cut(state, event, "resigned")


def _cut_off(state: TableState, event: Event) -> TableState:
    return _cut(state, event, event["reason"])


def _cut(state: TableState, event: Event, reason: str) -> TableState:
    """A hand that is being played is over; between two hands nothing is cut off. A pause holds."""
    if state.stage != "playing":
        return state
    return _over(state)._replace(cut_off=reason, since=event.at, plays_itself=False)


def _held(state: TableState, event: Event) -> TableState:
    is_pause = event.kind == "pause"
    return state._replace(
        hold="paused" if is_pause else "adjourned",
        until=None if is_pause else event["until"],
        clocks=_clocks(event["clocks"]),
    )


def _resumed(state: TableState, event: Event) -> TableState:
    beside = tuple(other._replace(since=event.at) for other in state.beside)
    return state._replace(hold="", until=None, since=event.at, beside=beside)


def _given_time(state: TableState, event: Event) -> TableState:
    """More time: beside the turns where there is a reserve, else in the bank or the turn."""
    assert event.seat is not None
    had = state.clocks[event.seat]
    if state.settings.clock.kind == "move":
        now = replace(had, reserve=had.reserve + event["ms"])
    else:
        now = replace(had, left=None if had.left is None else had.left + event["ms"])
    return state._replace(clocks=_set(state.clocks, event.seat, now))


def _moved(state: TableState, event: Event) -> TableState:
    """The match leaves the table, or comes back to it: all sit down anew, whatever was waited for
    or held is over, and within a game the clocks go on as they were."""
    nobody = state.settings.nobody
    return _with_one_hand(state)._replace(
        stage="seating",
        since=event.at,
        hold="",
        until=None,
        seating=seating_of(state.seating.number, nobody),
        ready=nobody,
        clocks=_clocks(event["clocks"]),
        is_away=event["to"] == "table",
    )


def _ruled(state: TableState, event: Event) -> TableState:
    """Only that a match is played anew, with no pause of the old one, is told by the ruling; all
    else by the match's record."""
    if event["ended"] != VOID:
        # What was waited for while nobody could act is waited for anew.
        beside = tuple(_waits_anew(other, event.at) for other in state.beside)
        return _waits_anew(state, event.at)._replace(beside=beside)
    state = state._replace(hold="", until=None)
    if state.seating.commitment is None:
        seating = replace(state.seating, sat=state.settings.nobody)
        return _fresh(state)._replace(seating=seating)
    return state._replace(is_void=True)


def _waits_anew(shown: P, at: int) -> P:
    return shown if shown.stage == "playing" else shown._replace(since=at)


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
