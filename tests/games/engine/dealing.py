"""Hands from a seed: random ones, and ones that are rich in melds."""

import os
import random

#: How often the long run does what the ordinary one does once.
TIMES = 100 if os.environ.get("UNDERCUT_LONG") == "1" else 1


def random_cards(rng: random.Random, count: int) -> int:
    return sum(1 << index for index in rng.sample(range(52), count))


def rich_cards(rng: random.Random, count: int) -> int:
    """Cards of a few neighbouring ranks or few suits, so that melds compete for them."""
    if rng.random() < 0.5:
        ranks = rng.sample(range(13), 1)[0], rng.choice((4, 5, 6, 7))
        pool = [(ranks[0] + step) % 13 + 13 * suit for step in range(ranks[1]) for suit in range(4)]
    else:
        suits = rng.sample(range(4), 2)
        pool = [rank + 13 * suit for suit in suits for rank in range(13)]
    pool += rng.sample(range(52), 3)
    pool = list(dict.fromkeys(pool))
    while len(pool) < count:
        pool = list(dict.fromkeys([*pool, rng.randrange(52)]))
    return sum(1 << index for index in rng.sample(pool, count))
