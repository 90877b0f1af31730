"""From what was done at an online table to where it stands (the contract of the online table).

The fold begins with nothing, or at the newest `deal`, and takes one event after the other. Of the
cards it knows what it is told (`CardsOf`), of the score nothing: that is the match's own record.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from games.engine.cards import Card
from games.tables.clock import Clock
from games.tables.events import HARMLESS, VOID, Event, Kind
from games.tables.hands.base import Hand
from games.tables.hands.listing import hands_of
from games.tables.state import (
    Dealing,
    Draw,
    Play,
    SeatClock,
    TableSettings,
    TableState,
    empty_table,
    fresh_clocks,
    seating_of,
)
from kernel.seats import Seat, nothing

CardsOf = Callable[[Dealing], Any]
"""The cards of a dealing, as its game has them: of the draw one for each side."""


#: What one of the hands that go on side by side has by itself.
_OF_A_HAND: tuple[Kind, ...] = ("action", "flag", "resignation", "cut_off")


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
    before, state, number = state, _APPLY[event.kind](state, event), event.number
    staled = state.staled if event.kind in HARMLESS else number
    is_seen = event.kind not in _OF_A_HAND or state.stage != before.stage
    aside = number if is_seen else state.version_aside
    return state._replace(
        number=number, version=number, version_aside=aside, changed=event.at, staled=staled
    )


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
        number=event.number,
        version=version,
        version_aside=version,
        changed=event.at,
        staled=staled,
        beside=beside,
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
        version_aside=number,
        staled=number,
        beside=(),
        ended_before=0,
    )
    if dealing.dealer is None:
        drawn = cast("tuple[Card, ...]", cards(dealing))
        return begun._replace(stage="drawing", draw=_draw_of(settings, drawn))
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


def _begun(settings: TableSettings, dealing: Dealing, cards: CardsOf) -> Hand:
    dealer = dealing.dealer_place
    assert dealer is not None
    begun: Hand = hands_of(settings.rules).begin(settings.rules, dealer, cards(dealing))
    return begun


def _draw_of(settings: TableSettings, cards: tuple[Card, ...]) -> Draw:
    """What the draw says by the rules."""
    said = hands_of(settings.rules).drawn(settings.rules, cards)
    return Draw(cards, said.high, said.chooser, said.dealer)


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
    played = hands_of(state.settings.rules).apply(hand, event["action"])
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
