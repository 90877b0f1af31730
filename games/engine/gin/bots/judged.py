"""What was learned from many games: what a hand is worth after a throw, and what a knock brings.

Both are in points of the hand, won less lost, as the rules of the challenge of 2021 count them: gin
and an undercut bring 25. The networks are told the numbers below, each brought to about 0 to 1.
"""

from typing import NamedTuple

from games.engine.gin.bots.knowledge import Knowledge
from games.engine.gin.bots.network import learned, value
from games.engine.gin.bots.prospects import Prospects
from games.engine.melds.arrangements import best_melds, deadwood_of

#: The networks count in hands won by gin.
UNIT = 25.0
#: Of an opponent of whom nothing was seen: so many knocks in so many late turns.
_USUAL_KNOCKS, _USUAL_TURNS = 0.3, 3


class Thrown(NamedTuple):
    """A throw: the `card`, the least `deadwood` and the `prospects` of the ten that stay,
    and how dangerous the card is (`danger`)."""

    card: int
    deadwood: int
    prospects: Prospects
    danger: float


def throw(known: Knowledge, thrown: Thrown) -> float:
    """What the hand is worth once this card is thrown."""
    return UNIT * value(learned("throw"), throw_numbers(known, thrown))


def knock(known: Knowledge, deadwood: int) -> float:
    """What a knock with this deadwood brings now."""
    return UNIT * value(learned("knock"), knock_numbers(known, deadwood))


def throw_numbers(known: Knowledge, thrown: Thrown) -> list[float]:
    """What the network `throw` is told."""
    card, deadwood, prospects, danger = thrown
    cards = known.hand ^ 1 << card
    loose = deadwood_of(cards, best_melds(cards, known.form)).bit_count()
    return [
        deadwood / 30,
        prospects.deadwood / 30,
        prospects.knock,
        prospects.gin,
        min(danger, 2.0),
        loose / 10,
        deadwood / max(1, loose) / 10,
        *_numbers_of_the_hand(known),
    ]


def knock_numbers(known: Knowledge, deadwood: int) -> list[float]:
    """What the network `knock` is told."""
    return [deadwood / 10, *_numbers_of_the_hand(known)]


def _numbers_of_the_hand(known: Knowledge) -> list[float]:
    late_turns, late_knocks = known.habits
    last = known.thrown[-3:]
    thrown = sum(known.form.value(1 << card) for card in last) / len(last) if last else 10
    unwanted = known.left
    for card in known.thrown:
        unwanted |= 1 << card
    return [
        known.turns / 10,
        known.stock / 31,
        known.theirs.bit_count() / 5,
        thrown / 10,
        4 * (late_knocks + _USUAL_KNOCKS) / (late_turns + _USUAL_TURNS),
        min(late_turns, 20) / 20,
        unwanted.bit_count() / 15,
    ]
