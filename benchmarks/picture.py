"""What the picture behind a shared link costs: `python -m benchmarks.picture`, with DATABASE_URL on
PostgreSQL.

The page of the picture is asked in this process, through the WSGI handler and all middleware, by
the clock: as it is made, and as it comes from the kept copy. Told are the median and the slowest of
what is made, the median of what was kept, and the part of the one that the other takes. A missed
goal fails the run.
"""

import sys
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from benchmarks.figures import Figure, timed
from benchmarks.pages import EVERYTHING_COMPARED, Site, evening
from benchmarks.running import in_this_process

REPEATS = 15
MOST = 300  # milliseconds
LARGE = 1280
PLAYERS = 8  # of the event that is played to its end
KEPT_OF_MADE = 0.1  # at most


def measure() -> Iterator[Figure]:
    from django.conf import settings

    settings.IS_REACHABLE = True  # elsewhere there is no picture
    events: dict[str, Callable[[], Any]] = {
        "podium": _over,
        "bracket": lambda: evening(64),
        "standings' top": lambda: evening(64, format="swiss"),
        f"bracket of {LARGE}": lambda: evening(LARGE, 0, 0),  # its first matches are byes
        f"standings' top of {LARGE}": lambda: evening(
            LARGE, 4, 2, format="swiss", format_settings=EVERYTHING_COMPARED
        ),
    }
    site = Site()
    for name, make in events.items():
        event = make()
        yield from _costs(site, name, f"/c/{event.club.slug}/{event.slug}/picture.png")


def _over() -> Any:
    """A knock-out that was played to its end."""
    from tests.builders import DIRECTOR, NOW, board_of, win
    from tournaments.services.stages.settling import settle_stage

    tournament = evening(PLAYERS, PLAYERS // 2, 0)
    for round, matches in ((2, 2), (3, 1)):
        for number in range(1, matches + 1):
            win(board_of(tournament, round, number), 0)
        settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def _costs(site: Site, name: str, path: str) -> Iterator[Figure]:
    from django.core.cache import cache

    made, kept = [], []
    site.get(path)  # what is read once in the life of a process
    for _repeat in range(REPEATS):
        cache.clear()
        made.append(_milliseconds(site, path))
        kept.append(_milliseconds(site, path))
    yield Figure(f"{name}: made", median(made), MOST, "ms")
    yield Figure(f"{name}: made, the slowest of {REPEATS}", max(made), None, "ms")
    yield Figure(f"{name}: kept", median(kept), None, "ms")
    yield Figure(f"{name}: kept / made", median(kept) / median(made), KEPT_OF_MADE, "times")


def _milliseconds(site: Site, path: str) -> float:
    with timed() as spent:
        answer = site.get(path)
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "image/png"
    return spent.wall * 1000


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
