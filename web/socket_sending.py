"""Sends messages to groups of sockets from threads that run no event loop: requests and tasks.

`async_to_sync` would make an event loop for each message, and with it a connection to Redis, which
takes longer than all else that an action at an online table does on its way out. So each process
has one loop for this, in a thread of its own, and one connection that stays.
"""

import asyncio
import os
import threading
from collections.abc import Mapping
from typing import Any

from channels.layers import get_channel_layer

WITHIN = 5.0
"""Seconds that a message may take to Redis: longer than the channel layer itself waits for one."""

_starting = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def send_to_groups(messages: Mapping[str, Mapping[str, Any]]) -> None:
    """Send each group of the channel layer its message, in this order.

    Raises one of `web.socket_echo.FAULTS` where Redis does not take them.
    """
    sending = asyncio.run_coroutine_threadsafe(_send(messages), _running_loop())
    try:
        sending.result(WITHIN)
    finally:
        sending.cancel()


async def _send(messages: Mapping[str, Mapping[str, Any]]) -> None:
    layer = get_channel_layer()
    for group, message in messages.items():
        await layer.group_send(group, message)


def _running_loop() -> asyncio.AbstractEventLoop:
    global _loop
    with _starting:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="socket-sending", daemon=True).start()
        return _loop


def _begin_anew() -> None:
    """A process that was forked has the loop of its parent, but not the thread that runs it."""
    global _loop, _starting
    _loop, _starting = None, threading.Lock()


os.register_at_fork(after_in_child=_begin_anew)
