"""What pairing is told and what it gives: contenders, a field, pairs; and places inside it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Literal

from kernel.text import Text
from tournaments.domain.crosstable import EntryPair

PairingMethod = Literal["slide", "rating", "random", "accelerated"]
"""Whom one should meet among equals: "slide" half the group further down, "rating" the next one;
"random" the next one in an order that was drawn; "accelerated" is slide with points that some of
the field have for this round alone."""


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry that plays this round.

    `points` are whole or half, those of an acceleration included. `met` are all it was paired
    with, `byes` how many it had, `floated_down` whether it met somebody with fewer points in the
    round before this one.
    """

    entry: int
    points: float = 0.0
    met: frozenset[int] = frozenset()
    byes: int = 0
    floated_down: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody who plays this round, in order of seed, and what the director has said.

    `forbidden` never meet, `apart` are kept apart this round, `fixed` meet in this round whatever
    else holds. No entry is in two fixed pairs, and all of them are in the field.
    """

    contenders: tuple[Contender, ...]
    forbidden: frozenset[EntryPair] = frozenset()
    apart: frozenset[EntryPair] = frozenset()
    fixed: tuple[tuple[int, int], ...] = ()
    method: PairingMethod = "slide"


@dataclass(frozen=True, slots=True)
class Paired:
    """A pair, or a bye where `second` is None; `first` gets seat 0. That is the one who stands
    above, but where the system deals out the seats (`dutch`). At a table of more than two the
    `others` sit behind them, in order of seat.

    `faults` are the codes of the cost terms that a legal round has at 0: () but for a pair that is
    fixed, and for the least bad round where no legal one exists.
    """

    first: int
    second: int | None
    reason: Text
    faults: tuple[str, ...] = ()
    others: tuple[int, ...] = ()


@dataclass(slots=True, eq=False)
class ScoredContender:
    """A contender in its score group: everything that a cost is computed from.

    `index` is its place in the whole field from 0, `score` twice its points, `position` its place
    in its group from 0 and `size` the number of those in it; `ideal` is how far below it the one
    stands whom it should meet. `byes` are those it has had more than others.
    """

    entry: int
    index: int
    score: int
    position: int
    size: int
    ideal: int
    met: frozenset[int]
    barred: frozenset[int]
    apart: frozenset[int]
    byes: int
    floated: bool


def places(field: Field, left_out: Iterable[int] = ()) -> list[ScoredContender]:
    """The field from the top score down, equals in order of seed, but for those left out."""
    out = set(left_out)
    here = [contender for contender in field.contenders if contender.entry not in out]
    here.sort(key=lambda contender: -contender.points)
    barred, apart = _opponents(field.forbidden), _opponents(field.apart)
    nobody: frozenset[int] = frozenset()
    fewest = min((contender.byes for contender in here), default=0)
    found: list[ScoredContender] = []
    for points, equals in groupby(here, key=lambda contender: contender.points):
        group = list(equals)
        ideal = 1 if field.method in ("rating", "random") else len(group) // 2
        found += [
            ScoredContender(
                contender.entry,
                len(found) + position,
                round(2 * points),
                position,
                len(group),
                ideal,
                contender.met,
                barred.get(contender.entry, nobody),
                apart.get(contender.entry, nobody),
                contender.byes - fewest,
                contender.floated_down,
            )
            for position, contender in enumerate(group)
        ]
    return found


def in_drawn_order(contenders: Sequence[Contender], rng: Random) -> tuple[Contender, ...]:
    """The contenders in an order drawn by `rng`: a first round at random."""
    drawn = list(contenders)
    rng.shuffle(drawn)
    return tuple(drawn)


def _opponents(pairs: Iterable[EntryPair]) -> Mapping[int, frozenset[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for pair in pairs:
        for entry in pair:
            found[entry] |= pair - {entry}
    return {entry: frozenset(others) for entry, others in found.items()}
