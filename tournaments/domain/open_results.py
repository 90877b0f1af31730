"""A round that is drawn while matches before it go on: as what each of these counts there.

It counts so for who meets whom in that round, and for nothing else: standings wait for the result.
Its two have met, as all who were paired have.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Self

from kernel.seats import Pair
from tournaments.domain.crosstable import Outcome, SeatIndex


class CountedAs(StrEnum):
    """What the director says of an open match."""

    LEVEL = "level"
    AS_IT_STANDS = "as_it_stands"


class OpenResult(NamedTuple):
    """An open match as a round was drawn without it: the id of its pairing, as what it counts
    there, and the games that stood by seat when that was said (between teams the boards)."""

    pairing: int
    counted_as: str
    won: Pair

    @property
    def leader(self) -> SeatIndex | None:
        """The seat as whose win it counts; None where it counts as drawn."""
        first, second = self.won
        if self.counted_as == CountedAs.LEVEL or first == second:
            return None
        return 0 if first > second else 1

    def outcome(self, entries: tuple[int, int]) -> Outcome:
        """What pairing is told came out between these two."""
        return Outcome("drawn" if self.leader is None else "played", entries, self.leader)

    @classmethod
    def from_stored(cls, pairing: int, counted_as: str, won: Sequence[int]) -> Self:
        """What a row or a round keeps."""
        first, second = won
        return cls(pairing, counted_as, (first, second))

    def stored(self) -> list[object]:
        """As a round keeps it."""
        return [self.pairing, self.counted_as, list(self.won)]
