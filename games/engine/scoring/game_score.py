"""A game on its sheet, as it stands: of two, of partners, or of a table."""

from dataclasses import dataclass
from typing import NamedTuple

from kernel.seats import SIDES, PerSeat, Seat, credited, nothing


@dataclass(frozen=True, slots=True)
class Bonuses:
    """What comes on top of the hand points, by seat."""

    game: PerSeat = (0, 0)
    shutout: PerSeat = (0, 0)
    box: PerSeat = (0, 0)


class Entered(NamedTuple):
    """What is entered in a game, or in a column: by seat the points, the boxes and the won hands;
    `hands` are all of them."""

    points: PerSeat = nothing(SIDES)
    boxes: PerSeat = nothing(SIDES)
    won: PerSeat = nothing(SIDES)
    hands: int = 0


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game's sheet; pairs are by seat.

    `points` are the hand points (with `box_timing` immediate the boxes are in them), `totals` the
    final totals with boxes and bonuses, until the end just the points. `net` is the winner's total
    less the other's, negative where the loser of the race has more; null until the end.
    `shutout`: the target was reached against somebody who won no hand. `hands_used` are the hands
    up to the end.
    `boxes_known` is false where only points were handed in: then boxes are 0 and not in the totals.
    """

    finished: bool
    winner: Seat | None
    points: PerSeat
    boxes: PerSeat
    bonuses: Bonuses
    totals: PerSeat
    net: int | None
    hands_used: int
    shutout: bool
    boxes_known: bool = True

    @property
    def brings(self) -> PerSeat:
        """What it brings each in a match to points: its net to who has won it."""
        none = nothing(len(self.points))
        return none if self.winner is None else credited(none, self.winner, self.net or 0)
