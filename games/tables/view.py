"""What a reader is shown of an online table: the keys of the contract of the online table, "A
view".

Who may read at all is not said here. What of a hand a reader may see is `games.engine.gin.view`'s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.gin.notation.views import hidden_view_json, view_json
from games.engine.gin.rules import as_dict
from games.engine.gin.view import disclosed_view, over_view, public_view, seat_view
from games.tables.records import instant_text
from games.tables.requests import legal_of, table_d
from games.tables.state import SeatClock, TableState
from kernel.seats import PerSeat, Seat


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
    """What the match comes to, by its own record: pairs by seat, `points` and `boxes` of the game
    that is played or was played last. `is_over`: nothing more is played in it as things stand, be
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
    return {
        "match": state.settings.match,
        "version": state.version,
        "seat": reader.seat,
        "players": [dict(player) for player in account.players],
        "rules": as_dict(state.settings.rules),
        "where": "table" if state.is_away else "online",
        "state": state_word(state, account),
        "d": table_d(state, draws=account.draws),
        "hand": _place(state),
        "dealer": _dealer(state),
        **hand_part(state, account, reader),
        "games_won": list(account.games_won),
        "points": list(account.points),
        "boxes": list(account.boxes),
        "clocks": clocks_json(state, clocks, present, is_over=account.is_over),
        "at": instant_text(now),
        "seating": _seating(state),
        "ready": list(state.ready),
        "draw": list(account.draw) if account.draw else _drawn(state),
        **({"disclosed": True} if reader.sight is Sight.BOTH else {}),
    }


def state_word(state: TableState, account: Account) -> str:
    """Where the table stands, in the word of the API."""
    return "finished" if account.is_finished else state.hold or state.stage


def running_seat(state: TableState, *, is_over: bool) -> Seat | None:
    """Whose clock runs; null while none does. `is_over`: nothing more is played in the match."""
    runs = state.stage == "playing" and not state.hold and not is_over
    return state.turn if runs and state.settings.clock.is_timed else None


def hand_part(state: TableState, account: Account, reader: Reader) -> dict[str, Any]:
    """What the reader sees of the hand, under the keys of the engine's view."""
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
            "running": running == seat,
            "present": present[seat],
        }
        for seat, clock in enumerate(clocks)
    ]


def _hand(state: TableState, reader: Reader) -> dict[str, Any]:
    hand = state.hand
    if state.stage == "hand_over" and hand is not None:
        return view_json(over_view(hand, reader.seat))
    if state.stage != "playing" or hand is None:
        return hidden_view_json(state.turn) | {"actions": legal_of(state, reader.seat)}
    match reader.sight:
        case Sight.OWN:
            assert reader.seat is not None
            return view_json(seat_view(hand, reader.seat))
        case Sight.BOTH:
            return view_json(disclosed_view(hand))
        case Sight.OPEN:
            return view_json(public_view(hand))
        case Sight.NONE:
            return hidden_view_json(state.turn)


def _place(state: TableState) -> dict[str, int | None] | None:
    """Which hand of the match is on the table."""
    dealing = state.dealing
    if state.stage not in ("playing", "hand_over") or dealing is None:
        return None
    return {"n": dealing.n, "game": dealing.game, "number": dealing.number}


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
        "words": list(seating.words) if seating.are_open else [None, None],
    }


def _drawn(state: TableState) -> list[str] | None:
    return [str(card) for card in state.draw.cards] if state.draw else None
