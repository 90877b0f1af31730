"""What is written down of a hand of three: its cards as they were dealt, and how it ended."""

from typing import Any

from games.engine.cards import DECK
from games.engine.gin.notation.shapes import names
from games.engine.gin.royal.hand import HandState
from games.engine.scoring.counted import CountedHand


def counted(state: HandState) -> CountedHand:
    """What is written of a hand that is over; the upcard where the limit follows it."""
    if state.ending is None or state.ending == "void" or state.spread is None:
        return CountedHand("void")
    follows = state.table.rules.knock_limit == "upcard"
    upcard = str(DECK[state.table.upcard]) if follows else None
    return CountedHand(state.ending, state.spread.knocker, state.counts, upcard)


def dealt_cards(state: HandState) -> dict[str, Any]:
    """The cards of a hand that was just dealt, as names: in the order of the pack, the stock in
    that of drawing."""
    return {
        "hands": [names(cards) for cards in state.hands],
        "upcard": str(DECK[state.table.upcard]),
        "limit_card": None,
        "stock": [str(DECK[card]) for card in state.stock],
    }
