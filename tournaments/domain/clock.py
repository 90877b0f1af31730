"""The clock of a round: when its time ends at a table, with what was paused and what was added.

A pause or an extension is for all tables or for one. A table that was stopped by itself and with
all others goes on when both have been let go.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

GAME_LOST_AFTER = 5
"""Minutes after which who is late loses a game (rulebook 5.1)."""


@dataclass(frozen=True, slots=True)
class ClockFact:
    """What was done to a clock: `start`, `pause`, `resume` or `extend` (by `seconds`); `table` is
    None for all."""

    kind: str
    at: datetime
    table: int | None = None
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A clock that was started. `length` and `added`, which is part of it, are in seconds; of
    `ends_at` (while it runs) and `left` (seconds, while it stands still) one is there."""

    length: int
    added: int
    ends_at: datetime | None
    left: int | None

    def left_at(self, now: datetime) -> int:
        """Seconds left at an instant, 0 when the time is up."""
        if self.ends_at is None:
            return self.left or 0
        return max(0, int((self.ends_at - now).total_seconds()))

    def since_start_at(self, now: datetime) -> int:
        """Seconds that have run since the start at an instant, pauses left out; also after the
        time is up."""
        if self.ends_at is None:
            return self.length - (self.left or 0)
        return self.length - int((self.ends_at - now).total_seconds())

    def lost_at(self, now: datetime) -> int:
        """The seconds that have run, where who has not begun by now loses a game for it; 0 while it
        costs nothing yet, and when the time is up."""
        seconds = self.since_start_at(now)
        return seconds if seconds >= 60 * GAME_LOST_AFTER and self.left_at(now) else 0


def round_clock(minutes: int, facts: Sequence[ClockFact], table: int | None) -> RoundClock | None:
    """The clock at a table, by the facts in their order; with None that of all tables of which
    nothing else was said. None until the round is started."""
    own = [fact for fact in facts if fact.table in (None, table)]
    start = next((fact.at for fact in own if fact.kind == "start"), None)
    if start is None:
        return None
    added = sum(fact.seconds for fact in own if fact.kind == "extend")
    length = 60 * minutes + added
    ends_at, stopped_at = start + timedelta(seconds=length), None
    stopped_by: set[int | None] = set()
    for fact in own:
        if fact.kind == "pause":
            stopped_at = stopped_at or fact.at
            stopped_by.add(fact.table)
        elif fact.kind == "resume" and fact.table in stopped_by:
            stopped_by.remove(fact.table)
            if stopped_at and not stopped_by:
                ends_at, stopped_at = ends_at + (fact.at - stopped_at), None
    if stopped_at:
        return RoundClock(length, added, None, max(0, int((ends_at - stopped_at).total_seconds())))
    return RoundClock(length, added, ends_at, None)
