"""What false sign-ins cost the others: `python -m benchmarks.sign_in`, with DATABASE_URL on
PostgreSQL.

Starts the server as `bin/server` does, in a directory of its own. All come from one address, as a
club does: 500 false tries at one moment, and beside them the director, on a device on which they
have signed in before and on one on which they have not, and somebody who looks at a page. The same
page is looked at while 500 visitors come at one moment. Memory is that of the web process. A
missed goal fails the run.
"""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from statistics import median

from benchmarks.crowd import Answer, Visitor, crowd, meanwhile
from benchmarks.figures import Figure
from benchmarks.running import ROOT, Server, on_a_server

CROWD = 500
PEOPLE = 80
PASSWORD = "correct horse battery"
MAKE_PEOPLE = f"""
from players.services.accounts import create_account
for one in range({PEOPLE}):
    create_account(email=f"person{{one}}@club.example", name="A Person", password="{PASSWORD}")
"""


def measure(server: Server) -> Iterator[Figure]:
    email, password = server.accounts["owner"]
    make_people(server)
    known = Visitor(server.port)
    asyncio.run(known.sign_in(email, password))
    del known.cookies["sessionid"]
    asyncio.run(visits(server))  # what is loaded and kept after them is no cost of sign-ins
    _, ordinary = asyncio.run(visits(server))
    before = web_memory(server)
    with highest(server) as memory:
        tries, waits, at_known, at_unknown = asyncio.run(flood(server, known, email, password))
    slow = max(waits) / max(ordinary)
    yield Figure("a page beside 500 visits, the slowest", max(ordinary), None, "s")
    yield Figure("  p50", median(ordinary), None, "s")
    yield Figure("a page beside 500 false sign-ins, the slowest", max(waits), None, "s")
    yield Figure("  p50", median(waits), None, "s")
    yield Figure("  the slowest, as a multiple", slow, 2.0, "times")
    yield Figure("  p50, as a multiple", median(waits) / median(ordinary), 2.0, "times")
    checked = sum(answer.status == 400 for answer in tries)
    yield Figure("false tries that were checked", checked, None, "")
    yield Figure("until a known device is signed in", at_known.seconds, 5.0, "s")
    yield Figure("until an unknown device is signed in", at_unknown.seconds, 30.0, "s")
    yield Figure("memory of web, more at the most", memory[0] - before, 60.0, "MB")
    passed, seconds = asyncio.run(evening(server))
    yield Figure(f"of {PEOPLE} who come at one moment, kept out", PEOPLE - passed, 0, "")
    yield Figure("  until the last is signed in", seconds, 300.0, "s")


async def visits(server: Server) -> tuple[list[Answer], list[float]]:
    look = partial(visit, server)
    return await meanwhile(crowd(CROWD, lambda _: look()), look, every=0.02)


async def visit(server: Server) -> Answer:
    return await Visitor(server.port).get("/")


async def flood(
    server: Server, known: Visitor, email: str, password: str
) -> tuple[list[Answer], list[float], Answer, Answer]:
    async def guess(number: int) -> Answer:
        return await Visitor(server.port).sign_in(f"made{number}@up.example", "a guess")

    async def later(visitor: Visitor, within: float) -> Answer:
        await asyncio.sleep(0.2)  # when the flood is there
        answer = await visitor.sign_in_at_last(email, password, within=within)
        if answer.status != 302:
            raise RuntimeError(f"not signed in: {answer}")
        return answer

    (tries, waits), at_known, at_unknown = await asyncio.gather(
        meanwhile(crowd(CROWD, guess), partial(visit, server), every=0.02),
        later(known, 5),
        later(Visitor(server.port), 60),
    )
    return tries, waits, at_known, at_unknown


async def evening(server: Server) -> tuple[int, float]:
    """How many of the club are signed in, all of whom come at one moment, and after how long."""
    answers = await crowd(
        PEOPLE,
        lambda number: Visitor(server.port).sign_in_at_last(
            f"person{number}@club.example", PASSWORD, within=300
        ),
    )
    seconds = max(answer.seconds for answer in answers)
    return sum(answer.status == 302 for answer in answers), seconds


def make_people(server: Server) -> None:
    command = [sys.executable, ROOT / "manage.py", "shell", "--command", MAKE_PEOPLE]
    environment = {**os.environ, **server.environment()}
    subprocess.run(command, env=environment, check=True, capture_output=True)


def web_memory(server: Server) -> float:
    return sum(size for name, size in server.memory().items() if name.startswith("uvicorn"))


@contextmanager
def highest(server: Server) -> Iterator[list[float]]:
    """Gives the most MB that the web process ever had inside."""
    most, ended = [web_memory(server)], threading.Event()

    def look() -> None:
        while not ended.wait(0.02):
            most[0] = max(most[0], web_memory(server))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield most
    finally:
        ended.set()
        watcher.join()


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
