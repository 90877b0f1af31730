"""What an online table does by itself, and when (the contract of the online table, "Clock" and "The
deal").

`next_step` says the next thing and its instant. Whoever writes to the table lets it do all that was
due before: so it does not matter whether a player, the worker or nobody looked in the meantime.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.tables.events import Kind
from games.tables.hands.listing import hands_of
from games.tables.state import Flags, SeatClock, TableState, fresh_clocks
from kernel.seats import Seat, nothing, opponent

#: For opening a word, choosing who deals, and looking at a hand that is over.
PATIENCE = 20_000
#: What of each action's time is forgiven, for the way that it had to come.
FORGIVEN = 500
#: The last deal of a seating: its chain has no secret for another one.
LAST_J = 1_998
#: So many turns in a row the clock plays; when the next one runs out, the game is lost.
AUTO_TURNS = 3

Outages = Sequence[tuple[int, int]]
"""Spans from one instant to another in which the program took no action, in order, none over
another."""


@dataclass(frozen=True, slots=True)
class MatchNow:
    """What the record of the match says: whether it is over, and which hand is next: the `n`-th,
    the `number`-th of `game`, dealt by `dealer`; null where it is drawn for. Where not all play
    every hand, `plays` are the two of each of the hands that are dealt now, the first of them with
    the dealer, and `written` the dealings of the hands that are written down."""

    is_over: bool
    dealer: Seat | None = None
    n: int | None = None
    game: int | None = None
    number: int | None = None
    plays: tuple[tuple[Seat, ...], ...] = ()
    written: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the table does at the instant `at`, in the dealing `deal` where it says one.

    `is_deadline`: because time ran out, so that it waits while it is not known whether the program
    was there. `commitment` and `deal` come without what only chance or the secrets can say.
    """

    kind: Kind
    at: int
    seat: Seat | None = None
    data: Mapping[str, Any] | None = None
    is_deadline: bool = False
    deal: int | None = None


def next_step(state: TableState, match: MatchNow, outages: Outages = ()) -> Step | None:
    """The next thing that the table does unless somebody acts before; null: it waits for people, or
    the match is elsewhere."""
    if state.is_away:
        return None
    if state.is_void:
        return _unseated(state, "void", state.changed, sat=state.settings.nobody)
    for play in state.plays:
        if play.stage == "playing" and _is_gone(play, match):
            return Step("cut_off", state.changed, data={"reason": "ruled"}, deal=_d(play))
    if match.is_over:
        return None
    if state.hold:
        return _resumption(state)
    match state.stage:
        case "seating":
            return _seating(state, match, outages)
        case "drawing":
            return _drawing(state, match, outages)
        case _ if not state.is_round_over:
            return _playing(state, outages)
        case _:
            return _hand_over(state, match, outages)


def waits_for(state: TableState) -> Flags:
    """By seat: whether the table waits for something that this seat alone can do."""
    seats = range(state.settings.seats)
    if state.hold:
        return state.settings.nobody
    if state.stage == "seating":
        return tuple(_asked_to_sit(state, seat) for seat in seats)
    if state.is_round_over:
        return tuple(not ready for ready in state.ready)
    return tuple(state.at_seat(seat).turn == seat for seat in seats)


def _asked_to_sit(state: TableState, seat: Seat) -> bool:
    """Whether a seat is to sit down, to commit to its word or to open it."""
    seating = state.seating
    if seating.commitment is None:
        return not seating.sat[seat]
    if seating.hashes[seat] is None:
        return True
    return seating.may_open and seating.words[seat] is None


def may_pass_ahead(state: TableState, seat: Seat) -> bool:
    """Whether a seat may say now that it passes the upcard, should that be its turn next: where a
    turn takes days, and the other one has yet to say whether they take it."""
    state = state.at_seat(seat)
    hand, clock = state.hand, state.settings.clock
    is_offered = state.stage == "playing" and hand is not None and hand.phase == "upcard_nd"
    return is_offered and clock.kind == "days" and not state.hold and state.turn != seat


