"""An event by windows: each of its rounds is played within a span of days.

What is not played by then is settled by the event's rule. A match in which anything was played is
never settled so: that takes a director.
"""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from kernel.seats import Seat, opponent

LONGEST_WINDOW = 60  # days
TIME_TO_ANSWER = timedelta(days=1)
"""So long before the end of a window a proposal has to be made to be one that could be answered."""
TO_SIT_DOWN = timedelta(minutes=15)
"""So long before the hour on which two have agreed it is time to sit down."""
TO_COME = timedelta(hours=1)
"""So long after that hour nobody comes any more: whoever is late has come by then, and the two may
still agree on another time of the same evening."""
MOST_TIMES = 3
"""So many hours a player proposes at once."""


class Unplayed(StrEnum):
    """What becomes of a match that was not begun within its window."""

    DIRECTOR = "director"
    NEITHER = "neither"
    WHO_TRIED = "who_tried"
    DRAWN = "drawn"


class Hour(StrEnum):
    """How the hour stands on which the two of a match have agreed."""

    AHEAD = "ahead"
    COME = "come"  # for good, once anything was played
    MISSED = "missed"  # it is past, and nothing was played


UNPLAYED = tuple(rule.value for rule in Unplayed)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a player has done to play a match: `proposed_in_time`, hours so early that the other one
    could answer; `has_spoken`, proposed or taken an hour at all."""

    proposed_in_time: bool = False
    has_spoken: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """How a match ends that was not begun: `winner` is a seat, None where nobody wins it."""

    winner: Seat | None = None
    is_drawn: bool = False


def window_end(published: datetime, days: int, zone: ZoneInfo) -> datetime:
    """Until when a round is played that was published then: to the end of the last of so many days
    after it, as the club's clock has them."""
    last = published.astimezone(zone).date() + timedelta(days=days)
    return datetime.combine(last, time(23, 59), tzinfo=zone)


def hour_at(agreed: datetime, now: datetime, *, has_begun: bool) -> Hour:
    """How an agreed hour stands at an instant, in a match that has begun or not."""
    if now < agreed - TO_SIT_DOWN:
        return Hour.AHEAD
    is_past = now >= agreed + TO_COME
    return Hour.MISSED if is_past and not has_begun else Hour.COME


def settled(rule: Unplayed, efforts: tuple[Effort, Effort], *, knows_draws: bool) -> Settled | None:
    """How a match ends by the event's rule; None where the director decides it. `efforts` are what
    each seat has done to play it."""
    match rule:
        case Unplayed.DIRECTOR:
            return None
        case Unplayed.NEITHER:
            return Settled()
        case Unplayed.DRAWN:
            return Settled(is_drawn=knows_draws)
        case Unplayed.WHO_TRIED:
            alone = (
                seat
                for seat in (0, 1)
                if efforts[seat].proposed_in_time and not efforts[opponent(seat)].has_spoken
            )
            return Settled(winner=next(alone, None))
