"""The socket of a tournament: it tells that something changed, never what it is now.

A frame is `{"topic": "tournament:5", "version": 17, "changed": ["results"]}`. The page that gets
one with a higher version than its own fetches itself anew. A socket can miss a frame, so a client
asks for the version now and then (`{"ask": "version"}`), and the first frame answers unasked.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.db import OperationalError
from django.dispatch import receiver
from django.urls import path, re_path
from rest_framework.exceptions import ParseError

from kernel.permissions import Actor
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.audiences import Audience, Seen, seen_by
from tournaments.signals import tournament_changed
from web import socket_echo
from web.actors import STAFF_PASS
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

# How many frames a socket gets in any one second. Spectators are many and need no more than two: a
# result at once, and what the bracket makes of it. The staff's tables show every hand.
FRAMES_A_SECOND = {Audience.PUBLIC: 2, Audience.STAFF: 20}


def group_of(tournament_id: int, audience: Audience) -> str:
    """The name of the channel layer's group for those who watch a tournament."""
    return f"tournament.{tournament_id}.{audience}"


@receiver(tournament_changed)
def tell(
    *,
    tournament_id: int,
    public_version: int | None,
    staff_version: int,
    changed: list[str],
    **_: object,
) -> None:
    """Tell those who watch that a committed change brought new versions.

    `public_version` is None for what visitors may not know of. With Redis away nothing is raised:
    the change stands, and the pages ask for the version by themselves.
    """
    versions = {Audience.PUBLIC: public_version, Audience.STAFF: staff_version}
    try:
        for audience, version in versions.items():
            if version is not None:
                async_to_sync(get_channel_layer().group_send)(
                    group_of(tournament_id, audience),
                    {"type": "tournament.changed", "version": version, "changed": changed},
                )
    except socket_echo.FAULTS as error:
        logger.warning("Tournament %d changed, but nobody was told: %s", tournament_id, error)


class TournamentConsumer(AsyncWebsocketConsumer):
    """One page that watches one tournament. Action of the permission table: `tournament.view`.

    What is to be said is gathered in `changed`, `version` and `asked`. One task at a time says it:
    at once as long as there are frames left in this second, else as soon as there are again, so
    that the last word is never lost.
    """

    group = ""
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
            socket_echo.begin().sockets.discard(self)
        with suppress(RuntimeError):  # it has been closed already
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})

    async def connect(self) -> None:
        self.tournament_id: int = self.scope["url_route"]["kwargs"]["tournament_id"]
        self.version, self.changed, self.asked = 0, set[str](), False
        seen = await self.seen()
        if seen is None:
            await self.close(NOT_FOUND)
            return
        self.audience = seen.audience
        self.sent = deque[float](maxlen=FRAMES_A_SECOND[seen.audience])
        # Subscribed before the version is read: no change can fall between the two.
        self.group = group_of(self.tournament_id, self.audience)
        socket_echo.begin().sockets.add(self)
        await self.channel_layer.group_add(self.group, self.channel_name)
        if self.channel_layer is not get_channel_layer():  # the old one was dropped meanwhile
            await self.send_away()
            return
        self.asked = True
        self.speak()

    async def disconnect(self, code: int) -> None:
        if self.telling:
            self.telling.cancel()
        if self.group:
            try:
                await self.channel_layer.group_discard(self.group, self.channel_name)
            except socket_echo.FAULTS as error:
                logger.warning("A page that has left is still subscribed: %r", error)

    async def send_away(self) -> None:
        """Close it, so that the page comes back."""
        await self.close(TRY_AGAIN_LATER)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.group and _asks_for_version(text_data):
            self.asked = True
            self.speak()
        else:
            await self.close(BAD_QUESTION)

    async def tournament_changed(self, event: dict[str, Any]) -> None:
        """A message of the channel layer, sent by `tell`."""
        self.version = max(self.version, event["version"])
        self.changed |= set(event["changed"])
        self.speak()

    def speak(self) -> None:
        """See to it that what was gathered is said."""
        if self.telling is None or self.telling.done():
            self.telling = asyncio.create_task(self.say_all())

    async def say_all(self) -> None:
        while self.asked or self.changed:
            await self.wait_for_frame()
            try:
                if self.asked and not await self.look_up_version():
                    return
            except OperationalError as error:
                logger.warning("A page is sent away: the database is away: %s", error)
                await self.send_away()
                return
            changed, self.changed = sorted(self.changed), set()
            topic = f"tournament:{self.tournament_id}"
            frame = {"topic": topic, "version": self.version, "changed": changed}
            await self.send(json.dumps(frame))

    async def wait_for_frame(self) -> None:
        """Wait until one more frame may be sent, and count it."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(pause(self.sent, clock()))
        self.sent.append(clock())

    async def look_up_version(self) -> bool:
        """Read the version; close and return False when this is no longer the page's to see."""
        self.asked = False
        seen = await self.seen()
        if seen is None or seen.audience != self.audience:
            await self.close(NOT_FOUND if seen is None else AUDIENCE_CHANGED)
            return False
        self.version = max(self.version, seen.version)
        return True

    @database_sync_to_async
    def seen(self) -> Seen | None:
        """The tournament as this page's reader has it now, None when they may not see it."""
        actor = _actor_of(self.scope)
        tournament = tournaments_visible_to(actor).filter(pk=self.tournament_id).first()
        return seen_by(actor, tournament) if tournament else None


def pause(sent: deque[float], now: float) -> float:
    """The seconds until one more frame may follow the last ones, which were `sent` at these seconds
    of the clock: as many as its length at most go out in any one second."""
    return max(0.0, sent[0] + 1 - now) if len(sent) == sent.maxlen else 0.0


class NowhereConsumer(AsyncWebsocketConsumer):
    """An address at which there is nothing to watch."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)


def _actor_of(scope: Scope) -> Actor:
    """Who watches: as `web.actors.actor_of`, from a socket's scope."""
    if scope["user"].is_authenticated:
        return Actor("page", user_id=scope["user"].pk)
    return Actor("page", staff_id=scope["session"].get(STAFF_PASS))


def _asks_for_version(text: str | None) -> bool:
    try:
        return bool(read_json(text or "") == {"ask": "version"})
    except ParseError:
        return False


websocket_urlpatterns = [
    path("ws/tournaments/<id:tournament_id>/", TournamentConsumer.as_asgi()),
    re_path("", NowhereConsumer.as_asgi()),
]
