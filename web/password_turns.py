"""Who posts a password waits for their turn before Django makes a thread for it.

Under ASGI each request gets a thread, and 500 threads that all want to sign in would keep from the
processor the one who can, and every page. So only as many of these posts are let in as the
slots and their queues (`password_slots`) can use; the others wait in the event loop, which costs
next to nothing, and are let in by turns of who asks. Before it waits a post is read to its end: one
that is half sent takes nobody's place. Devices on which somebody has signed in before wait apart
from the rest. (Under gunicorn the number of its threads does this.)
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from django.http import parse_cookie
from django.utils.translation import gettext as _

from web.addresses import client_address_of_scope
from web.errors import json_error
from web.known_devices import any_device
from web.password_slots import AT_ONCE, MOST_WAITING

ASGIScope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[ASGIScope, Receive, Send], Awaitable[None]]

PASSWORD_PATHS = (
    "/sign-in/",
    "/sign-up/",
    "/password/",
    "/setup/",
    "/invitation/",
    "/claim/",
    "/reset/",
    "/account/password/",
    "/account/keep/",
    "/api/v1/auth/login/",
)
# So that a queue of the slots can be full, and somebody can be told so.
MOST_INSIDE = AT_ONCE + MOST_WAITING + 2
MOST_BYTES = 64 * 1024  # of a post: more than any form with a password can hold


class Turns:
    """ASGI middleware for posts with a password."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.known, self.anybody = _Lane(), _Lane()

    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST" or not scope["path"].startswith(PASSWORD_PATHS):
            await self.application(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:
            return
        if len(body) > MOST_BYTES:
            await _refuse(send)
            return
        device = any_device(_cookies(scope))
        lane = self.known if device else self.anybody
        gone = asyncio.ensure_future(receive())
        try:
            async with lane.turn(device or client_address_of_scope(scope)):
                if not gone.done():
                    await self.application(scope, _again(body, gone), send)
        finally:
            gone.cancel()


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


async def _body(receive: Receive) -> bytes | None:
    """What is posted, or the beginning of what is too much; None of who goes away before its end.
    The server does not wait for the end for ever (`config.slow_requests`)."""
    body, more = b"", True
    while more and len(body) <= MOST_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


def _again(body: bytes, gone: asyncio.Future[Message]) -> Receive:
    """Hands out what has been read already, and then that they have gone away."""
    messages = iter([{"type": "http.request", "body": body}])

    async def receive() -> Message:
        return next(messages, None) or await gone

    return receive


async def _refuse(send: Send) -> None:
    sentence = _("This is too large: at most %(most)d kB are taken.") % {"most": MOST_BYTES // 1024}
    answer = json_error(413, "too_large", sentence)
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


def _cookies(scope: ASGIScope) -> dict[str, str]:
    headers = [value for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie(b"; ".join(headers).decode("latin-1"))
