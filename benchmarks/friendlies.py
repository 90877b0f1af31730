"""What friendlies by link cost the worker: `python -m benchmarks.friendlies`, with DATABASE_URL on
PostgreSQL.

The tick of the events is asked beside one open friendly and beside 500, and beside 500 that are
played by days: the difference is what they cost. Then one friendly that was
played to its end stands for 10,000 that have had their time: they are removed, a batch a task, as
the worker does it.
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from statistics import median
from typing import Any

from benchmarks.correspondence import another
from benchmarks.figures import Figure, timed
from benchmarks.running import in_this_process

OPEN = 500
OVER = 10_000
REPEATS = 25
TICK_MS = 50
REMOVAL_S = 60


def measure() -> Iterator[Figure]:
    from django.conf import settings
    from django.db import connection

    from games.models import OnlineTable
    from kernel.permissions import SYSTEM
    from tests.builders import make_tournament
    from tests.friendlies import ONE_HAND, FriendlyPair
    from tournaments.models import Friendly, Tournament
    from tournaments.services.desk.table_settling import settle_table
    from tournaments.services.desk.turn_mails import tell_turns
    from tournaments.services.events.lone_matches import KEPT, remove_expired
    from tournaments.services.events.ticking import tick
    from web.db import clock

    settings.FRIENDLIES_AN_HOUR = settings.FRIENDLIES_AT_ONCE = settings.MOST_FRIENDLIES = OVER
    settings.ALLOWED_HOSTS = ["testserver"]  # the test client's
    settings.REQUESTS_AT_ONCE = settings.REQUESTS_A_MINUTE = 10**6
    make_tournament()
    pair = FriendlyPair().join()
    pair.begin()
    settle_table(match_id=pair.opened["match"], by=SYSTEM, now=clock.now())  # as the worker does
    one = ticks(partial(tick, by=SYSTEM, now=clock.now()))
    yield Figure("the tick of the events, one friendly open, p50", one, None, "ms")
    multiply(OPEN - 1)
    _analyze(connection)
    many = ticks(partial(tick, by=SYSTEM, now=clock.now()))
    yield Figure(f"what {OPEN} open cost it beside", many - one, TICK_MS, "ms")
    OnlineTable.objects.update(clock={"kind": "days", "days": 2})
    tell_turns(now=clock.now())  # as the worker does
    by_days = ticks(partial(tick, by=SYSTEM, now=clock.now()))
    yield Figure("  the same by days", by_days - one, TICK_MS, "ms")

    Tournament.objects.filter(kind=Tournament.Kinds.FRIENDLY).update(
        expires_at=clock.now() + timedelta(days=999)
    )
    over = FriendlyPair(rules=ONE_HAND).join()
    over.begin()
    over.play_match()
    multiply(OVER - 1)
    _analyze(connection)
    hour, left = clock.now() + KEPT + timedelta(days=1), Friendly.objects.count()
    begun, longest = time.perf_counter(), 0.0
    while left > OPEN:
        batch = time.perf_counter()
        remove_expired(now=hour)
        longest = max(longest, time.perf_counter() - batch)
        left, before = Friendly.objects.count(), left
        assert left < before, "nothing is removed any more"
    print(f"\n{OVER} friendlies that were played to their end are removed")
    yield Figure("  all of them", time.perf_counter() - begun, REMOVAL_S, "s")
    yield Figure("  the longest batch", longest * 1000, None, "ms")


def ticks(act: Callable[[], object]) -> float:
    """What it takes by the clock, in milliseconds: the median."""
    act()
    found = []
    for _repeat in range(REPEATS):
        with timed() as spent:
            act()
        found.append(spent.wall * 1000)
    return median(found)


def _analyze(connection: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def multiply(times: int) -> None:
    """So many more friendlies with all rows of the newest one."""
    from games import models as games
    from tournaments import models as tournaments

    newest = tournaments.Friendly.objects.order_by("pk").last()
    assert newest is not None
    event = newest.tournament
    match = games.Match.objects.get(board__pairing__round__stage__tournament=event)
    of_match = {"match": match}
    of_table = {"table__match": match}
    rows: list[tuple[Any, dict[str, Any]]] = [
        (tournaments.Tournament, {"pk": event.pk}),
        (tournaments.Friendly, {"pk": newest.pk}),
        (tournaments.Stage, {"tournament": event}),
        (tournaments.Round, {"stage__tournament": event}),
        (tournaments.Pairing, {"round__stage__tournament": event}),
        (games.Match, {"pk": match.pk}),
        (tournaments.Board, of_match),
        (games.OnlineTable, of_match),
        (games.Guest, {"seat__match": match}),
        (games.GuestKey, {"guest__seat__match": match}),
        (games.MatchSeat, of_match),
        (games.Hand, of_match),
        (games.HandFact, {"hand__match": match}),
        (games.DealSecret, of_table),
        (games.TableEvent, of_table),
    ]
    for begin in range(0, times, 500):
        _copy(rows, range(begin, min(times, begin + 500)))


def _copy(rows: list[tuple[Any, dict[str, Any]]], numbers: range) -> None:
    """One more of all these rows for each of the numbers, which lead to each other."""
    made: dict[tuple[Any, int], list[Any]] = {}
    for model, which in rows:
        for row in model.objects.filter(**which):
            copies = []
            for place, number in enumerate(numbers):
                leads = {
                    field.name: made[field.related_model, getattr(row, field.attname)][place]
                    for field in model._meta.concrete_fields
                    if field.is_relation
                    and (field.related_model, getattr(row, field.attname)) in made
                }
                copies.append(another(row, **leads, **_of_its_own(row, number)))
            made[model, row.pk] = model.objects.bulk_create(copies)


def _of_its_own(row: Any, number: int) -> Mapping[str, object]:
    """What no two rows have the same of."""
    names = {field.name for field in row._meta.concrete_fields}
    unique = {
        name: f"{getattr(row, name)[:50]}-{row.pk}-{number}" for name in ("slug",) if name in names
    }
    return unique | ({"token_hash": f"{row.pk}-{number}"} if "token_hash" in names else {})


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
