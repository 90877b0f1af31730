"""What cards may become: the best melds of a hand, the cards that would make one of two, and what
somebody may make of a card that is thrown."""

from collections.abc import Collection, Sequence
from functools import cache
from itertools import combinations

from games.engine.rummy.bots.knowledge import Known
from games.engine.rummy.melds import AceRule, Meld, extended, is_meld, melds_in
from games.engine.rummy.pack import JOKER, RANKS, SUITS, Cards, total, without
from kernel.seats import Seat

#: With jokers there may be hundreds of melds: only so many, the dearest, are looked through.
_MOST_MELDS = 24

Pair = tuple[int, int]


@cache
def completing(ace: AceRule) -> tuple[tuple[Pair, ...], ...]:
    """By card: every two others that make a meld of three with it."""
    found: list[list[Pair]] = [[] for _ in range(JOKER)]
    for three in _threes(ace):
        for card in three:
            one, other = (rest for rest in three if rest != card)
            found[card].append((one, other))
    return tuple(map(tuple, found))


def _threes(ace: AceRule) -> list[Cards]:
    sets = [
        tuple(suit * RANKS + rank for suit in suits)
        for rank in range(RANKS)
        for suits in combinations(range(SUITS), 3)
    ]
    runs = [
        tuple(suit * RANKS + (rank + step) % RANKS for step in range(3))
        for suit in range(SUITS)
        for rank in range(RANKS)
    ]
    return [cards for cards in (*sets, *runs) if is_meld(Meld(cards), ace)]


def needed_for(card: int, others: Collection[int], ace: AceRule) -> set[int]:
    """The cards that make a meld of three with this card and one of the others."""
    needed = set()
    for one, other in completing(ace)[card]:
        if one in others:
            needed.add(other)
        if other in others:
            needed.add(one)
    return needed


def best_melds(hand: Cards, ace: AceRule, ace_value: int, most: int) -> tuple[Meld, ...]:
    """The melds, at most so many, that take most points out of a hand; of those that show the same
    cards paid with the same jokers one stands for all."""
    melds = {meld.paid: meld for meld in melds_in(hand, ace)}
    worth = {paid: total(paid, ace_value) for paid in melds}
    dearest = sorted(melds, key=lambda paid: (-worth[paid], paid))[:_MOST_MELDS]
    _points, chosen = _apart(hand, dearest, worth, most)
    return tuple(melds[paid] for paid in chosen)


def _apart(
    hand: Cards, paid: Sequence[Cards], worth: dict[Cards, int], most: int
) -> tuple[int, tuple[Cards, ...]]:
    """The choice of these that fit into the hand together and is worth most."""
    best: tuple[int, tuple[Cards, ...]] = (0, ())
    if not most:
        return best
    for at, cards in enumerate(paid):
        if any(hand.count(card) < cards.count(card) for card in cards):
            continue
        points, more = _apart(without(hand, cards), paid[at + 1 :], worth, most - 1)
        best = max(best, (points + worth[cards], (cards, *more)), key=lambda one: one[0])
    return best


def left_after(hand: Cards, melds: Sequence[Meld]) -> Cards:
    """The cards of a hand that are in none of these melds of it."""
    for meld in melds:
        hand = without(hand, meld.paid)
    return hand


def fits_table(known: Known, card: int) -> bool:
    """Whether this card fits on a meld that lies on the table."""
    return card != JOKER and any(
        extended(meld, card, known.rules.ace) is not None for meld in known.melds
    )


def danger(known: Known, card: int, seat: Seat) -> float:
    """How many melds of three this seat may be expected to make of the card, from what they were
    seen to take and from what nobody has seen."""
    theirs, unseen = known.theirs[seat], known.unseen
    share = max(0, known.held[seat] - len(theirs)) / max(1, sum(unseen))

    def held(other: int) -> float:
        return 1.0 if other in theirs else min(1.0, share * unseen[other])

    return sum(held(one) * held(other) for one, other in completing(known.rules.ace)[card])
