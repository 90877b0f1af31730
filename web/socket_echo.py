"""Whether this process hears what is told through Redis, and what is done when it does not.

A subscription can die without a word: the socket server then takes new sockets, gives each its
first frame, and never another. So a process that serves sockets sends itself a message through the
channel layer, as it would hear of a change. When that does not come back, it subscribes anew, and
closes its sockets, so that the pages come back and are subscribed with it (decision 18).
"""

import asyncio
import logging
import os
import signal
from typing import Any, Protocol
from uuid import uuid4

from channels import DEFAULT_CHANNEL_LAYER
from channels.layers import channel_layers, get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

EVERY = 5.0  # seconds from one message to the next, whoever asks
WITHIN = 2.0  # seconds in which it must be back
STILL_SLOW = 2.0  # seconds more, as a process that has much to do is not deaf

# What a channel layer raises when Redis is away or its connection is out of step.
FAULTS = (RedisError, OSError, RuntimeError, EOFError)


class Socket(Protocol):
    """A page that watches."""

    async def send_away(self) -> None:
        """Close it, so that the page comes back."""


class SelfTest:
    """The self-test of the event loop in which it is made, and the sockets that live by it."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.sockets = set[Socket]()
        self._layer: Any = None
        self._channel = ""
        self._sent_at = self.loop.time() - max(EVERY, WITHIN)
        self._echo: asyncio.Future[None] = self.loop.create_future()
        self._keeping = asyncio.create_task(self._keep())
        self._keeping.add_done_callback(self._end)

    async def is_well(self) -> bool:
        """Whether the last message to itself was back in time. It sends one when it is time to, but
        none while another is on its way and still has time."""
        gone = self.loop.time() - self._sent_at
        if gone >= EVERY and (self._echo.done() or gone >= WITHIN):
            self._sent_at = self.loop.time()
            if self._echo.cancel():
                self._layer = None  # its channel ends with who heard it
            self._echo = asyncio.create_task(self._hear_oneself())
        return await self._is_back_within(WITHIN)

    async def _hear_oneself(self) -> None:
        """Send a message through Redis to a channel of this process, and wait for it."""
        layer, word = get_channel_layer(), uuid4().hex
        if layer is not self._layer:
            self._channel = await layer.new_channel("hearing.")
            self._layer = layer
        await layer.send(self._channel, {"type": "hearing.word", "word": word})
        while (await layer.receive(self._channel))["word"] != word:
            pass

    async def _is_back_within(self, seconds: float) -> bool:
        left = self._sent_at + seconds - self.loop.time()
        await asyncio.wait({self._echo}, timeout=max(0.0, left))
        if not self._echo.done() or self._echo.cancelled():
            return False
        return self._echo.exception() is None

    async def _keep(self) -> None:
        while True:
            if not await self.is_well() and not await self._is_back_within(WITHIN + STILL_SLOW):
                await self._subscribe_anew()
            await asyncio.sleep(EVERY)

    async def _subscribe_anew(self) -> None:
        """Take a new channel layer, drop the old one, send the pages away to come back."""
        logger.warning(
            "Nothing is heard from Redis: %d sockets have to come back", len(self.sockets)
        )
        old = get_channel_layer()
        channel_layers.set(
            DEFAULT_CHANNEL_LAYER, channel_layers.make_backend(DEFAULT_CHANNEL_LAYER)
        )
        try:
            await asyncio.wait_for(old.flush(), WITHIN)
        except FAULTS as error:
            logger.warning("The old subscription is left as it is: %r", error)
        leaving = [socket.send_away() for socket in self.sockets]
        await asyncio.wait({asyncio.gather(*leaving, return_exceptions=True)}, timeout=WITHIN)

    def _end(self, keeping: asyncio.Task[None]) -> None:
        """With the loop the self-test ends; by itself it must not, and takes the process along."""
        global _hearing
        if _hearing is self:
            _hearing = None
        if not keeping.cancelled():
            logger.critical(
                "The self-test has ended; so does the process", exc_info=keeping.exception()
            )
            os.kill(os.getpid(), signal.SIGTERM)


_hearing: SelfTest | None = None


def begin() -> SelfTest:
    """The self-test of the running event loop, which begins with the first request."""
    global _hearing
    if _hearing is None or _hearing.loop is not asyncio.get_running_loop():
        _hearing = SelfTest()
    return _hearing


def serves_sockets() -> bool:
    """Whether this process is one that pages watch."""
    return _hearing is not None


def is_well() -> bool:
    """Whether this process hears; asked from another thread than its event loop's."""
    if _hearing is None:
        return True
    asked = asyncio.run_coroutine_threadsafe(_hearing.is_well(), _hearing.loop)
    return asked.result(WITHIN + STILL_SLOW)
