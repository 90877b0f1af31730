"""Whether the worker lives: each tick that it has done leaves the time in Redis."""

from datetime import datetime, timedelta

from celery import Task, current_app
from celery.signals import task_success, worker_ready, worker_shutdown
from django.conf import settings
from django.core.cache import cache

from web.db import clock

KEY = "worker_heartbeat"
TICK = "tournaments.tasks.tick"
# Some seconds are left to a worker that is busy with a long task.
TICKS_MISSED, LEEWAY = 3, timedelta(seconds=2)


def is_worker_alive(now: datetime) -> bool:
    """Whether a tick was done lately; where none is known, a worker is asked."""
    noted = cache.get(KEY)
    if noted is None:
        return bool(current_app.control.inspect(timeout=1, limit=1).ping())
    late = timedelta(seconds=TICKS_MISSED * settings.TICK_SECONDS) + LEEWAY
    return now - datetime.fromisoformat(noted) <= late


def begin(**_: object) -> None:
    """A worker that has just come up has a first tick's time to do one."""
    _note()


def note_tick(sender: Task, **_: object) -> None:
    """A tick was done."""
    if sender.name == TICK:
        _note()


def end(**_: object) -> None:
    """A worker that leaves does not seem to live on; others note their next tick."""
    cache.delete(KEY)


def _note() -> None:
    cache.set(KEY, clock.now().isoformat(), timeout=None)


worker_ready.connect(begin)
task_success.connect(note_tick)
worker_shutdown.connect(end)
