"""Posts to the doors wait for their turn in the event loop."""

import asyncio
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from players.doors.devices import remember_device
from players.doors.turns import MOST_INSIDE, Turns


class Street:
    """An application in which whoever is in stays until they are let go."""

    def __init__(self) -> None:
        self.turns = Turns(self.application)
        self.order: list[str] = []
        self.inside: dict[str, list[asyncio.Event]] = {}
        self.tasks: list[asyncio.Task[None]] = []

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        name = scope["client"][0]
        self.order.append(name)
        door = asyncio.Event()
        self.inside.setdefault(name, []).append(door)
        await door.wait()

    async def comes(self, name: str, cookies: str = "", **scope: str) -> asyncio.Task[None]:
        asked = {
            "type": "http",
            "method": "POST",
            "path": "/sign-in/",
            "client": (name, 1),
            "headers": [(b"cookie", cookies.encode())],
        }
        task = asyncio.create_task(self.turns(asked | scope, None, None))
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
    street, response = Street(), HttpResponse()
    remember_device(response, RequestFactory().get("/"), "ada@club.example")
    ((name, cookie),) = response.cookies.items()
    await full(street)
    await street.comes("192.0.2.1", f"{name}=forged")
    assert len(street.order) == MOST_INSIDE
    await street.comes("192.0.2.1", f"{name}={cookie.value}")
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
