"""Tables of standings: places, who shares one, and the reason for each in words.

A reason is a `Text` with flat values, but for two: `opponent` is an entry, for which the door puts
its name, and `round` is a `Text` of its own (the round's name), which the door translates first.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from players.text import Text


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table.

    `rank` is None while the entry is still in. `played`, `won` and `lost` count matches that were
    played: a bye, a walkover and a double forfeit count in none of them, so that won and lost make
    up played.
    """

    entry: int
    rank: int | None
    reason: Text
    played: int = 0
    won: int = 0
    lost: int = 0
    shared: bool = False


def in_order(rows: Iterable[Standing]) -> tuple[Standing, ...]:
    """The rows from the top of the table, with `shared` set where two or more have one rank.

    Those still in stand first; rows of one rank keep the order in which they were given.
    """
    ordered = sorted(rows, key=lambda row: row.rank or 0)
    holders = Counter(row.rank for row in ordered)
    return tuple(
        replace(row, shared=row.rank is not None and holders[row.rank] > 1) for row in ordered
    )
