"""The base of the sockets: pages that watch something and are told which version it has.

What is to be said is gathered by whoever hears of it; one task at a time says it: at once as long
as there are frames left in this second, else as soon as there are again, so that the last word is
never lost.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import OperationalError
from rest_framework.exceptions import ParseError

from kernel.permissions import Actor
from web import socket_echo, socket_groups
from web.actors import STAFF_PASS, seat_key_of
from web.input import read_json

logger = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
"""What every ASGI application is called with."""

# Of the range that RFC 6455 leaves to applications.
BAD_QUESTION = 4400
NOT_FOUND = 4404
AUDIENCE_CHANGED = 4409
# Registered with IANA: the server is there but can't serve now.
TRY_AGAIN_LATER = 1013


class Watching(AsyncWebsocketConsumer):
    """One page that watches one thing.

    Whoever inherits says in `find` what is watched, in `frame` what is said of it, and lets it
    `speak` when it was asked or what it did `hear` makes `has_news` true.
    """

    channel_layer_alias = ""  # none of its own: it hears over the channel of its group
    group = ""
    asked = False
    telling: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Accepted before anything can go wrong: who is not let in is told no code.
        await send({"type": "websocket.accept"})
        try:
            await super().__call__(scope, receive, send)
        except (*socket_echo.FAULTS, OperationalError) as error:
            logger.warning("A page can't watch: %r", error)
        except Exception:
            logger.exception("A page can't watch")
        else:
            return
        finally:
            socket_groups.leave(self.group, self)
            socket_echo.begin().sockets.discard(self)
        with suppress(RuntimeError):  # it has been closed already
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})

    async def find(self) -> tuple[str, int] | None:
        """Its group of the channel layer, and how many frames it gets in any one second; None where
        there is nothing that this page may see."""
        raise NotImplementedError

    async def look_up(self) -> int | None:
        """Read what is watched as it is now; the code to close with, where the page may not see it
        as before."""
        raise NotImplementedError

    def frame(self) -> Mapping[str, Any]:
        """What is said now; it is no news any more."""
        raise NotImplementedError

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message of its group."""
        raise NotImplementedError

    @property
    def has_news(self) -> bool:
        """Whether there is something to be said."""
        raise NotImplementedError

    async def connect(self) -> None:
        found = await self.find()
        if found is None:
            await self.close(NOT_FOUND)
            return
        # Subscribed before the version is read: no change can fall between the two.
        self.group, frames_a_second = found
        self.sent = deque[float](maxlen=frames_a_second)
        socket_echo.begin().sockets.add(self)
        layer = get_channel_layer()
        await socket_groups.join(self.group, self)
        if layer is not get_channel_layer():  # the old one was dropped meanwhile
            await self.send_away()
            return
        self.ask()

    async def disconnect(self, code: int) -> None:
        socket_groups.leave(self.group, self)
        if self.telling:
            self.telling.cancel()

    async def send_away(self) -> None:
        """Close it, so that the page comes back."""
        await self.close(TRY_AGAIN_LATER)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.group and _asks_for_version(text_data):
            self.ask()
        else:
            await self.close(BAD_QUESTION)

    def ask(self) -> None:
        """Say how it is now."""
        self.asked = True
        self.speak()

    def speak(self) -> None:
        """See to it that what was gathered is said."""
        if self.telling is None or self.telling.done():
            self.telling = asyncio.create_task(self._say_all())

    async def _say_all(self) -> None:
        while self.has_news:
            await self._wait_for_frame()
            try:
                if self.asked and not await self._looked_up():
                    return
            except OperationalError as error:
                logger.warning("A page is sent away: the database is away: %s", error)
                await self.send_away()
                return
            await self.send(json.dumps(self.frame()))

    async def _wait_for_frame(self) -> None:
        """Wait until one more frame may be sent, and count it."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(pause(self.sent, clock()))
        self.sent.append(clock())

    async def _looked_up(self) -> bool:
        """Read it anew; close and return False when it is no longer the page's to see."""
        self.asked = False
        code = await self.look_up()
        if code is not None:
            await self.close(code)
        return code is None


class NowhereConsumer(AsyncWebsocketConsumer):
    """An address at which there is nothing to watch."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)


def pause(sent: deque[float], now: float) -> float:
    """The seconds until one more frame may follow the last ones, which were `sent` at these seconds
    of the clock: as many as its length at most go out in any one second."""
    return max(0.0, sent[0] + 1 - now) if len(sent) == sent.maxlen else 0.0


def actor_of_socket(scope: Scope) -> Actor:
    """Who watches: as `web.actors.actor_of`, from a socket's scope."""
    seat_key = seat_key_of(scope["cookies"])
    if scope["user"].is_authenticated:
        return Actor("page", user_id=scope["user"].pk, seat_key=seat_key)
    return Actor("page", staff_id=scope["session"].get(STAFF_PASS), seat_key=seat_key)


def _asks_for_version(text: str | None) -> bool:
    try:
        return bool(read_json(text or "") == {"ask": "version"})
    except ParseError:
        return False
