"""The draw for the first deal of rummy where a seed deals it: the lowest card deals, and where
several have drawn the lowest, all draw again (rulebook 4.12)."""

import hashlib

from games.engine.cards import DECK, Card, shuffled


def draw(seed: bytes, seats: int) -> tuple[Card, ...]:
    """A card for each seat, of which one is the lowest: the first ones of the pack as the seed
    shuffles it, else as the SHA-256 of the seed does, and so on."""
    while True:
        drawn = shuffled(seed, DECK)[:seats]
        ranks = sorted(card.rank for card in drawn)
        if ranks[0] < ranks[1]:
            return drawn
        seed = hashlib.sha256(seed).digest()
