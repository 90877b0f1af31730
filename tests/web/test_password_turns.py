"""Posts with a password wait for their turn in the event loop."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from web.known_devices import remember_device
from web.password_turns import MOST_BYTES, MOST_INSIDE, Turns

Sent = dict[str, Any]
GONE: Sent = {"type": "http.disconnect"}


def part(body: bytes) -> Sent:
    return {"type": "http.request", "body": body, "more_body": True}


def whole(body: bytes) -> Sent:
    return {"type": "http.request", "body": body}


class Street:
    """An application in which whoever is in stays until they are let go."""

    def __init__(self) -> None:
        self.turns = Turns(self.application)
        self.order: list[str] = []
        self.inside: dict[str, list[asyncio.Event]] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.said: list[bytes] = []
        self.answers: list[int] = []

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        name = scope["client"][0]
        self.order.append(name)
        self.said.append((await receive())["body"])
        leave = asyncio.Event()
        self.inside.setdefault(name, []).append(leave)
        await leave.wait()

    async def comes(
        self, name: str, cookies: str = "", sends: Sequence[Sent] = (whole(b""),), **scope: str
    ) -> asyncio.Task[None]:
        asked = {
            "type": "http",
            "method": "POST",
            "path": "/sign-in/",
            "client": (name, 1),
            "headers": [(b"cookie", cookies.encode())],
        }
        sent: asyncio.Queue[Sent] = asyncio.Queue()
        for message in sends:
            sent.put_nowait(message)

        async def answer(message: Any) -> None:
            self.answers.append(message.get("status", 0))

        task = asyncio.create_task(self.turns(asked | scope, sent.get, answer))
        self.tasks.append(task)
        await asyncio.sleep(0)
        return task

    async def goes(self, name: str) -> None:
        self.inside[name].pop().set()
        for _ in range(5):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def full(street: Street) -> None:
    for _ in range(MOST_INSIDE + 5):
        await street.comes("192.0.2.1")
    assert len(street.order) == MOST_INSIDE


def known() -> str:
    """The cookie of a device on which somebody has signed in."""
    response = HttpResponse()
    remember_device(response, RequestFactory().get("/"), "ada@club.example")
    ((name, cookie),) = response.cookies.items()
    return f"{name}={cookie.value}"


@pytest.mark.asyncio
async def test_addresses_take_turns() -> None:
    street = Street()
    await full(street)
    await street.comes("192.0.2.2")
    for _ in range(3):
        await street.goes("192.0.2.1")
    assert street.order[MOST_INSIDE:] == ["192.0.2.1", "192.0.2.2", "192.0.2.1"]
    await street.close()


@pytest.mark.asyncio
async def test_pages_and_other_posts_do_not_wait() -> None:
    street = Street()
    await full(street)
    await street.comes("192.0.2.2", method="GET")
    await street.comes("192.0.2.3", path="/c/club/evening/matches/1/pad/")
    assert street.order[MOST_INSIDE:] == ["192.0.2.2", "192.0.2.3"]
    await street.close()


@pytest.mark.asyncio
async def test_a_known_device_does_not_wait_behind_the_others() -> None:
    street, device = Street(), known()
    await full(street)
    await street.comes("192.0.2.1", device[:-1])
    assert len(street.order) == MOST_INSIDE
    await street.comes("192.0.2.1", device)
    assert len(street.order) == MOST_INSIDE + 1
    await street.close()


@pytest.mark.asyncio
async def test_who_goes_away_while_waiting_leaves_no_place_empty() -> None:
    street = Street()
    await full(street)
    gone = await street.comes("192.0.2.2")
    gone.cancel()
    for _ in range(8):
        await street.goes("192.0.2.1")
    assert len(street.order) == MOST_INSIDE + 5  # and not one for who went away
    assert street.turns.anybody.inside == MOST_INSIDE - 3
    await street.close()
    assert street.turns.anybody.inside == 0


@pytest.mark.asyncio
async def test_what_is_half_sent_takes_no_turn() -> None:
    street, device = Street(), known()
    for cookies in ("", device):
        for _ in range(MOST_INSIDE + 5):
            await street.comes("192.0.2.1", cookies, sends=[part(b"email=")])
        await street.comes("192.0.2.2", cookies)
    assert street.order == ["192.0.2.2"] * 2
    await street.close()


@pytest.mark.asyncio
async def test_what_was_sent_is_read_whole() -> None:
    street = Street()
    await street.comes("192.0.2.1", sends=[part(b"a=1"), part(b""), whole(b"&b=2")])
    assert street.said == [b"a=1&b=2"]
    await street.close()


@pytest.mark.asyncio
async def test_more_than_a_form_holds_is_refused_and_not_kept() -> None:
    street = Street()
    half = b"x" * (MOST_BYTES // 2)
    await street.comes("192.0.2.1", sends=[part(half), whole(half)])
    assert street.said == [half * 2]
    too_much = await street.comes("192.0.2.1", sends=[part(half), part(half), part(b"x")])
    await asyncio.wait_for(too_much, 5)
    assert (len(street.order), street.answers[0]) == (1, 413)
    await street.close()


@pytest.mark.asyncio
async def test_who_has_gone_away_is_not_let_in() -> None:
    street = Street()
    gone = await street.comes("192.0.2.2", sends=[part(b"email="), GONE])
    await asyncio.wait_for(gone, 5)
    await full(street)
    await street.comes("192.0.2.2", sends=[whole(b""), GONE])
    for _ in range(MOST_INSIDE + 5):
        await street.goes("192.0.2.1")
    assert set(street.order) == {"192.0.2.1"}
    assert street.turns.anybody.inside == 0
    await street.close()


@pytest.mark.asyncio
async def test_who_goes_away_as_they_are_called_gives_the_place_on() -> None:
    lane = Street().turns.anybody
    inside = [lane.turn("192.0.2.1") for _ in range(MOST_INSIDE)]
    for turn in inside:
        await turn.__aenter__()
    called = asyncio.create_task(lane.turn("192.0.2.2").__aenter__())
    await asyncio.sleep(0)
    await inside[0].__aexit__(None, None, None)
    called.cancel()
    with pytest.raises(asyncio.CancelledError):
        await called
    assert lane.inside == MOST_INSIDE - 1
