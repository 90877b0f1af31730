"""Online tables under load: `python -m benchmarks.tables`, with DATABASE_URL on PostgreSQL.

Starts the production topology on two cores. 200 tables are played by script for five minutes, each
seat thinking 6 to 18 seconds a turn, by a process of its own (`table_players.py`); at the same time
a bare view that writes a row and tells two sockets of it (`bare_table.py`) is asked. Then 100
guests play against computer players (`table_guests.py`), by themselves and beside those. Then 1,000
spectators watch a quick match, and two people play in browsers, as `table_pages.py` measures it, on
a table among 50; last, what one action and one view cost in this process early and
late in a match. Correspondence has its own program (`correspondence.py`). A missed goal fails the
run; `--tables 20 --seconds 30 --hands 5` is a short one.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from functools import partial
from statistics import median, quantiles
from threading import Timer
from typing import Any

from benchmarks.figures import Figure, queries, tell, timed
from benchmarks.running import ROOT, wait_for
from benchmarks.table_guests import tables_of_guests
from benchmarks.table_players import Measured, Plan
from benchmarks.topology import Topology, topology

THINKING = (6.0, 18.0)
QUICK = (0.2, 0.4)
RAMP = 0.25  # seconds from one table that sits down to the next
PAIRS = 20
BARE_RATE = 5.0  # a second
RATIO = 2.5
GUESTS_COST = 60.0  # per cent of one core, for 100 of them
FLAT = 1.03
AMONG = 50  # tables, while two people play in browsers
OWN_CARD, OTHER_SCREEN = 50, 250  # milliseconds
REPEATS = 20
Event = list[tuple[int, tuple[str, ...]]]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--guests", type=int, default=100)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--pages-seconds", type=float, default=120)
    options = parser.parse_args(arguments)
    with topology() as started:
        return tell(measure(started, options))


def measure(started: Topology, options: argparse.Namespace) -> Iterator[Figure]:
    os.environ |= started.environment
    import django

    django.setup()
    tables = event(options.tables)
    plan = Plan(
        web=started.web,
        live=started.live,
        tables=tables,
        seconds=options.seconds,
        ramp=RAMP,
        thinking=THINKING,
        pairs=PAIRS,
        bare_rate=BARE_RATE,
    )
    yield from under_load(started, plan)
    if options.guests:
        yield from beside_guests(started, plan, options.guests)
    if options.spectators:
        yield from watched(replace(plan, pairs=0), options.spectators)
    yield from seen(started, replace(plan, tables=tables[:AMONG], pairs=0), options.pages_seconds)
    yield from costs(options.hands)


def event(tables: int, **rules: object) -> Event:
    """An event that is played online with so many first matches; who sits there, by tokens."""
    from games.models import Match
    from players.models import ApiToken, Player, User
    from tests.builders import make_tournament

    fields: dict[str, Any] = {"rules": {"preset": "club", **rules}} if rules else {}
    made = make_tournament(entrants=2 * tables, format="swiss", play="online", **fields)
    boards = Match.objects.filter(board__pairing__round__stage__tournament=made)
    wait_for(lambda: boards.count() >= tables)
    found = []
    for match in boards.order_by("pk"):
        seats = match.seats.order_by("seat").values_list("player", flat=True)
        users = [User.objects.create(email=f"p{player}@club.example") for player in seats]
        for player, user in zip(seats, users, strict=True):
            Player.objects.filter(pk=player).update(user=user)
        one, other = (f"Token {ApiToken.objects.create(user)[1]}" for user in users)
        found.append((match.pk, (one, other)))
    return found


def play(plan: Plan) -> Measured:
    """What the players measure, in a process of their own."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.table_players"],
        input=json.dumps(asdict(plan)),
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        check=True,
    )
    return Measured(**json.loads(done.stdout))


