"""Whether the worker lives: each tick that it has done leaves the time in Redis.

The worker is the one that does the ticks: that of the computer players takes none, and says nothing
here.
"""

from datetime import datetime, timedelta

from celery import Task, current_app
from celery.signals import task_success, worker_ready, worker_shutdown
from django.conf import settings
from django.core.cache import cache

from web.db import clock

KEY = "worker_heartbeat"
TICK = "tournaments.tasks.tick"
# Some seconds are left to a worker that is busy with a long task.
WORKERS = "celery@*"  # how they are called as nobody names them otherwise
TICKS_MISSED, LEEWAY = 3, timedelta(seconds=2)


def is_worker_alive(now: datetime) -> bool:
    """Whether a tick was done lately; where none is known, a worker is asked."""
    noted = cache.get(KEY)
    if noted is None:
        # One of the pool may be broken: Redis may have been started again since it was made.
        with current_app.connection_for_write() as connection:
            asked = current_app.control.inspect(
                timeout=1, limit=1, pattern=WORKERS, matcher="glob", connection=connection
            )
            return bool(asked.ping())
    late = timedelta(seconds=TICKS_MISSED * settings.TICK_SECONDS) + LEEWAY
    return now - datetime.fromisoformat(noted) <= late


def begin(**_: object) -> None:
    """A worker that has just come up has a first tick's time to do one."""
    if _does_ticks():
        _note()


def note_tick(sender: Task, **_: object) -> None:
    """A tick was done."""
    if sender.name == TICK:
        _note()


def end(**_: object) -> None:
    """A worker that leaves does not seem to live on; others note their next tick."""
    if _does_ticks():
        cache.delete(KEY)


def _does_ticks() -> bool:
    return current_app.conf.task_default_queue in current_app.amqp.queues.consume_from


def _note() -> None:
    cache.set(KEY, clock.now().isoformat(), timeout=None)


worker_ready.connect(begin)
task_success.connect(note_tick)
worker_shutdown.connect(end)
