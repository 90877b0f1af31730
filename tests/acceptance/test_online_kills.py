"""Web, socket server, workers, Redis and database die while hands are played online, by two, by
partners, by three of whom one sits out, or by three who all play: the match goes on, every action
stands once, none that was acknowledged is lost, and nobody pays with their time.

At full size (UNDERCUT_LONG=1) web is killed with -9 at 20 seeded moments and each other part at 4,
also where four people play; else each once. The database is the suite's: its connections are cut,
and it takes none for a while.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from redis import Redis
from redis.exceptions import RedisError

from config.embedded import commands
from config.embedded.listening import listen
from config.embedded.redis import answers
from games.models import Bot, Match, MatchSeat, OnlineTable, Outage, TableEvent, WebHeartbeat
from games.selectors.table_now import cards_of, events_from, settings_of
from games.selectors.uptime import LONGEST_GAP
from games.services.bots import seat_bot
from games.tables.fold import after
from games.tables.records import ms_of
from games.tables.state import empty_table
from games.tables.steps import FORGIVEN, elapsed
from players.models import User
from tests.acceptance.online import Ear, Played, Seat
from tests.builders import board_of, make_tournament, make_user, team_event
from tests.services import Process, Worker, database_url, product_environment, wait_until
from web.db import clock

pytestmark = pytest.mark.databases_differ

SEED = 19
IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
OTHERS = ("live", "worker", "bots", "redis", "forgotten", "database")
OFTEN = {"web": 20, **dict.fromkeys(OTHERS, 4)} if IS_LONG else dict.fromkeys(("web", *OTHERS), 1)
LENGTH = {"best_of": 3 if IS_LONG else 1, "target": 250}
FORMS = [
    *("two", "partners_and_bots", "three", "rummy_and_bots"),
    *(["partners", "royal_and_bots"] if IS_LONG else []),
]
OF_PARTNERS = {
    "preset": "rummy-games",
    "variant": "partnership",
    "match_type": "single",
    "target": 250 if IS_LONG else 150,
}
OF_THREE = {**OF_PARTNERS, "variant": "cutthroat", "table_size": 3}
OF_RUMMY = {"game": "rummy", "table_size": 3, "block": True, "end": "rounds"}
AT_TABLES = {
    "three": OF_THREE,
    "rummy_and_bots": {**OF_RUMMY, "rounds": 12 if IS_LONG else 3},
    "royal_and_bots": {**OF_THREE, "variant": "battle_royal", "target": 500},
}
CLOCK = {"kind": "move", "seconds": 600, "reserve": 3600}
PATIENCE = 180  # seconds without a turn, after which nobody will take one
A_SECOND, MS = timedelta(seconds=1), timedelta(milliseconds=1)


@dataclass
class House:
    """All that runs, on the test database: pages and API, the sockets, the worker with its beat,
    and that of the computer players."""

    directory: Path
    redis: Process
    stack: ExitStack
    lost: list[tuple[datetime, datetime]] = field(default_factory=list)
    """From when to when nothing could be written, by the time of the database."""

    def __post_init__(self) -> None:
        self.web, self.address = self._serving("web", "config.embedded.web:application")
        self.live, self.sockets = self._serving("live", "config.asgi:application")
        self.worker = self.stack.enter_context(Worker(self.directory))
        environment = product_environment(self.directory) | {"UNDERCUT_BOTS_WAIT": "0"}
        log = self.directory / "bots.log"
        self.bots = self.stack.enter_context(Process(commands.bots(), log, environment))

    def _serving(self, name: str, application: str) -> tuple[Process, str]:
        listener = self.stack.enter_context(listen("127.0.0.1", 0))
        command = commands.web(listener.fileno())
        command[command.index("config.embedded.web:application")] = application
        environment = product_environment(self.directory)
        process = Process(command, self.directory / f"{name}.log", environment)
        process.descriptors = [listener.fileno()]
        self.stack.enter_context(process)
        return process, f"http://127.0.0.1:{listener.getsockname()[1]}"

    def strike(self, what: str, *, for_long: bool) -> None:
        """Kill it, and let it come back: `for_long` after the time for which others wait."""
        try:
            getattr(self, f"_kill_{what}")(for_long)
        finally:
            connection.close()

    def _kill_web(self, for_long: bool) -> None:
        self.web.end(signal.SIGKILL)
        with self._measured():
            if for_long:
                wait_until(lambda: clock.now() - last_beat() > LONGEST_GAP + A_SECOND)
            self.web.start()

    def _kill_live(self, _for_long: bool) -> None:
        self.live.end(signal.SIGKILL)
        self.live.start()

    def _kill_worker(self, _for_long: bool) -> None:
        self.worker.kill()
        Process.start(self.worker)

    def _kill_bots(self, _for_long: bool) -> None:
        self.bots.end(signal.SIGKILL)
        self.bots.start()

    def _kill_redis(self, _for_long: bool) -> None:
        self.redis.end(signal.SIGKILL)
        self.redis.start()
        wait_until(lambda: answers(settings.REDIS_PORT))
        self.look_after_worker()

    def look_after_worker(self) -> None:
        """One that loses Redis in the middle of a task may end, and is started again."""
        for worker in (self.worker, self.bots):
            if worker.has_ended():
                Process.start(worker)

    def _kill_forgotten(self, _for_long: bool) -> None:
        with Redis.from_url(settings.REDIS_URL) as client:
            wait_until(lambda: flushed(client))

    def _kill_database(self, _for_long: bool) -> None:
        name, (server, _, _) = connection.settings_dict["NAME"], database_url().rpartition("/")
        connection.close()
        with psycopg.connect(f"{server}/postgres", autocommit=True) as other:
            (began,) = other.execute("SELECT clock_timestamp()").fetchone()
            other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            try:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    [name],
                )
                other.execute("SELECT pg_sleep(%s)", [(LONGEST_GAP + A_SECOND).total_seconds()])
            finally:
                other.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        wait_until(lambda: last_beat() > began)
        self.lost.append((began, last_beat()))

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """What is between the last beat before and the first one after it was lost."""
        began = clock.now()
        yield
        wait_until(lambda: last_beat() > began, what="a heartbeat")
        self.lost.append((began, last_beat()))


def last_beat() -> datetime:
    """When an action could be taken last, as far as is known; also where the database is away."""
    with suppress(OperationalError):
        return WebHeartbeat.objects.get().at
    connection.close()
    return datetime.min.replace(tzinfo=UTC)


def flushed(client: Redis) -> bool:
    with suppress(RedisError):
        return bool(client.flushall())
    return False


@pytest.fixture
def house(
    transactional_db: None, redis: Redis, redis_process: Process, tmp_path: Path
) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(tmp_path, redis_process, stack)


@pytest.fixture(params=FORMS)
def played(house: House, request: pytest.FixtureRequest) -> Played:
    """The only match of an event, at whose table nobody sits yet but computer players: for two, for
    two pairs, for people who play with one of them each, for three, and for two people who all play
    with a computer player at a table of rummy or of Battle Royal."""
    if request.param == "two":
        tournament = make_tournament(entrants=2, play="online", clock=CLOCK, **LENGTH)
    elif rules := AT_TABLES.get(request.param):
        play = {"format": "table_rounds", "format_settings": {"rounds": 1}, "rules": rules}
        tournament = make_tournament(entrants=3, play="online", clock=CLOCK, **play)
    else:
        tournament = team_event(2, 2, play="online", clock=CLOCK, rules=OF_PARTNERS)
    match = board_of(tournament, 1, 1).match
    seats = [
        Seat(house.address, match.pk, account_of(seat)) for seat in match.seats.order_by("seat")
    ]
    if request.param.endswith("_and_bots"):
        seats[0].view()  # the table is there
        for seat in range(2, len(seats)):
            match.seats.get(seat=seat).delete()
            seat_bot(match=match.pk, seat=seat, as_is=Bot(code="club"))
        seats = seats[:2]
    return Played(seats, random.Random(SEED))


def account_of(seat: MatchSeat) -> User:
    seat.player.user = make_user(seat.player.name)
    seat.player.save()
    return seat.player.user


def troubles(chance: random.Random) -> list[str]:
    """What is to die, in which order."""
    spared = set() if connection.vendor == "postgresql" else {"database"}
    if not OnlineTable.objects.filter(has_bots=True).exists():
        spared.add("bots")
    mortal = [what for what in OFTEN if what not in spared]
    due = [what for what in mortal for _ in range(OFTEN[what])]
    chance.shuffle(due)
    return due


def test_hands_full_of_trouble_are_played_to_the_end(
    house: House, played: Played, figure: Callable[[str, object], None]
) -> None:
    match = Match.objects.get().pk
    with ExitStack() as stack:
        ears = [Ear(house.sockets, match, seat.token) for seat in played.seats]
        for ear in ears:
            stack.callback(ear.close)
        times = play_through(house, played, ears)
    assert_all_stands_once(played, match)
    assert_time_is_fair(house, match)
    house.look_after_worker()
    wait_until(lambda: is_told(match), what="the event told of its match")
    figure("parts killed while hands are played online", times)
    figure("actions at that table", sum(len(seat.done) for seat in played.seats))


def play_through(house: House, played: Played, ears: list[Ear]) -> int:
    """Play to the end while one thing after the other dies, a few actions apart; gives how many
    did. Here, as what is started by a thread dies with it; the play is in another one."""
    chance = random.Random(SEED)
    due = troubles(chance)
    times, pause = len(due), chance.randint(2, 5)
    turns, since = 0, time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        while True:
            house.look_after_worker()
            if played.turns > turns:
                turns, since = played.turns, time.monotonic()
            assert time.monotonic() - since < PATIENCE, "no turn was played"
            going = pool.submit(played.goes_on)
            is_struck = due and played.turns >= pause
            if is_struck:
                house.strike(due.pop(), for_long=len(due) % 2 == 0)
                pause = played.turns + chance.randint(2, 5)
            if not going.result():
                assert due == []
                return times
            if is_struck:
                for seat, ear in zip(played.seats, ears, strict=True):
                    ear.wait_for(seat.view()["version"])


def is_told(match: int) -> bool:
    table = OnlineTable.objects.select_related("match").get(match=match)
    return table.told_version == table.match.version


def assert_all_stands_once(played: Played, match: int) -> None:
    """What was acknowledged is what is stored."""
    stored = TableEvent.objects.filter(table__match=match, kind__in=["action", "choice"])
    by_seats = stored.exclude(data__has_key="by").order_by("number")
    for number, seat in enumerate(played.seats):
        keys = by_seats.filter(seat=number).values_list("key", flat=True)
        assert list(keys) == seat.done
    numbers = TableEvent.objects.filter(table__match=match).order_by("number")
    assert list(numbers.values_list("number", flat=True)) == list(range(1, len(numbers) + 1))
    assert Match.objects.get(pk=match).state == Match.States.FINISHED


def assert_time_is_fair(house: House, match: int) -> None:
    """Of a time in which nothing could be written all but a second is given back, unless it is one
    for which others wait; and clocks show what went by without it, to the millisecond."""
    lost = Outage.objects.order_by("began_at").values_list("began_at", "ended_at")
    outages = [(ms_of(began), ms_of(ended)) for began, ended in lost]
    for began, ended in house.lost:
        if ended - began > LONGEST_GAP:
            assert elapsed(ms_of(began), ms_of(ended), outages) <= 1_000
    for began, ended, used in charged(match):
        known = [(lost, min(back, ended)) for lost, back in outages if is_known(lost, back, ended)]
        assert used == max(0, elapsed(began, ended, known) - FORGIVEN)


def is_known(lost: int, back: int, at: int) -> bool:
    """Whether there was an outage for who acted then: between the last beat and the end of the
    process actions were still taken."""
    return back <= at or at - lost > LONGEST_GAP // MS


def charged(match: int) -> Iterator[tuple[int, int, int]]:
    """From when to when each action took, and what it cost of the clock."""
    table = OnlineTable.objects.select_related("match").get(match=match)
    log = events_from(TableEvent.objects.filter(table=table))
    settings, cards = settings_of(table), cards_of(table, log)
    state = empty_table(settings)
    for event in log:
        if event.kind == "action":
            left = state.clocks[event.seat]
            used = left.left + left.reserve - event["left"] - event["reserve"]
            yield state.at_seat(event.seat).since, event.at, used
        state = after(state, event, cards)
