"""Copies of what was made, kept in Redis. With Redis away there are none, and nothing fails."""

import logging
from typing import TypeVar

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Copy = TypeVar("Copy", str, bytes)


def find_copy(key: str, kind: type[Copy]) -> Copy | None:
    """The copy of that kind under a key; None where there is none, and with Redis away."""
    try:
        found = cache.get(key)
    except (RedisError, OSError) as error:
        logger.warning("No copy of a page can be had: Redis is away (%s)", error)
        return None
    return found if isinstance(found, kind) else None


def keep_copy(key: str, copy: str | bytes, seconds: int) -> None:
    """Keep a copy for so long, at most."""
    try:
        cache.set(key, copy, seconds)
    except (RedisError, OSError) as error:
        logger.warning("No copy of a page is kept: Redis is away (%s)", error)
