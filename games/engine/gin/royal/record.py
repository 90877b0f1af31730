"""A hand of three as JSON and text: its actions, its record, and what a seat may know of it.

Actions are written as in a hand of two, but that `take 7S` says which discard is taken.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import DECK, parse_card
from games.engine.gin.hand.actions import Action
from games.engine.gin.notation import actions as notation
from games.engine.gin.notation.actions import legal_texts
from games.engine.gin.notation.shapes import meld_names, names
from games.engine.gin.royal import hand
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.hand import SEATS, HandState, check_cards, legal_actions, pays
from games.engine.gin.rules import Rules, rules_from
from games.engine.records import IllegalStep, read_actions, read_seed
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was written down: the seed dealt it; `actions` are texts, unread."""

    rules: Rules
    dealer: Seat
    seed: bytes
    actions: tuple[str, ...]


def parse_action(text: object) -> Action:
    """What `format_action` gives, with the card that is taken; refused as `bad_action`,
    `bad_card` or `duplicate_card`."""
    match text.split() if isinstance(text, str) else ():
        case ["take", card]:
            return Action("take", parse_card(card, "actions").index)
    return notation.parse_action(text)


def read_record(request: Mapping[str, Any]) -> HandRecord:
    """`{"rules", "dealer", "seed", "actions"}`; refused as `bad_rules` or `bad_json`."""
    rules = rules_from(request.get("rules"))
    if rules.variant not in FORMS:
        sentence = N_("A hand of three is played by one of %(forms)s.")
        raise refusal("bad_rules", sentence, "variant", forms=", ".join(FORMS))
    dealer = request.get("dealer")
    if type(dealer) is not int or not 0 <= dealer < SEATS:
        raise refusal("bad_json", N_("The dealer is a seat, 0 to 2."), "dealer")
    return HandRecord(rules, dealer, read_seed(request), read_actions(request))


def steps(record: HandRecord) -> Iterator[HandState]:
    """The states of a record, one before each action and the last; refused as `IllegalStep`."""
    state = hand.begin(record.rules, FORMS[record.rules.variant], record.dealer, record.seed)
    yield state
    for at, text in enumerate(record.actions):
        try:
            state = hand.apply(state, parse_action(text))
        except Refusal as refused:
            legal = legal_texts(legal_actions(state))
            raise IllegalStep.of(refused, at, text, legal) from refused
        check_cards(state)
        yield state


def replay(request: Mapping[str, Any], *, with_legal: bool = False) -> dict[str, Any]:
    """A record played again (`manage.py replay`)."""
    *before, last = steps(read_record(request))
    points = pays(last)
    answer: dict[str, Any] = {
        "steps": len(before),
        "finished": points is not None,
        "result": last.ending,
        "points": list(points or (0,) * SEATS),
    }
    if with_legal:
        answer["legal"] = [legal_texts(legal_actions(state)) for state in before]
    return answer


def seat_view(state: HandState, seat: Seat | None) -> dict[str, Any]:
    """The hand as `seat` sees it, or somebody without a seat (None): their own cards, of the others
    the number, and what lies on the table. A knocker's melds lie open, and of the hand all when it
    is over."""
    spread, points = state.spread, pays(state)
    is_over = points is not None
    mine = seat == state.turn and not is_over
    is_open = {spread.knocker} if spread else set()
    return {
        "phase": state.phase,
        "turn": None if is_over else state.turn,
        "dealer": state.table.dealer,
        "limit": state.table.limit,
        "hands": [
            names(cards) if is_over or place == seat or place in is_open else None
            for place, cards in enumerate(state.hands)
        ],
        "held": [cards.bit_count() for cards in state.hands],
        "stock": len(state.stock),
        "upcard": str(DECK[state.table.upcard]),
        "live": [str(DECK[card]) for card in state.live if card is not None],
        "taken": None if state.taken is None else str(DECK[state.taken]),
        "spread": None
        if spread is None
        else {
            "knocker": spread.knocker,
            "kind": spread.kind,
            "melds": [meld_names(meld) for meld in spread.melds],
        },
        "counts": list(state.counts),
        "laid": names(state.laid),
        "actions": legal_texts(legal_actions(state)) if mine else [],
        "ending": None if points is None else {"kind": state.ending, "points": list(points)},
    }