def under_load(started: Topology, plan: Plan) -> Iterator[Figure]:
    cpu, memory = started.cpu_seconds(), dict[str, float]()
    # All tables play then, and what is kept of each is there.
    halfway = Timer(plan.before + plan.seconds / 2, lambda: memory.update(started.memory()))
    halfway.start()
    measured = play(plan)
    halfway.join()
    rate = len(measured.accepted) / plan.seconds
    asked = 30.0 * len(plan.tables) / 200
    print(f"\n{len(plan.tables)} tables for {plan.seconds:.0f} s")
    print(f"  {rate:.1f} actions a second; {asked:.0f} are asked for")
    yield Figure("  actions a second that are wanting", max(0.0, asked - rate), 0, "1/s")
    yield Figure("the players' process, of one core", 100 * measured.cpu / measured.wall, None, "%")
    for name, used in started.cpu_seconds().items():
        yield Figure(f"  {name}", 100 * (used - cpu[name]) / measured.wall, None, "%")
    yield from latencies(measured)
    yield from faults(plan, measured)
    after = started.memory()
    yield Figure("memory, halfway", sum(memory.values()), None, "MB")
    for name, share in after.items():
        yield Figure(f"  {name}, more at the end", share - memory[name], None, "MB")
    grown = sum(after.values()) / sum(memory.values())
    yield Figure("  all, at the end as a multiple", grown, FLAT, "times")


def beside_guests(started: Topology, plan: Plan, count: int) -> Iterator[Figure]:
    """Guests against the computer by themselves, then beside the tables that were measured."""
    guests = tables_of_guests(count)
    alone = replace(plan, tables=[], guests=guests, pairs=0)
    cpu = started.cpu_seconds()
    measured = play(alone)
    print(f"\n{count} guests against the computer for {plan.seconds:.0f} s")
    used = {name: now - cpu[name] for name, now in started.cpu_seconds().items()}
    for name, seconds in used.items():
        yield Figure(f"  {name}, of one core", 100 * seconds / measured.wall, None, "%")
    yield Figure("  all", 100 * sum(used.values()) / measured.wall, GUESTS_COST, "%")
    yield from _of_guests(measured)
    beside = replace(plan, tables=event(len(plan.tables)), guests=guests)
    measured = play(beside)
    print(f"\n{len(plan.tables)} tables, and {count} guests beside them")
    yield from latencies(measured)
    yield from faults(beside, measured)
    yield from _of_guests(measured)


def _of_guests(measured: Measured) -> Iterator[Figure]:
    """What guests notice."""
    yield Figure("a guest's action is accepted, p50", spread(measured.guest_moves)[0], None, "ms")
    yield Figure("  p99", spread(measured.guest_moves)[1], 150, "ms")
    yield Figure("  how many", len(measured.guest_moves), None, "")


def latencies(measured: Measured) -> Iterator[Figure]:
    accepted, told = spread(measured.accepted), spread(measured.told)
    bare_accepted, bare_told = spread(measured.bare_accepted), spread(measured.bare_told)
    yield Figure("an action is accepted, p50", accepted[0], 25, "ms")
    yield Figure("  p99", accepted[1], 150, "ms")
    yield Figure("the opponent's socket is told, p50", told[0], None, "ms")
    yield Figure("  p99", told[1], 200, "ms")
    yield Figure("a view is fetched, p50", spread(measured.looked)[0], None, "ms")
    for name, ours, bare in (
        ("accepted", accepted, bare_accepted),
        ("told", told, bare_told),
    ):
        for place, of in enumerate(("p50", "p99")):
            yield Figure(f"the bare view: {name}, {of}", bare[place], None, "ms")
            yield Figure("  an action as a multiple", ours[place] / bare[place], RATIO, "times")


