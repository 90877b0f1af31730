"""What a reader is shown of an online table: the keys of the contract of the online table, "A
view".

Who may read at all is not said here. What of a hand a reader may see is `games.engine.gin.view`'s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.tables.hands.listing import hands_of
from games.tables.records import instant_text
from games.tables.requests import legal_of, table_d
from games.tables.state import Dealing, SeatClock, TableState
from kernel.seats import SIDES, PerSeat, Seat


class Sight(StrEnum):
    """What a reader sees of the cards of a hand that is being played."""

    OWN = "own"  # a seat: their own, and what lies open
    BOTH = "both"  # staff to whom the hands were disclosed
    OPEN = "open"  # what lies open, as it happens
    NONE = "none"  # a hand is shown when it is over


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads: `seat` is there with `Sight.OWN` alone."""

    sight: Sight
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What the match comes to, by its own record: by side, `points` and `boxes` of the game that
    is played or was played last. `is_over`: nothing more is played in it as things stand, be
    it finished or not. `draws`: its first deal is drawn for; `draw` are the cards that were drawn,
    as texts. `players` as the view shows them: `name`, `entry` where there is one.
    """

    games_won: PerSeat
    points: PerSeat
    boxes: PerSeat
    is_finished: bool
    is_over: bool
    draws: bool
    draw: Sequence[str] | None
    players: Sequence[Mapping[str, object]]


def table_view(
    state: TableState,
    account: Account,
    reader: Reader,
    *,
    clocks: Sequence[SeatClock],
    present: Sequence[bool],
    now: int,
) -> dict[str, Any]:
    """The table as `reader` sees it at the instant `now`; `clocks` are what each seat has left
    then, `present` who is there."""
    state = state.at_seat(reader.seat)
    return {
        "match": state.settings.match,
        "version": version_for(state, reader.seat),
        "seat": reader.seat,
        "players": [dict(player) for player in account.players],
        "rules": hands_of(state.settings.rules).rules_json(state.settings.rules),
        "where": "table" if state.is_away else "online",
        "state": state_word(state, account),
        "d": table_d(state, draws=account.draws),
        "hand": _place(state),
        "dealer": _dealer(state),
        **at_table(hand_part(state, account, reader), state),
        "games_won": list(account.games_won),
        "points": list(account.points),
        "boxes": list(account.boxes),
        "clocks": clocks_json(
            state,
            own_clocks(state, clocks, reader.seat),
            present,
            is_over=account.is_over,
        ),
        "at": instant_text(now),
        "seating": _seating(state),
        "ready": list(state.ready),
        "draw": list(account.draw) if account.draw else _drawn(state),
        **({"disclosed": True} if reader.sight is Sight.BOTH else {}),
        **_plays(state),
    }


def version_for(state: TableState, seat: Seat | None) -> int:
    """The number of what was done last, as far as a seat sees it; for others of whatever it was."""
    if seat is None:
        return state.number
    return state.version_aside if state.sits_out(seat) else state.at_seat(seat).version


def state_word(state: TableState, account: Account) -> str:
    """Where the table stands, in the word of the API."""
    return "finished" if account.is_finished else state.hold or state.stage


def shows(state: TableState, reader: Reader) -> bool:
    """Whether a reader may see anything of the cards of the hand. Who plays it may; who does not
    sees of a round what lies open, or nothing of any hand before all are over."""
    if _has_seat(state, reader):
        return True
    return state.is_round_over or reader.sight in (Sight.BOTH, Sight.OPEN)


def _has_seat(state: TableState, reader: Reader) -> bool:
    """Whether the reader plays the hand."""
    return state.dealing is not None and reader.seat in state.dealing.seats


def running_seat(state: TableState, *, is_over: bool) -> Seat | None:
    """Whose clock runs; null while none does. `is_over`: nothing more is played in the match."""
    runs = state.stage == "playing" and not state.hold and not is_over
    return state.turn if runs and state.settings.clock.is_timed else None


def hand_part(state: TableState, account: Account, reader: Reader) -> dict[str, Any]:
    """What the reader sees of the hand, under the keys of its game's view and by its own
    seats."""
    shown = _hand(state, reader)
    if state.stage == "playing" and not state.settings.assist:
        shown["deadwood"] = None
    return shown | ({"actions": []} if state.hold or account.is_over else {})


def clocks_json(
    state: TableState,
    clocks: Sequence[SeatClock],
    present: Sequence[bool],
    *,
    is_over: bool,
) -> list[dict[str, Any]]:
    """The clocks as frames and views have them; `is_over`: nothing more is played in the match."""
    running = running_seat(state, is_over=is_over)
    return [
        {
            "left": clock.left,
            "reserve": clock.reserve,
            "running": running == seat and clock.left is not None,
            "present": present[seat],
        }
        for seat, clock in enumerate(clocks)
    ]


def _hand(state: TableState, reader: Reader) -> dict[str, Any]:
    hand, hands = state.hand, hands_of(state.settings.rules)
    if hand is None or state.stage not in ("playing", "hand_over"):
        return hands.hidden_view(state.turn) | {"actions": legal_of(state, reader.seat)}
    if not shows(state, reader):
        is_told = state.stage == "playing" and not state.sits_out(reader.seat)
        return hands.hidden_view(hand.turn if is_told else None)
    seat = place_of(state, reader.seat)
    if state.stage == "hand_over":
        return hands.over_view(hand, seat)
    if seat is not None:
        return hands.seat_view(hand, seat)
    return hands.disclosed_view(hand) if reader.sight is Sight.BOTH else hands.public_view(hand)


def place_of(state: TableState, seat: Seat | None) -> Seat | None:
    """The seat that the engine gives to a seat of the table; null for who does not play the
    hand."""
    dealing = state.dealing
    if seat is None or dealing is None or seat not in dealing.seats:
        return None
    return dealing.seats.index(seat)


def _place(state: TableState) -> dict[str, int | None] | None:
    """Which hand of the match is on the table."""
    dealing = state.dealing
    if state.stage not in ("playing", "hand_over") or dealing is None:
        return None
    return {"n": state.n, "game": dealing.game, "number": state.number_in_game}


def _dealer(state: TableState) -> Seat | None:
    if state.stage == "drawing":
        return state.draw.dealer if state.draw else None
    return state.dealing.dealer if state.dealing and state.stage != "seating" else None


def _seating(state: TableState) -> dict[str, Any]:
    """The seating; the words are shown when both are open."""
    seating = state.seating
    return {
        "number": seating.number,
        "commitment": seating.commitment,
        "sat": list(seating.sat),
        "word_hashes": list(seating.hashes),
        "words": list(seating.words) if seating.are_open else [None] * len(seating.words),
    }


def _drawn(state: TableState) -> list[str] | None:
    return [str(card) for card in state.draw.cards] if state.draw else None


def own_clocks(
    state: TableState, clocks: Sequence[SeatClock], reader: Seat | None
) -> Sequence[SeatClock]:
    """The clocks of the two who play the hand, as a seat is told them, or who has none; how those
    stand whose hand goes on beside it is not told, and who sits out is told of none."""
    if state.settings.seats == SIDES or state.stage not in ("playing", "hand_over"):
        return clocks
    hidden = SeatClock(None, 0)
    own = () if state.dealing is None or state.sits_out(reader) else state.dealing.seats
    return [clock if seat in own else hidden for seat, clock in enumerate(clocks)]


def turn_for(state: TableState, seat: Seat | None) -> Seat | None:
    """Whose turn it is, as a seat is told it, or who has none."""
    return None if state.sits_out(seat) else state.at_seat(seat).turn


def _plays(state: TableState) -> dict[str, Any]:
    """Where more than two sit at the table: who play the hands that were dealt, in the order of
    their numbers, and which of them are over."""
    if state.settings.seats == 2:
        return {}
    shown = state.plays if state.stage in ("playing", "hand_over") else ()
    return {
        "plays": [
            {"d": dealing.d, "players": list(dealing.seats), "state": play.stage}
            for play in shown
            if (dealing := play.dealing) is not None
        ]
    }


#: What of a hand is said by a seat, and what has a value for each.
_SEATS = ("turn", "may_double")
_BY_SEAT = ("hands", "held")


def at_table(shown: Mapping[str, Any], state: TableState) -> dict[str, Any]:
    """What is shown of a hand by its two seats, by those of the table."""
    dealing, seats = state.dealing, state.settings.seats
    if seats == 2 or dealing is None or state.stage not in ("playing", "hand_over"):
        return dict(shown)
    told = dict(shown)
    for name in _SEATS:
        told[name] = _seat(told[name], dealing)
    for name in _BY_SEAT:
        told[name] = _by_seat(told[name], dealing, seats)
    if spread := told["spread"]:
        told["spread"] = spread | {"knocker": _seat(spread["knocker"], dealing)}
    if ending := told["ending"]:
        told["ending"] = ending | {
            "ended_by": _seat(ending["ended_by"], dealing),
            "counts": _by_seat(ending["counts"], dealing, seats),
        }
    if score := told["score"]:
        told["score"] = score | {
            "winner": _seat(score["winner"], dealing),
            "points": _by_seat(score["points"], dealing, seats),
            "boxes": _by_seat(score["boxes"], dealing, seats),
        }
    return told


def _seat(place: Seat | None, dealing: Dealing) -> Seat | None:
    return None if place is None else dealing.seats[place]


def _by_seat(values: Sequence[Any] | None, dealing: Dealing, seats: int) -> list[Any] | None:
    """One value for each seat of the table: null for who does not play the hand."""
    if values is None:
        return None
    found = dict(zip(dealing.seats, values, strict=True))
    return [found.get(seat) for seat in range(seats)]
