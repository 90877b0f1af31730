"""What the beat does where its ticks reach nobody."""

import logging
from functools import cached_property
from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry
from django.conf import settings
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
        why = self._hindrance()
        if why and not self._why:
            logger.warning("No ticks are sent: %s", why)
        elif self._why and not why:
            logger.warning("Ticks are sent again")
        self._why = why
        if not why:
            super().apply_entry(entry, producer)

    def _hindrance(self) -> str:
        """Why nothing is to be sent; "" when it is."""
        try:
            waiting = self._broker.llen(self._queue)
        except RedisError as error:
            return f"Redis is away ({error})"
        return f"{waiting} messages wait for a worker" if waiting >= MOST_WAITING else ""

    @cached_property
    def _broker(self) -> Any:
        return Redis.from_url(
            settings.CELERY_BROKER_URL, socket_connect_timeout=_SECONDS, socket_timeout=_SECONDS
        )

    @cached_property
    def _queue(self) -> str:
        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        return f"{prefix}{self.app.conf.task_default_queue}"
