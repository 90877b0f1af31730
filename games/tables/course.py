"""What was done last at a table, as a reader may be told of it.

Nothing here is told that the reader could not see happen: of the pile they hear the card that was
taken and the one that was thrown, of the stock only what they drew themselves. It goes no further
back than their own last action, as nobody is helped to remember what lies covered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.engine.cards import Card
from games.tables.events import Event, Kind
from games.tables.hands.listing import hands_of
from games.tables.state import TableState
from games.tables.view import Reader, shows
from kernel.seats import Seat

#: So many actions are told to who plays no part in them: a draw, and what was thrown after it.
_OF_A_TURN = 2

#: What is done in one hand alone, or with one.
_OF_ONE_HAND: tuple[Kind, ...] = ("action", "adjudication", "cut_off", "time")


@dataclass(frozen=True, slots=True)
class Done:
    """An action of the hand: its `kind`, the `seat` whose it was, and as `number` the version of
    the table after it.

    `card` is the one that was drawn, taken, thrown or laid off, by its name where it is none of the
    pack: null where there is none, or the reader does not see it. `meld` is what was laid down, or
    laid off on. `by_clock`: it was played for a seat whose time was over.
    """

    number: int
    seat: Seat
    kind: str
    card: Card | str | None
    by_clock: bool
    meld: str = ""


def last_done(state: TableState, log: Iterable[Event], reader: Reader) -> list[Done]:
    """The newest actions of the hand on the table, the newest last: for a seat from its own last
    action on. `log` begins with the dealing of the hand at the latest."""
    state = state.at_seat(reader.seat)
    hand, dealing = state.hand, state.dealing
    if hand is None or dealing is None or state.stage not in ("playing", "hand_over"):
        return []
    if not shows(state, reader):
        return []
    seen = own_log(state, log, reader.seat)
    events = [event for event in seen if event.kind == "action" and event.deal == dealing.d]
    actions = hands_of(state.settings.rules).seen(hand, [event["action"] for event in events])
    shown = [
        Done(event.number, event.seat or 0, one.kind, one.card, event["by"] == "clock", one.meld)
        for event, one in zip(events, actions, strict=True)
    ]
    plays = None if state.sits_out(reader.seat) else reader.seat
    return _with_drawn(state, reader, shown[_begin(events, plays) :])


def own_log(state: TableState, log: Iterable[Event], seat: Seat | None) -> list[Event]:
    """The log as a seat sees it: without what concerns the hands beside its own, or the one that it
    sits out, and numbered so that nobody can tell how much that is."""
    state = state.at_seat(seat)
    sits_out = state.sits_out(seat) and state.stage == "playing"
    hidden = state.plays if sits_out else state.beside
    if seat is None or not hidden:
        return list(log)
    others = {play.dealing.d for play in hidden if play.dealing}
    own = [event for event in log if event.kind not in _OF_ONE_HAND or event.deal not in others]
    return [replace(event, number=own[0].number + at) for at, event in enumerate(own)]


def _begin(events: Sequence[Event], seat: Seat | None) -> int:
    """Where in these events begins what a seat of the hand is told, or who looks on."""
    if seat is None:
        return max(0, len(events) - _OF_A_TURN)
    own = [at for at, event in enumerate(events) if event.seat == seat]
    return own[-1] if own else 0


def _with_drawn(state: TableState, reader: Reader, done: list[Done]) -> list[Done]:
    """The same with the card that was just drawn, for who holds it."""
    if not done or done[-1].kind != "draw" or reader.seat != state.turn:
        return done
    return [*done[:-1], replace(done[-1], card=hands_of(state.settings.rules).new_card(state.hand))]
