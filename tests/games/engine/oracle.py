"""The rulebook taken word by word, slowly: an oracle for melds that shares no code with the engine.

A card is a pair (rank 1 to 13, suit), a meld a frozenset of them. Everything is tried: every set of
melds that share no card, and every order of laying off.
"""

from functools import lru_cache
from itertools import combinations

Card = tuple[int, str]


def value(card: Card, corner: bool) -> int:
    return 15 if corner and card[0] == 1 else min(card[0], 10)


def is_meld(cards: frozenset[Card], corner: bool) -> bool:
    if len(cards) < 3:
        return False
    ranks, suits = {rank for rank, _ in cards}, {suit for _, suit in cards}
    if len(ranks) == 1:
        return True
    if len(suits) > 1:
        return False
    first = range(1, 14)
    rows = [[start + step for step in range(len(cards))] for start in first]
    if corner:
        return any({(rank - 1) % 13 + 1 for rank in row} == ranks for row in rows)
    return any(set(row) == ranks for row in rows)


@lru_cache(maxsize=1024)  # of a hand it is asked again at once, or never
def melds_in(cards: frozenset[Card], corner: bool) -> tuple[frozenset[Card], ...]:
    groups = [[card for card in cards if card[0] == rank] for rank in range(1, 14)]
    groups += [[card for card in cards if card[1] == suit] for suit in "SHDC"]
    found = set()
    for group in groups:
        for size in range(3, len(group) + 1):
            for chosen in combinations(group, size):
                if is_meld(frozenset(chosen), corner):
                    found.add(frozenset(chosen))
    return tuple(found)


def least(cards: frozenset[Card], corner: bool) -> int:
    total = sum(value(card, corner) for card in cards)
    return total - _most_melded(cards, melds_in(cards, corner), corner)


def _most_melded(cards, melds, corner) -> int:
    most = 0
    for at, meld in enumerate(melds):
        if meld <= cards:
            here = sum(value(card, corner) for card in meld)
            most = max(most, here + _most_melded(cards - meld, melds[at + 1 :], corner))
    return most


def packings(cards: frozenset[Card], corner: bool) -> set[frozenset[frozenset[Card]]]:
    """Every set of melds that share no card."""
    melds = melds_in(cards, corner)
    found = {frozenset()}
    for meld in melds:
        found |= {packing | {meld} for packing in found if not any(meld & m for m in packing)}
    return found


def least_after_layoffs(defender: frozenset[Card], melds, corner: bool) -> int:
    best, seen = 1000, set()
    states = [(defender, frozenset(melds))]
    while states:
        state = states.pop()
        if state in seen:
            continue
        seen.add(state)
        held, lying = state
        best = min(best, least(held, corner))
        for card in held:
            for meld in lying:
                grown = meld | {card}
                if is_meld(grown, corner) and _same_kind(meld, grown):
                    states.append((held - {card}, lying - {meld} | {grown}))
    return best


def _same_kind(meld, grown) -> bool:
    return (len({rank for rank, _ in meld}) == 1) == (len({rank for rank, _ in grown}) == 1)


def melds_left_out(cards: frozenset[Card], known: frozenset[Card], corner: bool) -> str:
    """What a knocker lays down who does not say, as text (the contract of the online table, "Melds
    left out").

    `known` are the discards that they saw left lying and the card that they throw.
    """
    others = {(rank, suit) for rank in range(1, 14) for suit in "SHDC"} - cards - known
    loose = least(cards, corner)
    choices = []
    for packing in packings(cards, corner):
        melded = frozenset().union(*packing)
        if sum(value(card, corner) for card in cards - melded) == loose:
            fit = set().union(*(_that_fit(meld, others, corner) for meld in packing))
            choices.append((len(fit), text_of(packing)))
    return min(choices)[1]


def _that_fit(meld, others, corner) -> set[Card]:
    for card in others - meld:
        grown = meld | {card}
        if is_meld(grown, corner) and _same_kind(meld, grown):
            return {card} | _that_fit(grown, others, corner)
    return set()


def text_of(melds) -> str:
    """Sets before runs, each by lowest rank, then S H D C."""
    return " ".join("".join(_name(card) for card in _row(meld)) for meld in sorted(melds, key=_key))


def _key(meld):
    lowest = min(meld, key=lambda card: (card[0], "SHDC".index(card[1])))
    return (len({rank for rank, _ in meld}) > 1, lowest[0], "SHDC".index(lowest[1]))


def _row(meld) -> list[Card]:
    """A set by suit, a run upwards from the card that has none below it."""
    if len({rank for rank, _ in meld}) == 1:
        return sorted(meld, key=lambda card: "SHDC".index(card[1]))
    ranks = {rank for rank, _ in meld}
    start = next(rank for rank in sorted(ranks) if (rank - 2) % 13 + 1 not in ranks)
    (suit,) = {suit for _, suit in meld}
    return [((start - 1 + step) % 13 + 1, suit) for step in range(len(meld))]


def _name(card: Card) -> str:
    return "A23456789TJQK"[card[0] - 1] + card[1]
