"""A seat's own hand as its player lays it out: the melds, what they leave, what a throw leaves.

All of it follows from what the player may know: their own cards and the discards that lie.
"""

from dataclasses import dataclass

from games.engine.gin import play
from games.engine.gin.hand.showdown import unknown_to
from games.engine.gin.hand.state import HandState
from games.engine.melds.arrangements import Melds, deadwood_of, least_arrangements
from games.engine.melds.choice import by_layoffs, in_order
from games.engine.melds.layoffs import every_layoff
from games.engine.melds.least import least_deadwood
from kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to lay a hand out. `melds` as they are written; `deadwood` are the cards that they
    leave, `count` what these count, `layoffs` the cards that the opponent may hold and could lay
    off on the melds."""

    melds: Melds
    deadwood: int
    count: int
    layoffs: int


def layouts(state: HandState, seat: Seat, thrown: int | None = None) -> list[Layout]:
    """Every way of least deadwood to lay out the hand of `seat`, without the card `thrown`.

    First that on which the fewest unknown cards fit, as a knock that leaves its melds out has it.
    A run is not cut in two: the same cards fit its ends.
    """
    form, unknown = state.table.form, unknown_to(state, seat)
    cards = state.hands[seat] & ~(0 if thrown is None else 1 << thrown)
    choices = [in_order(melds, form) for melds in least_arrangements(cards, form)]
    found = []
    for melds in sorted(choices, key=by_layoffs(unknown, form)):
        deadwood = deadwood_of(cards, melds)
        laid_off = sum(layoff.card for layoff in every_layoff(unknown, melds, form))
        found.append(Layout(melds, deadwood, form.value(deadwood), laid_off))
    return found


def counts_after(state: HandState) -> dict[int, int]:
    """By card that the player in turn may throw: the least deadwood that is left then."""
    hand, form = state.hands[state.turn], state.table.form
    thrown = [action.card for action in play.legal_actions(state) if action.kind == "discard"]
    return {card: least_deadwood(hand ^ 1 << card, form) for card in thrown if card is not None}
