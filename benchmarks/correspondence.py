"""What the worker's ticks cost while 5,000 correspondence matches are open:
`python -m benchmarks.correspondence`, with DATABASE_URL on PostgreSQL.

One match is played until a seat is to act, and its rows stand for all others, too. Both ticks are
asked beside that one match and beside all: the difference is what they cost, and what is bounded.
The tick of each second is also asked with some flags to fall.
"""

import sys
from collections.abc import Callable, Generator, Iterator
from copy import copy
from datetime import timedelta
from functools import partial
from statistics import median
from typing import Any

from benchmarks.figures import Figure, queries, timed
from benchmarks.running import in_this_process

TABLES = 5_000
REPEATS = 25
FLAGS = 20
TICK_MS = 50
DAYS = {"kind": "days", "days": 2}


def measure() -> Iterator[Figure]:

    from games.models import OnlineTable, TableEvent
    from games.services.tables.ticking import tick_tables
    from games.services.tables.writing import note_told
    from games.services.uptime import beat
    from kernel.permissions import SYSTEM
    from tests.builders import make_tournament
    from tests.games.online import OnlineMatch
    from tournaments.services.events.ticking import tick
    from web.db import clock

    make_tournament()
    played = OnlineMatch.begun(DAYS)
    played.play_hand_until_turn()
    OnlineTable.objects.update(due_at=None)  # from now on when the turn is over, and no earlier
    played.look()
    table = OnlineTable.objects.select_related("match").get(match=played.match)
    note_told(match=table.match, until=clock.now())  # as the worker would have long ago
    table.refresh_from_db()
    tick_events = partial(tick, by=SYSTEM, now=clock.now())

    def look() -> None:
        tick_tables(now=clock.now())

    analyze()
    beat()
    one = yield from cost("the tick of each second, one match open", look, REPEATS)
    one_events = yield from cost("the tick of the events, one match open", tick_events, REPEATS)
    multiply(table, TABLES - 1)
    analyze()
    beat()
    many = yield from cost(f"the tick of each second, {TABLES} open", look, REPEATS)
    yield Figure(f"  what {TABLES} open cost it beside", many - one, TICK_MS, "ms")
    many_events = yield from cost(f"the tick of the events, {TABLES} open", tick_events, REPEATS)
    yield Figure(f"  what {TABLES} open cost it beside", many_events - one_events, TICK_MS, "ms")
    let_some_fall()
    beat()
    yield from cost(f"{FLAGS} flags fall", look, 1)
    assert TableEvent.objects.filter(kind="flag").count() == FLAGS


def analyze() -> None:
    """Let PostgreSQL know how many rows there are: else the first figure is that of a bad plan."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def multiply(table: Any, times: int) -> None:
    """So many more matches and tables with the rows of this one."""
    from games.models import DealSecret, Match, OnlineTable, TableEvent

    matches = Match.objects.bulk_create(another(table.match) for _ in range(times))
    tables = OnlineTable.objects.bulk_create(another(table, match=match) for match in matches)
    for model in (DealSecret, TableEvent):
        rows = list(model.objects.filter(table=table))
        model.objects.bulk_create(
            (another(row, table=other) for other in tables for row in rows), batch_size=2_000
        )


def another(row: Any, **other: Any) -> Any:
    """A row like this one, not stored yet."""
    made = copy(row)
    made.pk = None
    made._state = copy(row._state)
    made._state.adding = True
    for name, value in other.items():
        setattr(made, name, value)
    return made


def let_some_fall() -> None:
    """Their turn began three days ago."""
    from django.db.models import F

    from games.models import OnlineTable, TableEvent

    some = list(OnlineTable.objects.order_by("pk").values_list("pk", flat=True)[:FLAGS])
    ago = timedelta(days=3)
    TableEvent.objects.filter(table__in=some).update(at=F("at") - ago)
    OnlineTable.objects.filter(pk__in=some).update(due_at=F("due_at") - ago)


def cost(name: str, act: Callable[[], object], repeats: int) -> Generator[Figure, None, float]:
    """Time by the clock and of the processor, and the queries of the last one. Returns the median
    by the clock, in milliseconds."""
    wall, cpu = [], []
    for _repeat in range(repeats):
        with timed() as spent, queries() as captured:
            act()
        wall.append(spent.wall * 1000)
        cpu.append(spent.cpu * 1000)
    print(f"\n{name}")
    yield Figure(f"  wall, the slowest of {repeats}", max(wall), None, "ms")
    yield Figure("  wall, p50", median(wall), None, "ms")
    yield Figure("  CPU, p50", median(cpu), None, "ms")
    yield Figure("  queries", len(captured), None, "queries")
    return median(wall)


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
