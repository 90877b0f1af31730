"""Who posts to a door waits for their turn before Django makes a thread for it.

Under ASGI each request gets a thread, and 500 threads that all want to sign in would keep from the
processor the one who can, and every page. So only as many posts to the doors are let in as the
slots and their queues (`slots`) can use; the others wait in the event loop, which costs next to
nothing, and are let in by turns of who asks. Devices on which somebody has signed in before wait
apart from the rest. (Under gunicorn the number of its threads does this.)
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from django.http import parse_cookie

from players.doors.addresses import client_address_of_scope
from players.doors.devices import any_device
from players.doors.slots import AT_ONCE, MOST_WAITING

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]

DOORS = (
    "/sign-in/",
    "/sign-up/",
    "/password/",
    "/setup/",
    "/invitation/",
    "/claim/",
    "/account/password/",
    "/api/v1/auth/login/",
)
# So that a queue of the slots can be full, and somebody can be told so.
MOST_INSIDE = AT_ONCE + MOST_WAITING + 2


class Turns:
    """ASGI middleware for the posts to the doors."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.known, self.anybody = _Lane(), _Lane()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["method"] != "POST" or not scope["path"].startswith(DOORS):
            await self.application(scope, receive, send)
            return
        device = any_device(_cookies(scope))
        lane = self.known if device else self.anybody
        async with lane.turn(device or client_address_of_scope(scope)):
            await self.application(scope, receive, send)


class _Lane:
    """At most so many inside at once; names take turns, of one name the first comes first."""

    def __init__(self) -> None:
        self.inside = 0
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Inside it is this one's turn."""
        if self.inside >= MOST_INSIDE:
            called = asyncio.get_running_loop().create_future()
            self.waiting.setdefault(name, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():
                    self.leave()
                raise
        else:
            self.inside += 1
        try:
            yield
        finally:
            self.leave()

    def leave(self) -> None:
        """Give the place to the next who still wants it."""
        while self.waiting:
            name = next(iter(self.waiting))
            line = self.waiting.pop(name)
            called = line.popleft()
            if line:
                self.waiting[name] = line  # at the end: the others first
            if not called.done():
                called.set_result(None)
                return
        self.inside -= 1


def _cookies(scope: Scope) -> dict[str, str]:
    headers = [value for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(b"; ".join(headers).decode("latin-1"))
