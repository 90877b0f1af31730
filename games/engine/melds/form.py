"""What a meld is, and the least that a hand of one suit leaves: a table for each way runs go.

Hands and melds are sets of cards as ints (`cards`): four lanes of thirteen bits, one a suit. In one
suit alone there is nothing to choose: whatever stands three or more in a row is melded. So the
least deadwood of a lane is one look at a table of 8,192 entries, and only sets are a choice.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from games.engine.cards import indexes

RANK_BITS = 13
LANE = (1 << RANK_BITS) - 1

#: The four cards of each rank, ace to king.
RANK_SETS = tuple(0x8004002001 << rank for rank in range(RANK_BITS))

#: Less than any gain of a discard: there is no card to throw.
_NOTHING_TO_THROW = -1000

MeldKind = Literal["set", "run"]


@dataclass(frozen=True, slots=True, eq=False)
class MeldForm:
    """How runs go and what cards count; tables are indexed by the ranks held of one suit.

    `values`: all cards as deadwood. `left`: the least deadwood, with runs alone. `gains`: what
    throwing the best card takes off `left` (below 0 where a run must be broken).
    """

    wraps: bool
    values: tuple[int, ...]
    left: tuple[int, ...]
    gains: tuple[int, ...]

    def value(self, cards: int) -> int:
        """These cards as deadwood."""
        values = self.values
        return (
            values[cards & LANE]
            + values[cards >> 13 & LANE]
            + values[cards >> 26 & LANE]
            + values[cards >> 39]
        )

    def in_runs(self, lane: int) -> int:
        """The ranks of one suit that stand three or more in a row."""
        starts = lane & self.below(lane) & self.below(lane, 2)
        return starts | self.above(starts) | self.above(starts, 2)

    def above(self, lane: int, by: int = 1) -> int:
        """Each rank of a lane moved up."""
        return (lane << by | (lane >> RANK_BITS - by if self.wraps else 0)) & LANE

    def below(self, lane: int, by: int = 1) -> int:
        """Each rank of a lane moved down."""
        return lane >> by | (lane << RANK_BITS - by & LANE if self.wraps else 0)

    def kind(self, cards: int) -> MeldKind | None:
        """`set` for three or four of a rank, `run` for three or more in a row, else null."""
        if cards.bit_count() < 3:
            return None
        lowest = (cards & -cards).bit_length() - 1
        if cards & ~RANK_SETS[lowest % RANK_BITS] == 0:
            return "set"
        shift = lowest - lowest % RANK_BITS
        lane = cards >> shift
        if lane > LANE:
            return None
        in_a_row = lane == LANE or (lane & ~self.above(lane)).bit_count() == 1
        return "run" if in_a_row else None

    def as_it_lies(self, meld: int) -> list[int]:
        """The cards of a meld: a set by suit, a run upwards, round the corner too (QS KS AS)."""
        cards = list(indexes(meld))
        if self.kind(meld) == "run":
            gap, at = max((b - a, at) for at, (a, b) in enumerate(pairwise(cards)))
            if gap > 1:
                cards = cards[at + 1 :] + cards[: at + 1]
        return cards


def _table_of_values(of_rank: tuple[int, ...]) -> tuple[int, ...]:
    values = [0]
    for value in of_rank:
        values += [below + value for below in values]
    return tuple(values)


def _gain(left: tuple[int, ...], lane: int) -> int:
    least, rest = _NOTHING_TO_THROW, lane
    while rest:
        card = rest & -rest
        least = max(least, left[lane] - left[lane ^ card])
        rest ^= card
    return least


@cache
def meld_form(*, round_the_corner: bool = False) -> MeldForm:
    """Runs from ace to king with the ace at 1, or round the corner with the ace at 15 (4.8)."""
    ace = 15 if round_the_corner else 1
    values = _table_of_values((ace, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10))
    shape = MeldForm(round_the_corner, values, (), ())
    left = tuple(values[lane ^ shape.in_runs(lane)] for lane in range(LANE + 1))
    return MeldForm(
        round_the_corner, values, left, tuple(_gain(left, lane) for lane in range(LANE + 1))
    )


LOW_ACE = meld_form()
