"""The heartbeat of a process that takes actions: a thread that writes it down each second.

Players get back the time in which nobody wrote it, so it says nothing of one request: a process
that has much to do still beats. A process forked from one that beats does so, too.
"""

import atexit
import logging
import os
import threading

from django.db import Error, connection

from games.services.uptime import beat

EVERY = 1.0  # seconds
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
                self._beat()
                if self._stopped.wait(EVERY):
                    return
        finally:
            connection.close()

    def _beat(self) -> None:
        """One beat; while the database is away the log says it once."""
        try:
            beat()
        except Error as error:
            connection.close()
            if not self._is_failing:
                logger.warning("The heartbeat is not written: %s", " ".join(str(error).split()))
            self._is_failing = True
        else:
            if self._is_failing:
                logger.warning("The heartbeat is written again")
            self._is_failing = False


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
