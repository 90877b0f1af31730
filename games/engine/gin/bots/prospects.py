"""How good ten cards are: what the next card from the stock may make of them."""

from typing import NamedTuple

from games.engine.cards import indexes
from games.engine.gin.bots.knowledge import Knowledge
from games.engine.melds.least import least_after_discard


class Prospects(NamedTuple):
    """Ten cards, over all that cannot be seen and may be drawn next: `deadwood` is the mean of what
    is left after the best throw, `knock` and `gin` are the shares that could end the hand."""

    deadwood: float
    knock: float
    gin: float


NOTHING_AHEAD = Prospects(0.0, 0.0, 0.0)
"""What who does not look ahead takes them for."""


def prospects_of(known: Knowledge, cards: int) -> Prospects:
    """The prospects of these ten cards, for who knows this."""
    left = next_deadwood(known, cards)
    number = len(left)
    can_knock = sum(deadwood <= known.limit for deadwood in left)
    return Prospects(sum(left) / number, can_knock / number, left.count(0) / number)


def next_deadwood(known: Knowledge, cards: int) -> list[int]:
    """For each card that cannot be seen: what is left of these ten once it is drawn and the best is
    thrown."""
    form = known.form
    return [least_after_discard(cards | 1 << drawn, form) for drawn in indexes(known.hidden)]
