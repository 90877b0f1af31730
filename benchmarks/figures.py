"""What was measured, beside what it is to be, and how it is told."""

import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test.utils import CaptureQueriesContext

ROUNDS = 5
"""How often two sides are measured in turn."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, the most that it may be (None: told for its own sake) and its unit."""

    name: str
    value: float
    most: float | None
    unit: str

    @property
    def is_missed(self) -> bool:
        return self.most is not None and self.value > self.most

    def __str__(self) -> str:
        goal = "" if self.most is None else f"at most {self.most:g}"
        word = "MISSED" if self.is_missed else ""
        return f"{self.name:<58} {self.value:>9.2f} {self.unit:<8} {goal:<13} {word}".rstrip()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two sides take for the same work, in microseconds; ours is to be `least` times as fast
    as theirs."""

    name: str
    ours: float
    theirs: float
    least: float

    @property
    def is_missed(self) -> bool:
        return self.theirs / self.ours < self.least

    def __str__(self) -> str:
        figures = f"{self.ours:>9.2f} us {self.theirs:>9.2f} us {self.theirs / self.ours:>7.2f}"
        word = "MISSED" if self.is_missed else ""
        return f"{self.name:<52} {figures}  {self.least:<5} {word}".rstrip()


def compared(
    name: str, ours: Callable[[], object], theirs: Callable[[], object], count: int, least: float
) -> Comparison:
    """The medians of CPU time of what both sides do `count` times, each for one of them."""
    sides = [(cpu_seconds(ours), cpu_seconds(theirs)) for _ in range(ROUNDS)]
    taken, against = (median(side) / count * 1e6 for side in zip(*sides, strict=True))
    return Comparison(name, taken, against, least)


@dataclass(slots=True)
class Spent:
    """How many seconds something has taken: by the clock, and of the CPU of this process."""

    wall: float = 0.0
    cpu: float = 0.0


@contextmanager
def timed() -> Iterator[Spent]:
    """What the block has taken, once it is over."""
    spent = Spent()
    wall, cpu = time.perf_counter(), time.process_time()
    yield spent
    spent.wall, spent.cpu = time.perf_counter() - wall, time.process_time() - cpu


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of one call."""
    with timed() as spent:
        work()
    return spent.cpu


def middle_ms(work: Callable[[], object]) -> float:
    """The median of the CPU time of some calls, in milliseconds."""
    return median(cpu_seconds(work) for _ in range(ROUNDS)) * 1000


def queries() -> "CaptureQueriesContext":
    """The queries that the block makes in this process, once Django is set up."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return CaptureQueriesContext(connection)


def tell(figures: Iterable[Figure | Comparison]) -> int:
    """Print on what is measured, and each figure as soon as it is there; 1 where a goal is missed,
    else 0."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]}")
    missed = False
    for figure in figures:
        print(figure, flush=True)
        missed |= figure.is_missed
    return int(missed)
