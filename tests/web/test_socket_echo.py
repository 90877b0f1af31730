"""A process that serves sockets hears what Redis tells, or notices that it does not and mends it.

Redis itself lives all the time: what is cut is the process's own line to it.
"""

import asyncio
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import deepcopy
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from pytest_django import Settings
from redis import Redis
from websockets.exceptions import ConnectionClosed

from config import heartbeat
from tests.builders import make_tournament
from tests.lines import Line
from tests.services import served, wait_until
from tests.tournaments.test_live import Watcher, Watching
from tournaments.live import tell
from tournaments.models import Tournament
from web import socket_echo
from web.db import clock
from web.sockets import TRY_AGAIN_LATER

pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed <StreamWriter:ResourceWarning"),
    pytest.mark.sampled,
]

SOON = 1.0  # seconds within which a frame comes, if it comes


@pytest.fixture
def line(redis: Redis, settings: Settings) -> Iterator[Line]:
    """The channel layer's line to a Redis that, as those before 7.2, knows no CLIENT SETINFO."""
    layers = deepcopy(settings.CHANNEL_LAYERS)
    with Line(settings.REDIS_PORT, {b"SETINFO": b"SETINFX"}) as line:
        address = settings.REDIS_URL.replace(str(settings.REDIS_PORT), str(line.port))
        layers["default"]["CONFIG"]["hosts"][0]["address"] = address
        settings.CHANNEL_LAYERS = layers
        yield line


@pytest.fixture
def server(transactional_db: None, line: Line, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(socket_echo, "EVERY", 2.0)
    cache.set(heartbeat.KEY, clock.now().isoformat())  # no worker has to be asked
    with served() as address:
        yield address


@pytest.fixture
def watch(server: str) -> Iterator[Watching]:
    with ExitStack() as stack:
        yield Watching(server, stack)


@pytest.fixture
def tournament(transactional_db: None) -> Tournament:
    return make_tournament()


def gets_frames(watcher: Watcher, tournament: Tournament) -> bool:
    """Whether the socket is told of a change, and not only what there is when it begins."""
    watcher.next()
    tournament.public_version += 1
    tell(
        tournament_id=tournament.pk,
        public_version=tournament.public_version,
        staff_version=tournament.public_version,
        changed=["results"],
    )
    try:
        watcher.connection.recv(timeout=SOON)
    except (TimeoutError, ConnectionClosed):
        return False
    return True


def new_socket_gets_frames(watch: Watching, tournament: Tournament) -> bool:
    try:
        watcher = watch(tournament.pk)
        gets = gets_frames(watcher, tournament)
    except ConnectionClosed:
        return False
    watcher.connection.close()
    return gets


def sockets_of(server: str) -> tuple[int, str]:
    """With which status health answers, and what it says of the sockets."""
    try:
        with urlopen(f"{server}/api/v1/health/") as answer:
            return answer.status, json.load(answer)["checks"]["sockets"]
    except HTTPError as answer:
        return answer.code, json.load(answer)["checks"]["sockets"]


def is_well(server: str) -> bool:
    return sockets_of(server)[1] == "ok"


def kill_subscriptions(_line: Line, redis: Redis) -> None:
    redis.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


def kill_all(_line: Line, redis: Redis) -> None:
    kill_subscriptions(_line, redis)
    redis.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


def cut(line: Line, _redis: Redis) -> None:
    line.cut()


def silence(line: Line, _redis: Redis) -> None:
    line.silence()


def end_receiving(_line: Line, _redis: Redis) -> None:
    """What the library's task that receives ends by, it is not started again after."""
    for loop, layer in get_channel_layer()._layers.items():
        for shard in layer._shards:
            if shard._receive_task is None:  # a loop that sends alone
                continue
            asyncio.run_coroutine_threadsafe(_end(shard._receive_task), loop).result(5)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})


CUTS = [kill_subscriptions, kill_all, cut, silence, end_receiving]


@pytest.mark.parametrize("cut", CUTS)
def test_a_subscription_cut_while_nobody_watched_is_made_anew(
    watch: Watching,
    server: str,
    tournament: Tournament,
    line: Line,
    redis: Redis,
    cut: Callable[[Line, Redis], None],
) -> None:
    assert new_socket_gets_frames(watch, tournament)
    wait_until(lambda: not redis.pubsub_channels("*tournament*"), what="nobody watching")
    cut(line, redis)
    wait_until(lambda: new_socket_gets_frames(watch, tournament), seconds=20, what="a frame")
    assert new_socket_gets_frames(watch, tournament)
    wait_until(lambda: sockets_of(server)[1] == "ok", seconds=20, what="health")