def passes_next(state: TableState) -> bool:
    """Whether a seat is in turn that may have said so."""
    hand, clock = state.hand, state.settings.clock
    is_offered = state.stage == "playing" and hand is not None and hand.phase == "upcard_d"
    return is_offered and clock.kind == "days" and not state.hold


def running_until(begin: int, span: int, outages: Outages) -> int:
    """The instant at which so much time has passed since `begin`, without the outages."""
    end = begin + span
    for began, ended in outages:
        if began >= end:
            break
        end += max(0, ended - max(began, begin))
    return end


def elapsed(begin: int, end: int, outages: Outages) -> int:
    """The time from one instant to another, without the outages."""
    lost = sum(max(0, min(ended, end) - max(began, begin)) for began, ended in outages)
    return max(0, end - begin - lost)


def clocks_at(state: TableState, now: int, outages: Outages) -> tuple[SeatClock, ...]:
    """The clocks at this instant: what of one that runs is gone is gone."""
    if state.hold:
        return state.clocks
    clocks = list(state.clocks)
    for play in state.plays:
        seat = play.turn
        if seat is not None and play.stage == "playing":
            clocks[seat] = less(clocks[seat], elapsed(play.since, now, outages))
    return tuple(clocks)


def less(clock: SeatClock, gone: int) -> SeatClock:
    """A clock after so much time: first of the turn, then of what is beside it."""
    if clock.left is None:
        return clock
    of_turn = min(clock.left, gone)
    return SeatClock(clock.left - of_turn, max(0, clock.reserve - (gone - of_turn)))


def deal_data(state: TableState, match: MatchNow) -> dict[str, Any]:
    """What the `deal` of what is played next says beside its number: the clocks go on within a
    game."""
    last = state.last_dealing
    goes_on = last is not None and last.game == match.game
    clock, seats = state.settings.clock, state.settings.seats
    clocks = state.clocks if goes_on else fresh_clocks(clock, seats)
    if clock.fresh_each_turn:
        clocks = tuple(SeatClock(clock.turn, one.reserve) for one in clocks)
    dealer = _found_before(state) if match.dealer is None else match.dealer
    return _of_seating(state) | {
        "dealer": dealer,
        "n": match.n,
        "game": match.game,
        "number": match.number,
        "clocks": [[one.left, one.reserve] for one in clocks],
        "autos": list(state.autos if goes_on else nothing(seats)),
        **_plays(match, dealer),
    }


def _plays(match: MatchNow, dealer: Seat | None) -> dict[str, Any]:
    """Who play, where not all do: the first two with their dealer, and the others beside them,
    dealt by whoever has the same place there."""
    if not match.plays:
        return {}
    first, *others = match.plays
    assert dealer is not None
    place = first.index(dealer) if dealer in first else dealer % len(first)
    beside = [{"players": list(players), "dealer": players[place]} for players in others]
    return {"players": list(first), "dealer": first[place], "beside": beside}


def _found_before(state: TableState) -> Seat | None:
    """Who deals by what the table knows: as the draw said, and in a match that is played anew, of
    which there is no other one, whoever dealt last."""
    draw, last = state.draw, state.last_dealing
    if last is not None and last.dealer is not None:
        return last.dealer
    if draw is None:
        return None
    return opponent(draw.high) if draw.dealer is None else draw.dealer


def _of_seating(state: TableState) -> dict[str, Any]:
    seating = state.seating
    return {
        "seating": seating.number,
        "commitment": seating.commitment,
        "j": state.next_j,
        "words": list(seating.words),
    }


def _is_gone(state: TableState, match: MatchNow) -> bool:
    """Whether the hand that is being played has no place in the match any more."""
    dealing = state.dealing
    assert dealing is not None
    if match.is_over or match.game != dealing.game:
        return True
    return dealing.d in match.written if dealing.players else match.n != state.n


def _d(state: TableState) -> int | None:
    return state.dealing.d if state.dealing else None


