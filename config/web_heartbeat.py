"""The heartbeat of a process that takes actions: a thread that writes it down each second.

Players get back the time in which nobody wrote it, so it says nothing of one request: a process
that has much to do still beats. A process forked from one that beats does so, too.
"""

import atexit
import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from django.db import Error, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.services.uptime import beat

EVERY = 1.0  # seconds
PATIENCE = 1.5
"""Seconds after which a beat that is not answered is given up. So the next one is in time for who
asks whether there was one lately, as other connections may work well."""
_END_SECONDS = 2.0

logger = logging.getLogger(__name__)


class Heart:
    """Beats in a thread of its own until it is stopped, or the process ends."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._is_failing = False
        self._thread = threading.Thread(target=self._run, name="web heartbeat", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns once the last beat is written, or does not come to its end."""
        self._stopped.set()
        self._thread.join(_END_SECONDS)

    def _run(self) -> None:
        try:
            while True:
                began = time.monotonic()
                self._beat()
                if self._stopped.wait(max(0.0, began + EVERY - time.monotonic())):
                    return
        finally:
            connection.close()

    def _beat(self) -> None:
        """One beat; while none can be written the log says it once, and whatever was wrong the next
        one is tried."""
        try:
            with _patience():
                beat()
        except Exception as error:
            connection.close()
            if not self._is_failing:
                said = " ".join(str(error).split())
                fault = None if isinstance(error, Error) else error
                logger.warning("The heartbeat is not written: %s", said, exc_info=fault)
            self._is_failing = True
        else:
            if self._is_failing:
                logger.warning("The heartbeat is written again")
            self._is_failing = False


@contextmanager
def _patience() -> Iterator[None]:
    """A server that takes what it is sent and answers nothing fails after a while. (To connect has
    a limit of its own, and so has waiting for SQLite.)"""
    if connection.vendor != "postgresql":
        yield
        return
    timer = threading.Timer(PATIENCE, _hang_up, [connections[connection.alias]])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _hang_up(held: BaseDatabaseWrapper) -> None:
    """End the connection of another thread, which waits for an answer on it."""
    if held.connection is None:
        return
    with (
        suppress(psycopg.Error, OSError),  # it has ended meanwhile
        socket.socket(fileno=os.dup(held.connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


_heart: Heart | None = None


def begin() -> None:
    """From now on this process beats."""
    global _heart
    _heart = Heart()
    _heart.start()


def end() -> None:
    """No beat is cut off by the end of the process, or written after it."""
    if _heart is not None:
        _heart.stop()


def _begin_again() -> None:
    """A thread does not come along into a fork."""
    if _heart is not None:
        connection.close()
        begin()


atexit.register(end)
os.register_at_fork(after_in_child=_begin_again)
