"""False sign-ins in great number, against the running server with its own password hasher.

`benchmarks/sign_in.py` has the figures; here it is who gets in and how much memory it takes.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from redis import Redis

from benchmarks.crowd import Answer, Visitor, crowd
from config.embedded import commands
from config.embedded.listening import listen
from config.slow_requests import BODY_SECONDS
from tests.builders import PASSWORD, make_user
from tests.conftest import IS_LONG
from tests.services import Process, product_environment

pytestmark = pytest.mark.sampled

CROWD = 500 if IS_LONG else 150
PEOPLE = 80
WARM_UP = 20  # what a first false sign-in loads once is not what a flood takes


@pytest.fixture
def web(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[tuple[int, Process]]:
    """The web server as `bin/server` starts it: its port and its process."""
    with listen("127.0.0.1", 0) as listener:
        environment = product_environment(tmp_path) | commands.MEMORY
        web = Process(commands.web(listener.fileno()), tmp_path / "web.log", environment)
        web.descriptors = [listener.fileno()]
        with web:
            port = listener.getsockname()[1]
            asyncio.run(crowd(20, lambda _: Visitor(port).get("/sign-in/")))  # until it is there
            yield port, web


async def guess(port: int, number: int) -> Answer:
    return await Visitor(port).sign_in(f"made{number}@up.example", "a guess")


async def most_memory(process: psutil.Process, ended: asyncio.Event) -> float:
    """The most MB that the process takes until it has ended."""
    most = 0.0
    while not ended.is_set():
        most = max(most, process.memory_info().rss / 1e6)
        await asyncio.sleep(0.01)
    return most


def test_a_flood_keeps_nobody_out(web: tuple[int, Process]) -> None:
    port, server = web
    email, process = make_user().email, psutil.Process(server.pid)
    device, ended = Visitor(port), asyncio.Event()
    assert asyncio.run(device.sign_in(email, PASSWORD)).status == 302
    del device.cookies["sessionid"]
    asyncio.run(crowd(CROWD, lambda _: Visitor(port).get("/sign-in/")))
    asyncio.run(crowd(WARM_UP, lambda number: guess(port, CROWD + number)))
    before = process.memory_info().rss / 1e6

    async def flood() -> tuple[list[Answer], Answer, Answer, Answer]:
        async def later() -> tuple[Answer, Answer, Answer]:
            await asyncio.sleep(0.1)  # the flood is there
            return await asyncio.gather(
                device.sign_in(email, PASSWORD),
                Visitor(port).sign_in_at_last(email, PASSWORD, within=120),
                Visitor(port).get("/"),
            )

        tries, others = await asyncio.gather(
            crowd(CROWD, lambda number: guess(port, number)), later()
        )
        ended.set()
        return tries, *others

    async def both() -> tuple[tuple[list[Answer], Answer, Answer, Answer], float]:
        return await asyncio.gather(flood(), most_memory(process, ended))

    (tries, known, unknown, page), most = asyncio.run(both())
    assert known.status == 302  # at the first try
    assert unknown.status == 302
    assert page.status == 200
    assert {answer.status for answer in tries} == {400, 429}
    assert all(int(answer.headers["retry-after"]) <= 3 for answer in tries if answer.status == 429)
    assert most - before < 60


def test_a_club_signs_in_behind_one_address(web: tuple[int, Process]) -> None:
    """All at one moment, which is harder than in five minutes."""
    port, _ = web
    emails = [make_user().email for _ in range(PEOPLE)]
    answers = asyncio.run(
        crowd(
            PEOPLE,
            lambda number: Visitor(port).sign_in_at_last(emails[number], PASSWORD, within=300),
        )
    )
    assert [answer.status for answer in answers] == [302] * PEOPLE


def test_half_sent_posts_keep_nobody_out(web: tuple[int, Process]) -> None:
    port, _ = web
    email = make_user().email
    known = Visitor(port)
    assert asyncio.run(known.sign_in(email, PASSWORD)).status == 302
    del known.cookies["sessionid"]

    async def hang(visitor: Visitor) -> asyncio.StreamWriter:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        head = f"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookies}\r\n"
        writer.write(f"{head}Content-Length: 100\r\n\r\nhalf".encode())
        await writer.drain()
        return writer

    async def sign_in() -> list[int]:
        hanging = [await hang(visitor) for visitor in (known, Visitor(port)) for _ in range(60)]
        await Visitor(port).get("/")  # what was sent before has come
        async with asyncio.timeout(BODY_SECONDS / 2):
            answers = [await who.sign_in(email, PASSWORD) for who in (known, Visitor(port))]
        for writer in hanging:
            writer.close()
        return [answer.status for answer in answers]

    assert asyncio.run(sign_in()) == [302, 302]
