"""What a log tells of how two have played: for referees who look into a suspicion, and no proof.

Instants and spans are milliseconds, as in the log.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.tables.events import Event
from games.tables.fold import numbers_dealt
from games.tables.steps import Outages, elapsed
from kernel.seats import Seat

_DECIDED = ("action", "choice")
_HELD = ("pause", "adjournment")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat did, the event `number` of the log, in the dealing `deal`: it `took` so long
    since it could have been done, less what was held and what the program was away."""

    number: int
    deal: int
    seat: Seat
    at: int
    took: int


@dataclass(frozen=True, slots=True)
class Absence:
    """From when to when no page of a seat was connected."""

    seat: Seat
    began: int
    ended: int


class _Turn(NamedTuple):
    """A turn that goes on since `begun`, null while it is held; `before` is what it took before
    that."""

    begun: int | None
    before: int = 0

    def held(self, at: int, outages: Outages) -> "_Turn":
        """The same, held at this instant."""
        if self.begun is None:
            return self
        return _Turn(None, self.before + elapsed(self.begun, at, outages))


def decisions(log: Iterable[Event], outages: Outages = ()) -> Iterator[Decision]:
    """Each thing that a seat itself did, in order; what the clock did for it is none."""
    turns = dict[int, _Turn]()  # by dealing: several hands may go on side by side
    for event in log:
        if event.kind == "deal":
            turns = {d: _Turn(event.at) for d in numbers_dealt(event)}
        elif event.kind in _HELD:
            turns = {d: turn.held(event.at, outages) for d, turn in turns.items()}
        elif event.kind == "resumption":
            turns = {d: _Turn(event.at, turn.before) for d, turn in turns.items()}
        elif event.kind in _DECIDED:
            assert event.deal is not None
            turn = turns[event.deal]
            turns[event.deal] = _Turn(event.at)
            if event["by"] is None:
                assert event.seat is not None
                took = turn.held(event.at, outages).before
                yield Decision(event.number, event.deal, event.seat, event.at, took)


def spans_here(log: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """From when to when a match was played at its online table, each time from its first deal."""
    begun: int | None = None
    for event in log:
        if event.kind == "deal" and begun is None:
            begun = event.at
        elif event.kind == "moved" and begun is not None:
            yield begun, event.at
            begun = None
    if begun is not None:
        yield begun, log[-1].at


def absences(
    seat: Seat, connected: Iterable[tuple[int, int]], began: int, ended: int
) -> Iterator[Absence]:
    """When between two instants a seat was not there, of which these are the spans of its pages."""
    there = began
    for came, left in sorted(connected):
        if came > there:
            yield Absence(seat, there, min(came, ended))
        there = max(there, left)
        if there >= ended:
            return
    yield Absence(seat, there, ended)


def median_of(spans: Sequence[int]) -> int:
    """The one in the middle, of an even number the lower one; of none 0."""
    return sorted(spans)[(len(spans) - 1) // 2] if spans else 0
