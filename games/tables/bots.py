"""What a computer player says and does at an online table (decision 57).

Of a hand it is told what its seat may know, as texts (`Sighted`): no state of a table reaches it.
Whose turn it is, and what needs no choice, follows from the table.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games.engine.gin.bots.manners import Manner, as_dict, manner_from
from games.engine.gin.bots.roster import CODES, manner_of, portrait_of
from games.engine.gin.fair.words import word_hash
from games.engine.gin.hand.showdown import KNOCKS
from games.tables.events import Event
from games.tables.hands.base import Played, Sighted
from games.tables.hands.listing import hands_by, hands_of
from games.tables.requests import DEAL_OPPONENT, Said, get_ready, table_d
from games.tables.state import Dealing, TableState
from games.tables.steps import waits_for
from kernel.seats import Seat

#: Seconds that a person takes at least and at most: over nothing, a card to draw, a choice.
_OVER_NOTHING = (0.6, 0.9)
_OVER_A_DRAW = (0.6, 1.4)
_OVER_A_CHOICE = (1.0, 2.5)
_TIMES: Mapping[str, tuple[float, float]] = {
    "forced_stock": _OVER_NOTHING,
    "layoff": _OVER_NOTHING,
    "upcard_nd": _OVER_A_DRAW,
    "upcard_d": _OVER_A_DRAW,
    "draw": _OVER_A_DRAW,
    "wall": _OVER_A_DRAW,
}
#: As many characters as the page sends for who types no word.
_WORD = 32


def bots_in_turn(
    state: TableState, seats: Collection[Seat], *, is_over: bool
) -> Mapping[Seat, TableState]:
    """The seats of computer players that are to choose something now, each with the table as its
    hand shows it. `is_over`: nothing more is played in the match."""
    if is_over or state.is_away or state.hold:
        return {}
    return {play.turn: play for play in state.plays if play.turn is not None and play.turn in seats}


def said_unasked(
    state: TableState, seat: Seat, seed: str, *, draws: bool, is_over: bool
) -> Sequence[Said]:
    """What a computer player says that needs no choice: it sits down once somebody has, commits to
    its word, opens it, has seen the end of a hand."""
    state = state.at_seat(seat)
    is_held = is_over or state.is_away or state.is_void or state.hold
    if is_held or state.stage not in ("seating", "hand_over") or not waits_for(state)[seat]:
        return ()
    hash = word = None
    if state.stage == "seating":
        seating = state.seating
        if seating.commitment is None and not any(seating.sat):
            return ()
        if seating.commitment is not None and seating.hashes[seat] is None:
            hash = word_hash(word_of_bot(seed, seating.number))
        elif seating.commitment is not None:
            word = word_of_bot(seed, seating.number)
    d = table_d(state, draws=draws)
    return get_ready(state, seat, d, draws=draws, hash=hash, word=word)


def word_of_bot(seed: str, seating: int) -> str:
    """Its word of this seating: who does not know the seed can't guess it."""
    return hashlib.sha256(f"word {seating} {seed}".encode()).hexdigest()[:_WORD]


def plays(code: str, own: Mapping[str, object] | None) -> Manner:
    """How the computer player of this code plays: of somebody's own as it is kept."""
    return manner_of(code) if own is None else manner_from(own)


def kept_manner(said: Mapping[str, object]) -> Mapping[str, object]:
    """A manner as it is kept. Raises Refusal where there is none like it."""
    return as_dict(manner_from(said))


def has_portrait(code: str) -> bool:
    """Whether there is a portrait of this code."""
    return code in CODES and portrait_of(code) == code


def choice_of(manner: Manner, seed: str, sighted: Sighted) -> str:
    """The action, as text, that a computer player chooses who plays so; the same each time."""
    view: Mapping[str, Any] = json.loads(json.dumps(sighted.view))
    if view["state"] == "drawing":
        return DEAL_OPPONENT
    chosen: str = hands_by(view["rules"]).choose(manner, f"{seed}/{view['d']}", sighted, view)
    return chosen


def choice_of_nobody(state: TableState) -> str:
    """What the table plays for the seat in turn where nobody chooses for it."""
    if state.stage == "drawing" or state.hand is None:
        return DEAL_OPPONENT
    chosen: str = hands_of(state.settings.rules).automatic(state.hand)
    return chosen


def thinks_for(manner: Manner, state: TableState) -> float:
    """The seconds that a computer player who plays so, and is in turn, takes before it acts: a
    quick one the shorter half of what people take, a slow one the longer."""
    phase = state.hand.phase if state.stage == "playing" and state.hand else ""
    least, most = _TIMES.get(phase, _OVER_A_CHOICE)
    pace, middle = manner.pace, (least + most) / 2
    least, most = middle if pace == "slow" else least, middle if pace == "quick" else most
    chance = Random(f"{state.settings.match}/{state.version}")  # noqa: S311  # no secret
    return round(chance.uniform(least, most), 2)


def seen_played(log: Iterable[Event], dealing: Dealing | None, seat: Seat) -> Played:
    """What a seat saw being played in a dealing, by the two seats of the hand: the card under the
    other one's knock lies face down."""
    if dealing is None or seat not in dealing.seats:
        return []
    own, seats = dealing.seats.index(seat), dealing.seats
    return [
        seen(seats.index(event.seat), event["action"], own)
        for event in log
        if event.kind == "action" and event.deal == dealing.d and event.seat is not None
    ]


def seen(by: Seat | None, action: str, seat: Seat) -> Mapping[str, Any]:
    """One action as a seat saw it."""
    kind, _, rest = action.partition(" ")
    if by != seat and kind in KNOCKS:
        action = " | ".join([kind, *rest.split("| ")[1:]])
    return {"seat": by, "action": action}
