"""Two sides that do the same work, measured in one run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """What both sides do `count` times; ours is to be `least` times as fast as theirs."""

    name: str
    ours: Callable[[], object]
    theirs: Callable[[], object]
    count: int
    least: float


def compare(row: Comparison) -> bool:
    """Print the medians of CPU time for one of the count, and the ratio; whether it is missed."""
    sides = [(cpu_seconds(row.ours), cpu_seconds(row.theirs)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(side) / row.count * 1e6 for side in zip(*sides, strict=True))
    ratio = theirs / ours
    word = "MISSED" if ratio < row.least else ""
    figures = f"{ours:>9.2f} us {theirs:>9.2f} us {ratio:>7.2f}  {row.least:<5}"
    print(f"{row.name:<52} {figures} {word}".rstrip(), flush=True)
    return ratio < row.least


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start
