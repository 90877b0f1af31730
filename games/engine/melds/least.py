"""Counts: the least deadwood of a hand, after the best discard, and with what one may knock.

A hand is taken apart into its four lanes, the ranks held of each suit: with numbers that small
everything is quick. Only what a set takes out of them is a choice.
"""

from games.engine.melds.form import LANE, LOW_ACE, MeldForm

#: The ranks held of each suit, as bits: spades, hearts, diamonds, clubs.
Lanes = tuple[int, int, int, int]


def least_deadwood(cards: int, form: MeldForm = LOW_ACE) -> int:
    """The least that these cards leave unmelded, whatever their number."""
    left = form.left
    spades, hearts, diamonds = cards & LANE, cards >> 13 & LANE, cards >> 26 & LANE
    clubs = cards >> 39
    least = left[spades] + left[hearts] + left[diamonds] + left[clubs]
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    if ranks:
        for a, b, c, d in without_sets(spades, hearts, diamonds, clubs, ranks):
            count = left[a] + left[b] + left[c] + left[d]
            if count < least:
                least = count
    return least


def least_after_discard(cards: int, form: MeldForm = LOW_ACE) -> int:
    """The least deadwood of these cards (11, say) once the best of them is thrown."""
    left, gains = form.left, form.gains
    least = 1000
    for spades, hearts, diamonds, clubs in rests(cards):
        gain = gains[spades]
        if gains[hearts] > gain:
            gain = gains[hearts]
        if gains[diamonds] > gain:
            gain = gains[diamonds]
        if gains[clubs] > gain:
            gain = gains[clubs]
        count = left[spades] + left[hearts] + left[diamonds] + left[clubs] - gain
        if count < least:
            least = count
    return least


def knock_discards(cards: int, limit: int, form: MeldForm = LOW_ACE) -> int:
    """Which of eleven cards can be thrown so that the rest can be melded down to `limit`."""
    if least_after_discard(cards, form) > limit:
        return 0
    discards, rest = 0, cards
    while rest:
        card = rest & -rest
        rest ^= card
        if least_deadwood(cards ^ card, form) <= limit:
            discards |= card
    return discards


def rests(cards: int) -> list[Lanes]:
    """What each choice of sets leaves of a hand: first all of it, with no set taken out."""
    spades, hearts, diamonds = cards & LANE, cards >> 13 & LANE, cards >> 26 & LANE
    clubs = cards >> 39
    all_of_it = (spades, hearts, diamonds, clubs)
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    return [all_of_it, *without_sets(*all_of_it, ranks)] if ranks else [all_of_it]


def without_sets(spades: int, hearts: int, diamonds: int, clubs: int, ranks: int) -> list[Lanes]:
    """What each choice of sets leaves; `ranks`: those held three or four times, at least one.

    No set at all is not among the choices. Of a rank held four times any three may be the set, and
    the fourth stand in a run.
    """
    rank = ranks & -ranks
    kept = ~rank
    a, b, c, d = spades & kept, hearts & kept, diamonds & kept, clubs & kept
    left = [(a, b, c, d)]
    if spades & hearts & diamonds & clubs & rank:
        left += (spades, b, c, d), (a, hearts, c, d), (a, b, diamonds, d), (a, b, c, clubs)
    ranks ^= rank
    if ranks:
        for lanes in left[:]:
            left += without_sets(*lanes, ranks)
        left += without_sets(spades, hearts, diamonds, clubs, ranks)
    return left