def spread(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    return median(times), quantiles(times, n=100)[98]


def faults(plan: Plan, measured: Measured) -> Iterator[Figure]:
    """What the log of the tables says of the actions that were acknowledged."""
    from games.models import TableEvent

    matches = [match for match, _tokens in plan.tables]
    done = TableEvent.objects.filter(table__match__in=matches, kind__in=("action", "choice"))
    keys = list(done.values_list("key", flat=True))
    acknowledged = set(measured.keys)
    for refusal in measured.refused[:5]:
        print(f"  refused: {refusal}")
    yield Figure("actions that were lost", len(acknowledged - set(keys)), 0, "")
    doubled = len(keys) - len(acknowledged & set(keys))
    yield Figure("actions that were done twice, or by nobody", doubled, 0, "")
    yield Figure("actions that were wrongly refused", len(measured.refused), 0, "")
    yield Figure("actions of which the opponent was not told", measured.untold, 0, "")


def watched(plan: Plan, spectators: int) -> Iterator[Figure]:
    """One quick match by itself, and another one that many watch."""
    quick = replace(plan, seconds=min(60.0, plan.seconds), thinking=QUICK, ramp=1.0)
    alone = play(replace(quick, tables=event(1)))
    crowded = play(replace(quick, tables=event(1), spectators=spectators, ramp=spectators / 50))
    print(f"\na match with {spectators} spectators; {crowded.spectators_told} were told")
    for name, one, other in (
        ("accepted", alone.accepted, crowded.accepted),
        ("told", alone.told, crowded.told),
    ):
        yield Figure(f"{name} without them, p50", median(one), None, "ms")
        yield Figure(f"{name} with them, p50", median(other), None, "ms")
        yield Figure("  as a multiple", median(other) / median(one), 4 / 3, "times")


def seen(started: Topology, plan: Plan, seconds: float) -> Iterator[Figure]:
    """Two people in browsers, while scripted players are at the other tables."""
    from django.urls import reverse

    from benchmarks.table_pages import play_in_browsers
    from games.models import Match
    from tests.browser.online_players import session_of

    ((key, _tokens),) = event(1)
    match = Match.objects.get(pk=key)
    tournament = match.board.pairing.round.stage.tournament
    table = reverse("online_table", args=[tournament.club.slug, tournament.slug, match.pk])
    sessions = [session_of(seat.player.user) for seat in match.seats.order_by("seat")]
    with ThreadPoolExecutor(1) as pool:
        others = pool.submit(play, replace(plan, seconds=seconds))
        time.sleep(plan.before)
        screens = play_in_browsers(started.web, started.live, table, sessions, seconds)
        rate = len(others.result().accepted) / seconds
    print(f"\na table in two browsers among {len(plan.tables)}, {rate:.1f} actions a second there")
    print(f"  {len(screens.shown)} actions, {len(screens.moved)} of which move a card at once")
    for name, times, most in (
        ("from a tap until the own card moves", screens.moved, OWN_CARD),
        ("until the other player's screen shows it", screens.shown, OTHER_SCREEN),
    ):
        yield Figure(f"{name}, p50", median(times), most, "ms")
        yield Figure("  p95", quantiles(times, n=20)[18], most, "ms")


def cost_of(ask: Callable[[], Any], *, counts: bool) -> tuple[Any, float]:
    """What a call answers, and its queries, or the milliseconds of CPU that it took: not both, as
    to note queries takes time."""
    if counts:
        with queries() as captured:
            answer = ask()
        return answer, len(captured)
    with timed() as spent:
        answer = ask()
    return answer, spent.cpu * 1000


def costs(hands: int) -> Iterator[Figure]:
    """CPU and queries of an action and of a view in a match's first hand and in a late one, in this
    process from the token to the answer. The action that ends a hand is told apart: it also writes
    the hand into the match."""
    from games.models import MatchSeat
    from tests.acceptance.scripted_match import ScriptedMatch
    from tests.client import Api

    ((match, _tokens),) = event(1, target=2000)
    seats = MatchSeat.objects.filter(match=match).order_by("seat")
    played = ScriptedMatch(match, [Api(seat.player.user) for seat in seats], seed=1)
    for hand in (1, hands):
        played.play_hands(hand - 1)
        cpu, asked = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
        for number in range(REPEATS):
            played.play(lambda view: bool(view["actions"]) and view["phase"] is not None)
            seat = played.look(0)["turn"]
            found = asked if number % 2 else cpu
            view, cost = cost_of(partial(played.look, seat), counts=found is asked)
            found["view"].append(cost)
            call = played.seats[seat].next_call(view)
            assert call is not None
            left, cost = cost_of(partial(played.send, seat, call), counts=found is asked)
            found["action" if left["state"] == "playing" else "end"].append(cost)
        print(f"\nin hand {hand}")
        yield Figure("  an action: CPU", median(cpu["action"]), 12, "ms")
        yield Figure("  an action: queries", max(asked["action"]), 12, "queries")
        if asked["end"]:
            yield Figure("  one that ends the hand: queries", max(asked["end"]), None, "queries")
        yield Figure("  a view: CPU", median(cpu["view"]), 4, "ms")
        yield Figure("  a view: queries", max(asked["view"]), 4, "queries")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