def _deal(state: TableState, match: MatchNow) -> Step:
    """The draw where nobody knows yet who deals, else the next hand."""
    is_drawn_for = match.dealer is None and state.dealing is None
    data = _of_seating(state) if is_drawn_for else deal_data(state, match)
    return Step("deal", state.changed, data=data)


def _resumption(state: TableState) -> Step | None:
    """At its hour; where that passed while nothing was played, as soon as play goes on."""
    return None if state.until is None else Step("resumption", max(state.until, state.changed))


def _seating(state: TableState, match: MatchNow, outages: Outages) -> Step | None:
    seating = state.seating
    if seating.are_open:
        return _deal(state, match)
    if seating.commitment is None:
        if all(seating.sat):
            return Step("commitment", state.changed, data={"seating": seating.number + 1})
        return None
    if not seating.may_open:
        return None
    sat = tuple(word is not None for word in seating.words)
    until = _patience(state, outages)
    return _unseated(state, "word_not_opened", until, sat=sat, is_deadline=True)


def _drawing(state: TableState, match: MatchNow, outages: Outages) -> Step | None:
    draw = state.draw
    assert draw is not None
    if draw.dealer is not None:
        return _deal(state, match)
    assert draw.chooser is not None
    if state.settings.is_solo:
        return None
    data = {"dealer": opponent(draw.chooser), "by": "clock"}
    return Step("choice", _patience(state, outages), draw.chooser, data, is_deadline=True)


def _playing(state: TableState, outages: Outages) -> Step | None:
    """What comes first in the hands that are played."""
    steps = [_turn_over(play, outages) for play in state.plays if play.stage == "playing"]
    return min((step for step in steps if step), key=lambda step: step.at, default=None)


def _turn_over(state: TableState, outages: Outages) -> Step | None:
    seat, hand = state.turn, state.hand
    assert seat is not None
    assert hand is not None
    left = state.clocks[seat]
    if left.left is None:
        return None
    if state.plays_itself:
        return _automatic(state, state.since)
    end = running_until(state.since, left.left + left.reserve + FORGIVEN, outages)
    if state.settings.flag != "auto_play":
        cost = {"cost": state.settings.flag}
        return Step("flag", end, seat, cost, is_deadline=True, deal=_d(state))
    if state.autos[seat] >= AUTO_TURNS:
        return Step("flag", end, seat, {"cost": "game_loss"}, is_deadline=True, deal=_d(state))
    return _automatic(state, end)


def _automatic(state: TableState, at: int) -> Step:
    text = hands_of(state.settings.rules).automatic(state.hand)
    data = {"action": text, "left": 0, "reserve": 0, "by": "clock"}
    return Step("action", at, state.turn, data, is_deadline=True, deal=_d(state))


def _hand_over(state: TableState, match: MatchNow, outages: Outages) -> Step | None:
    if all(state.ready):
        if state.next_j + max(0, len(match.plays) - 1) > LAST_J:
            return _unseated(state, "used_up", state.changed, sat=state.ready)
        return _deal(state, match)
    if state.settings.is_solo:
        return _ready_with(state)
    if state.settings.clock.kind == "days":
        return None
    seat = state.ready.index(False)
    over = max(state.plays, key=lambda play: play.since)
    return Step("ready", _patience(over, outages), seat, {"by": "clock"}, is_deadline=True)


def _ready_with(state: TableState) -> Step | None:
    """One person is ready in both seats as soon as they say so in one."""
    if True not in state.ready:
        return None
    return Step("ready", state.changed, state.ready.index(False))


def _unseated(
    state: TableState, reason: str, at: int, *, sat: Flags, is_deadline: bool = False
) -> Step:
    """The seating is given up; who `sat` still sits."""
    data = {"seating": state.seating.number, "reason": reason, "sat": list(sat)}
    return Step("unseated", at, data=data, is_deadline=is_deadline)


def _patience(state: TableState, outages: Outages) -> int:
    """Until when the table waits. Two who play by days are seldom there together: they have as long
    for it as for a turn."""
    clock = state.settings.clock
    span = clock.turn if clock.kind == "days" else PATIENCE
    return running_until(state.since, span or PATIENCE, outages)
