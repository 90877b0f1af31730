"""What is written down of a hand of rummy: its cards as they were dealt, and how it ended."""

from typing import Any

from games.engine.rummy.hand import HandState
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import counts_of
from games.engine.scoring.counted import CountedHand


def counted(state: HandState) -> CountedHand:
    """What is written of a hand that is over."""
    ending = state.ending
    if ending is None or ending.kind == "void":
        return CountedHand("void")
    return CountedHand(ending.kind, ending.ended_by, counts_of(state))


def dealt_cards(state: HandState) -> dict[str, Any]:
    """The cards of a hand that was just dealt, as names: in the order of the pack, the stock in
    that of drawing."""
    (upcard,) = names_of(state.discards)
    return {
        "hands": [names_of(cards) for cards in state.hands],
        "upcard": upcard,
        "limit_card": None,
        "stock": names_of(state.stock),
    }
