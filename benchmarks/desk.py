"""What the referee's desk costs: `python -m benchmarks.desk`, with DATABASE_URL on PostgreSQL.

The services are called in this process, on a new database, at a knock-out of 512 entrants. Each
figure is printed with its goal, and a missed goal fails the run.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from benchmarks.figures import Figure, queries, timed
from benchmarks.pages import LARGE, evening
from benchmarks.running import in_this_process

REPEATS = 9
PREVIEW_MS = 500
RULING_MS, RULING_QUERIES = 100, 25
RULING = {
    "rule": "KNOCK_ILLEGAL_EARLY",
    "phase": "KNOCK_SHOWN",
    "offender": 0,
    "conditions": ["count_only_fault"],
    "option": "accept_as_legal",
    "hand": {"kind": "knock", "knocker": 0, "knocker_count": 12, "defender_count": 10},
}


def measure() -> Iterator[Figure]:
    from tests.builders import DIRECTOR, NOW, board_of, win
    from tournaments.services.stages.settling import settle_stage

    tournament = evening(LARGE, played=4, in_play=2)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    yield from rulings(board_of(tournament, 1, 20))
    win(board_of(tournament, 2, 1), 0)
    for name, number in (("while nothing later has begun", 3), ("once a later match is over", 1)):
        yield from previews(name, board_of(tournament, 1, number))


def rulings(board: Any) -> Iterator[Figure]:
    """An accepted illegal knock by the API, with the whole way through its view."""
    from tests.builders import owner_of
    from tests.client import Api

    api = Api(owner_of(board.pairing.round.stage.tournament.club))
    api.headers["Host"] = "127.0.0.1"
    path = f"matches/{board.match_id}/"
    cpu, counts = [], []
    for n in range(1, REPEATS + 1):
        body = RULING | {"version": api.get(path)["version"], "n": n}
        with timed() as spent, queries() as captured:
            api.post(f"{path}rulings/", body)
        cpu.append(spent.cpu * 1000)
        counts.append(len(captured))
    print("\na ruling on an accepted illegal knock, by the API")
    yield Figure(f"  CPU, p50 of {REPEATS}", median(cpu), RULING_MS, "ms")
    yield Figure("  queries, the most", max(counts), RULING_QUERIES, "queries")


def previews(name: str, board: Any) -> Iterator[Figure]:
    """A preview shows every way in which the correction can be done, so it is made in each."""
    from tests.builders import NOW, win
    from tournaments.services.desk.previews import preview_corrections

    write = partial(win, board, 1, reason="the slip was misread")
    preview = partial(preview_corrections, board=board, write=write, now=NOW)
    yield from cost(f"preview of a first-round correction, {name}", preview, PREVIEW_MS)


def cost(name: str, act: Callable[[], object], most: float) -> Iterator[Figure]:
    """Wall, CPU and queries of something that leaves nothing behind."""
    wall, cpu = [], []
    for _repeat in range(REPEATS):
        with timed() as spent:
            act()
        wall.append(spent.wall * 1000)
        cpu.append(spent.cpu * 1000)
    with queries() as captured:
        act()
    print(f"\n{name}")
    yield Figure(f"  wall, p50 of {REPEATS}", median(wall), most, "ms")
    yield Figure("  CPU", median(cpu), None, "ms")
    yield Figure("  queries", len(captured), None, "queries")


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
