"""The seats at a table, and values that each of them has."""

from collections.abc import Iterable, Sequence
from typing import Any

Seat = int  # from 0 on, in the order of play
PerSeat = tuple[int, ...]  # one value for each seat
Pair = tuple[int, int]  # the same where two play
SIDES = 2  # of a pairing; partners sit at every other seat


def others(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """The other seats at a table of so many, in the order of play from this one on."""
    return tuple((seat + step) % seats for step in range(1, seats))


def opponent(seat: Seat) -> Seat:
    """The other seat where two meet by rule: in a hand of gin, in a pairing."""
    return 1 - seat


def nothing(seats: int) -> PerSeat:
    """What each of so many seats has before anything has happened."""
    return (0,) * seats


def credited(values: PerSeat, seat: Seat, amount: int) -> PerSeat:
    """The values with so much more for this seat."""
    return (*values[:seat], values[seat] + amount, *values[seat + 1 :])


def leading(values: Sequence[Any], among: Iterable[Seat]) -> Seat | None:
    """Which of these seats has most; None where two are level."""
    first, *rest = sorted(among, key=lambda seat: values[seat], reverse=True)
    return None if rest and values[rest[0]] == values[first] else first
