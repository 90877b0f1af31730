"""The order of seeds: by rating, by hand, or at random from a seed that is kept as a fact; and all
else that is drawn from such a seed.

The random order can be checked by anybody with a tool for SHA-256: the entrant at place p (from 1)
of the order of registration gets the digest of the text "undercut draw 1:<seed>:<p>" in UTF-8, and
the entrants are sorted by their digests in hexadecimal. The 1 is DRAW_VERSION.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from kernel.text import N_, Refusal, Text

DRAW_VERSION = 1
"""Raised whenever the same input would be drawn differently; stored with each draw."""

SEED_TWICE = N_("Seed %(seed)d is given to %(count)d entrants. Give each a number of its own.")
SEED_TOO_LOW = N_("Seed %(seed)d can't be: seeds count from 1.")


@dataclass(frozen=True, slots=True)
class Entrant:
    """What seeding knows of an entry: its rating and the seed it was given by hand, if any."""

    entry: int
    rating: float | None = None
    seed: int | None = None


def seed_order(entrants: Sequence[Entrant], method: str, draw_seed: str = "") -> tuple[int, ...]:
    """The entries in order of seed, the entrants being given in order of registration.

    "rating": the highest first, those without one last, equals in order of registration.
    "hand": by the numbers given, gaps closed; those without one follow in order of rating. A
    number given twice is refused (field "seed").
    "random": by `draw_seed`, as told at the top of this module; ValueError without one.
    """
    if method == "random":
        if not draw_seed:
            raise ValueError("a random order needs a seed")
        return in_random_order([entrant.entry for entrant in entrants], draw_seed)
    by_rating = sorted(
        entrants, key=lambda entrant: (entrant.rating is None, -(entrant.rating or 0))
    )
    if method == "rating":
        return tuple(entrant.entry for entrant in by_rating)
    _require_own_numbers(entrants)
    by_hand = sorted(by_rating, key=lambda entrant: (entrant.seed is None, entrant.seed or 0))
    return tuple(entrant.entry for entrant in by_hand)


def in_random_order(entries: Sequence[int], draw_seed: str) -> tuple[int, ...]:
    """The entries as they are drawn from the seed. A format puts before it what is drawn, as in
    "qualifying group 1:<seed>", so that this is no order that was drawn already."""
    digests = {
        entry: sha256(f"undercut draw {DRAW_VERSION}:{draw_seed}:{place}".encode()).hexdigest()
        for place, entry in enumerate(entries, 1)
    }
    return tuple(sorted(entries, key=digests.__getitem__))


def chance_of(drawn: str, version: int, seed: str) -> Random:
    """Chance for what is `drawn`, as "swiss", and for nothing else: the same for the same seed, an
    empty one too. `version` is raised whenever the same seed would draw something else.

    Of a `Random` only the numbers of `random()` are promised to stay in later versions of Python.
    """
    return Random(f"undercut {drawn} {version}:{seed}")  # noqa: S311 - to be found again, no secret


def _require_own_numbers(entrants: Sequence[Entrant]) -> None:
    given = Counter(entrant.seed for entrant in entrants if entrant.seed is not None)
    for seed, count in sorted(given.items()):
        if seed < 1:
            raise Refusal(Text("invalid", SEED_TOO_LOW, {"seed": seed}), "seed")
        if count > 1:
            raise Refusal(Text("invalid", SEED_TWICE, {"seed": seed, "count": count}), "seed")
