"""What the beat does where its ticks reach nobody."""

import logging
from functools import cached_property
from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry, SchedulingError
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

MOST_WAITING = 100
"""Messages: with more of them no worker is there, or none has time for what may wait."""

_SECONDS = 2.0

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Sends no tick to a broker that is away, and none to a queue that nobody empties.

    A message that has expired stays in Redis until a worker takes it: without one they would fill
    it. Whatever a tick that was not sent should have found, the next one finds. The log says it
    when it begins and when it is over.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._why = ""

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send what is due, or say why not."""
        why = self._hindrance() or self._failure(entry, producer)
        if why and not self._why:
            logger.warning("No ticks are sent: %s", why)
        elif self._why and not why:
            logger.warning("Ticks are sent again")
        self._why = why

    def _hindrance(self) -> str:
        """Why nothing is to be sent; "" when it is."""
        try:
            waiting = self._broker.llen(self._queue)
        except RedisError as error:
            return f"Redis is away ({error})"
        return f"{waiting} messages wait for a worker" if waiting >= MOST_WAITING else ""

    def _failure(self, entry: ScheduleEntry, producer: Any) -> str:
        """Send it; "" when it is sent, or why it is not: Redis can go away just before."""
        logger.info("Sending due task %s (%s)", entry.name, entry.task)
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            is_away = isinstance(error.__context__, OperationalError | RedisError)
            return f"Redis is away ({error})" if is_away else str(error)
        return ""

    @cached_property
    def _broker(self) -> Any:
        return Redis.from_url(
            settings.CELERY_BROKER_URL, socket_connect_timeout=_SECONDS, socket_timeout=_SECONDS
        )

    @cached_property
    def _queue(self) -> str:
        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        return f"{prefix}{self.app.conf.task_default_queue}"