@pytest.mark.parametrize("cut", CUTS)
def test_who_watched_when_the_subscription_was_cut_gets_frames_or_is_sent_to_come_back(
    watch: Watching,
    tournament: Tournament,
    line: Line,
    redis: Redis,
    cut: Callable[[Line, Redis], None],
) -> None:
    watcher = watch(tournament.pk)
    assert gets_frames(watcher, tournament)
    cut(line, redis)

    codes = set[int]()

    def is_back() -> bool:
        nonlocal watcher
        try:
            watcher.connection.send('{"ask": "version"}')
            return gets_frames(watcher, tournament)
        except ConnectionClosed as closed:
            codes.add(closed.rcvd.code if closed.rcvd else 0)
            watcher = watch(tournament.pk)
            return False

    wait_until(is_back, seconds=20, what="a frame for who came back")
    assert codes <= {TRY_AGAIN_LATER}


def test_health_fails_as_long_as_the_process_is_deaf(server: str, line: Line) -> None:
    wait_until(lambda: is_well(server), what="health")
    line.is_silent = True
    wait_until(lambda: sockets_of(server) == (503, "failed"), seconds=20, what="health to fail")
    line.is_silent = False
    wait_until(lambda: is_well(server), seconds=20, what="health")


def test_health_is_asked_often_and_sends_itself_few_messages(server: str, redis: Redis) -> None:
    wait_until(lambda: is_well(server), what="health")
    begun, sent = time.monotonic(), 1
    with redis.pubsub() as words:
        words.psubscribe("undercuthearing.*")
        assert words.get_message(timeout=5)["type"] == "psubscribe"
        for _ in range(30):
            assert is_well(server)
        assert (
            words.get_message(timeout=socket_echo.EVERY + socket_echo.WITHIN)["type"] == "pmessage"
        )
        while words.get_message():
            sent += 1
    assert sent <= 1 + (time.monotonic() - begun) / socket_echo.EVERY


def refused(line: Line) -> None:
    line.__exit__()


def silent(line: Line) -> None:
    line.is_silent = True


@pytest.mark.parametrize("goes_wrong", [refused, silent])
def test_who_can_not_be_subscribed_is_told_to_come_back(
    watch: Watching, tournament: Tournament, line: Line, goes_wrong: Callable[[Line], None]
) -> None:
    goes_wrong(line)
    watcher = watch(tournament.pk)
    with pytest.raises(ConnectionClosed) as closed:
        watcher.connection.recv(timeout=20)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == TRY_AGAIN_LATER


@pytest.fixture
def terminated() -> Iterator[threading.Event]:
    """Whether this process was told to end."""
    told = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda *_: told.set())
    yield told
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVERY", "STILL_SLOW"):
        monkeypatch.setattr(socket_echo, name, 0.2)


@pytest.mark.usefixtures("quick")
def test_a_self_test_that_ends_takes_the_process_along(
    line: Line, settings: Settings, terminated: threading.Event
) -> None:
    """It finds itself deaf, and can't make the layer by which it would hear again."""

    async def until_told() -> None:
        assert await socket_echo.begin().is_well()
        line.is_silent = True
        settings.CHANNEL_LAYERS = {"default": {"BACKEND": "gone.Layer"}}
        assert socket_echo.serves_sockets()
        deadline = time.monotonic() + 20
        while not terminated.is_set() and time.monotonic() < deadline:
            await asyncio.sleep(0.02)

    asyncio.run(until_told())
    assert terminated.is_set()
    assert not socket_echo.serves_sockets()


@pytest.mark.usefixtures("line", "quick")
def test_a_self_test_that_ends_with_its_loop_ends_nothing_else(terminated: threading.Event) -> None:
    async def well() -> None:
        assert await socket_echo.begin().is_well()

    for _ in range(2):  # with the next loop it begins anew
        asyncio.run(well())
        assert not socket_echo.serves_sockets()
    assert not terminated.is_set()


@pytest.mark.usefixtures("line")
def test_a_message_that_is_on_its_way_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked, and by whom."""

    async def all_at_once() -> list[bool]:
        test = socket_echo.begin()
        with monkeypatch.context() as patched:
            patched.setattr(socket_echo, "EVERY", 0.0)
            answers = await asyncio.gather(*(test.is_well() for _ in range(5)))
        return [*answers, await test.is_well()]

    assert asyncio.run(all_at_once()) == [True] * 6
