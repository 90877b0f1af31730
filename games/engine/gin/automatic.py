"""What is played for a seat whose time is over, where play goes on (the contract of the online
table, "Clock").

It ends nothing that it need not end and looks at nothing but this seat's own cards and what lies
open.
"""

from games.engine.cards import indexes
from games.engine.gin import play
from games.engine.gin.hand.actions import DISCARD, DONE, DRAW, PASS, REFUSE, Action
from games.engine.gin.hand.showdown import best_actions
from games.engine.gin.hand.state import HandState
from games.engine.melds.arrangements import best_melds, deadwood_of
from games.engine.melds.form import MeldForm
from games.engine.melds.least import least_deadwood


def automatic_action(state: HandState) -> Action:
    """The next action for the seat in turn of a hand that is not over; always a legal one.

    Passed is an upcard and the last discard, refused a double; a card comes from the stock, and the
    same is thrown. Nobody is made to knock but who has taken the last discard already. A defender
    lays off and melds at best.
    """
    match state.phase:
        case "upcard_nd" | "upcard_d" | "wall":
            return PASS
        case "offered":
            return REFUSE
        case "forced_stock" | "draw":
            return DRAW
        case "discard":
            return DISCARD[_thrown(state)]
        case "wall_knock":
            return _knock(state)
        case "layoff":
            return _answer(state)
    raise ValueError("the hand is over")


def _thrown(state: HandState) -> int:
    """The card just drawn, else the highest that no meld needs and that may be thrown.

    Where the melds need all of those, the one is thrown that leaves the least.
    """
    if state.drawn is not None:
        return state.drawn
    hand, form = state.hands[state.turn], state.table.form
    allowed = [card for card in indexes(hand) if card != state.taken]
    loose = deadwood_of(hand, best_melds(hand, form))
    outside = [card for card in allowed if loose >> card & 1]
    if outside:
        return max(outside, key=lambda card: _height(card, form))
    return max(allowed, key=lambda card: (-_left(hand, card, form), _height(card, form)))


def _knock(state: HandState) -> Action:
    """Of the knocks that are possible the one that leaves least: big gin, gin, knock."""
    hand, form = state.hands[state.turn], state.table.form
    kinds = ("big_gin", "gin", "knock")
    return min(
        play.legal_actions(state),
        key=lambda action: (_left(hand, action.card, form), kinds.index(action.kind)),
    )


def _answer(state: HandState) -> Action:
    """What the best answer begins with; without melds there are none to declare."""
    first = best_actions(state)[0]
    return DONE if first.melds == () else first


def _left(hand: int, thrown: int | None, form: MeldForm) -> int:
    return least_deadwood(hand if thrown is None else hand ^ 1 << thrown, form)


def _height(card: int, form: MeldForm) -> tuple[int, int]:
    """By what a card counts, then by its rank."""
    return form.value(1 << card), card % 13
