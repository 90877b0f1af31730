"""What the referee's desk costs: `python -m benchmarks.desk`, with DATABASE_URL on PostgreSQL.

The services are called in this process, on a new database, at a knock-out of 512 entrants. Each
figure is printed with its goal, and a missed goal fails the run.
"""

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.evening import Figure, timed
from benchmarks.pages import LARGE, evening, product

REPEATS = 9
PREVIEW_MS = 500


def main() -> int:
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]}")
    missed = False
    with product() as url:
        print(f"on {url.partition(':')[0]}\n")
        for figure in measure():
            print(figure, flush=True)
            missed |= figure.is_missed
    return int(missed)


def measure() -> Iterator[Figure]:
    from tests.builders import DIRECTOR, NOW, board_of, win
    from tournaments.services.advancing import advance

    tournament = evening(LARGE, played=4, in_play=2)
    advance(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    win(board_of(tournament, 2, 1), 0)
    for name, number in (("while nothing later has begun", 3), ("once a later match is over", 1)):
        yield from previews(name, board_of(tournament, 1, number))


def previews(name: str, board: Any) -> Iterator[Figure]:
    """A preview shows every way in which the correction can be done, so it is made in each."""
    from tests.builders import NOW, win
    from tournaments.services.previews import preview_corrections

    write = partial(win, board, 1, reason="the slip was misread")
    preview = partial(preview_corrections, board=board, write=write, now=NOW)
    yield from cost(f"preview of a first-round correction, {name}", preview, PREVIEW_MS)


def cost(name: str, act: Callable[[], object], most: float) -> Iterator[Figure]:
    """Wall, CPU and queries of something that leaves nothing behind."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    wall, cpu = [], []
    for _repeat in range(REPEATS):
        start = time.process_time()
        with timed() as spent:
            act()
        wall.append(spent() * 1000)
        cpu.append((time.process_time() - start) * 1000)
    with CaptureQueriesContext(connection) as captured:
        act()
    print(f"\n{name}")
    yield Figure(f"  wall, p50 of {REPEATS}", statistics.median(wall), most, "ms")
    yield Figure("  CPU", statistics.median(cpu), None, "ms")
    yield Figure("  queries", len(captured), None, "queries")


if __name__ == "__main__":
    sys.exit(main())
