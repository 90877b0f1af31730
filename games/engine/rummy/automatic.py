"""What is played for a seat whose time is over, where play goes on (the contract of the online
table, "Clock"). It ends nothing and looks at nothing but this seat's own cards."""

from games.engine.rummy.hand import DRAW, Action, HandState, discards_of
from games.engine.rummy.pack import value_of


def automatic_action(state: HandState) -> Action:
    """The next action for the seat in turn of a hand that is not over; always a legal one. A card
    comes from the stock, and the same is thrown, else the dearest that may be."""
    if state.phase == "draw":
        return DRAW
    allowed = discards_of(state)
    if state.drawn in allowed:
        return Action("discard", state.drawn)
    ace = state.table.rules.ace_value
    return Action("discard", max(allowed, key=lambda card: (value_of(card, ace), card)))
