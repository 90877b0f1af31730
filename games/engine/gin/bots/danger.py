"""What a throw gives away: the chance that the opponent holds the two cards that make a meld of it
(rulebook 4.14: remember what they took, threw and let lie)."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from games.engine.gin.bots.knowledge import Knowledge
from games.engine.melds.form import RANK_BITS

Pair = tuple[int, int]

#: How likely somebody holds a card beside one that they threw or let lie, against any other.
_BESIDE_UNWANTED = 0.5


def danger(known: Knowledge, card: int) -> float:
    """How many melds the opponent may be expected to make of this card."""
    hidden, theirs = known.hidden, known.theirs
    unwanted = known.left
    for thrown in known.thrown:
        unwanted |= 1 << thrown
    beside = _beside(known.form.wraps)
    share = (10 - theirs.bit_count()) / max(1, hidden.bit_count())

    def held(other: int) -> float:
        if theirs >> other & 1:
            return 1.0
        if not hidden >> other & 1:
            return 0.0
        return share * (_BESIDE_UNWANTED if beside[other] & unwanted else 1.0)

    return sum(held(one) * held(other) for one, other in completing(known.form.wraps)[card])


@cache
def completing(wraps: bool) -> tuple[tuple[Pair, ...], ...]:
    """By card: every two others that make a meld of three with it."""
    return tuple(tuple(_pairs(card, wraps)) for card in range(4 * RANK_BITS))


def _pairs(card: int, wraps: bool) -> Iterator[Pair]:
    rank, suit = card % RANK_BITS, card // RANK_BITS
    yield from combinations([rank + other * RANK_BITS for other in range(4) if other != suit], 2)
    for steps in ((-2, -1), (-1, 1), (1, 2)):
        ranks = [rank + step for step in steps]
        if wraps or all(0 <= other < RANK_BITS for other in ranks):
            below, above = (suit * RANK_BITS + other % RANK_BITS for other in ranks)
            yield below, above


@cache
def _beside(wraps: bool) -> tuple[int, ...]:
    """By card: those with which it can stand in a meld of three."""
    return tuple(
        sum({1 << other for pair in pairs for other in pair}) for pairs in completing(wraps)
    )


def partners(cards: int, card: int, wraps: bool) -> int:
    """Those of the cards with which this one can stand in a meld of three."""
    return cards & _beside(wraps)[card]
