"""What rulings and penalties do to the score of a hand (rulebook 5 and 5.1).

A ruling on a hand ends as its `HandRemedies`: it changes how what was written down is priced, never
what was written down.
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kernel.seats import Pair, Seat, opponent

#: Gin covers big gin.
BarredBonus = Literal["gin", "undercut"]

_NOTHING: frozenset[BarredBonus] = frozenset()


class Award(NamedTuple):
    """A hand lost by a penalty: it is void, and `seat` is credited the points and boxes."""

    seat: Seat
    points: int
    boxes: int


@dataclass(frozen=True, slots=True)
class HandRemedies:
    """What the rulings on one hand do to its score.

    `void`: nobody's hand. `knock_accepted`: scored with the real count, even above the limit.
    `as_knock`: what was called gin is a knock. `surcharge`: added to a seat's count; the knock
    stays legal. `bonus_barred`: by seat, the bonuses (extra boxes with them) that it does not get;
    the difference and the box of the won hand stay. `cannot_win`: where such a seat would win,
    nobody does. `awarded`: a hand loss. `next_deal`: the dealer of this hand deals again (`same`),
    or an alternating deal goes on as if the right player had dealt it (`as_due`).
    """

    void: bool = False
    knock_accepted: bool = False
    as_knock: bool = False
    surcharge: Pair = (0, 0)
    bonus_barred: tuple[frozenset[BarredBonus], frozenset[BarredBonus]] = (_NOTHING, _NOTHING)
    cannot_win: frozenset[Seat] = frozenset()
    awarded: Award | None = None
    next_deal: Literal["same", "as_due"] | None = None

    def for_other_seats(self) -> "HandRemedies":
        """The same with the seats changed about."""
        awarded = self.awarded and self.awarded._replace(seat=opponent(self.awarded.seat))
        return replace(
            self,
            surcharge=self.surcharge[::-1],
            bonus_barred=self.bonus_barred[::-1],
            cannot_win=frozenset(opponent(seat) for seat in self.cannot_win),
            awarded=awarded,
        )


NO_REMEDIES = HandRemedies()
