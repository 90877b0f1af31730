"""What is played for a seat whose time is over, where play goes on (the contract of the online
table, "Clock"): as in a hand of two, it ends nothing."""

from games.engine.cards import indexes
from games.engine.gin.hand.actions import DISCARD, DRAW, PASS, Action
from games.engine.gin.royal.hand import HandState, best_action
from games.engine.melds.arrangements import best_melds, deadwood_of
from games.engine.melds.form import LOW_ACE
from games.engine.melds.least import least_deadwood


def automatic_action(state: HandState) -> Action:
    """The next action for the seat in turn of a hand that is not over; always a legal one. Passed
    is an upcard; a card comes from the stock, and the same is thrown. Who answers lays off at
    best."""
    match state.phase:
        case "offer":
            return PASS
        case "draw":
            return DRAW
        case "discard":
            return DISCARD[_thrown(state)]
        case "answer":
            return best_action(state)
    raise ValueError("the hand is over")


def _thrown(state: HandState) -> int:
    """The card just drawn, else the highest that no meld needs and that may be thrown. Where the
    melds need all of those, the one is thrown that leaves the least."""
    if state.drawn is not None:
        return state.drawn
    hand = state.hand
    loose = deadwood_of(hand, best_melds(hand))
    allowed = [card for card in indexes(hand) if card != state.taken]
    outside = [card for card in allowed if loose >> card & 1]
    if outside:
        return max(outside, key=_height)
    return max(allowed, key=lambda card: (-least_deadwood(hand ^ 1 << card), _height(card)))


def _height(card: int) -> tuple[int, int]:
    return LOW_ACE.value(1 << card), card % 13
