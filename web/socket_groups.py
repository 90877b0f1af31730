"""The groups of the channel layer that sockets of this process watch. Each is heard over one
channel, however many watch it.

With a channel for each socket, as consumers have it, a thousand sockets on one match would each
take every message out of a queue of their own, one after the other: who plays at another table
would wait for all of them.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from web.socket_echo import FAULTS

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""So many sockets are told before all else in the process has its turn."""


class Socket(Protocol):
    """A page that watches."""

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a message of its group; what is to be said of it is said later."""


class Group:
    """One group in one event loop, with the sockets that watch it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.layer: Any = get_channel_layer()
        self.sockets = set[Socket]()
        self.begun = asyncio.create_task(self._begin())
        self._channel = ""
        self._listening: asyncio.Task[None] | None = None

    @property
    def is_heard(self) -> bool:
        """Whether it hears what is sent, or is about to."""
        failed = self.begun.done() and self.begun.exception() is not None
        return self.layer is get_channel_layer() and not failed

    async def _begin(self) -> None:
        self._channel = await self.layer.new_channel("group.")
        await self.layer.group_add(self.name, self._channel)
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            message = await self.layer.receive(self._channel)
            for place, socket in enumerate(tuple(self.sockets), 1):
                socket.hear(message)
                if place % AT_ONCE == 0:
                    await asyncio.sleep(0)

    async def end(self) -> None:
        """Hear nothing any more."""
        await asyncio.wait({self.begun})
        if self._listening is None:
            return
        self._listening.cancel()
        try:
            await self.layer.group_discard(self.name, self._channel)
        except FAULTS as error:
            logger.warning("A group that nobody watches is still subscribed: %r", error)


_groups = WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Group]]()
_ending = set[asyncio.Task[None]]()


async def join(name: str, socket: Socket) -> None:
    """Let the socket hear what is sent to a group from now on.

    Raises one of `web.socket_echo.FAULTS` where Redis is away.
    """
    groups = _groups.setdefault(asyncio.get_running_loop(), {})
    group = groups.get(name)
    if group is None or not group.is_heard:
        group = groups[name] = Group(name)
    group.sockets.add(socket)
    await asyncio.shield(group.begun)


def leave(name: str, socket: Socket) -> None:
    """The socket hears nothing any more; of a group that nobody watches nothing is heard."""
    groups = _groups.get(asyncio.get_running_loop(), {})
    group = groups.get(name)
    if group is None or socket not in group.sockets:
        return
    group.sockets.discard(socket)
    if not group.sockets:
        del groups[name]
        ending = asyncio.create_task(group.end())
        _ending.add(ending)
        ending.add_done_callback(_ending.discard)
