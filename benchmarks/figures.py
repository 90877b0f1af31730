"""What was measured, beside the most that it may be, and how it is told."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value, the most that it may be (None: told for its own sake), and its unit."""

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


def print_machine() -> None:
    """On what is measured."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]}")


def tell(figures: Iterable[Figure]) -> int:
    """Print each figure as soon as it is measured; 1 where a goal is missed, else 0."""
    missed = False
    for figure in figures:
        print(figure, flush=True)
        missed |= figure.is_missed
    return int(missed)


@contextmanager
def timed() -> Iterator[Callable[[], float]]:
    """Gives how many seconds the block has taken."""
    start = end = time.perf_counter()
    yield lambda: end - start
    end = time.perf_counter()


def middle(values: list[float]) -> float:
    return statistics.median(values)
