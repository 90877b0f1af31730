"""How much room the disk has on which this server keeps its data.

That is the disk of the SQLite database, else that of the data directory; a PostgreSQL server looks
after its own.
"""

import logging
import shutil
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

LOW, FULL = 200_000_000, 20_000_000
"""Bytes that are free: below the first it is said, below the second nothing is written."""

LOW_SHARE = 0.01
"""On a small disk it is low later: at this part of it."""

SAID_FOR = 3600  # seconds

logger = logging.getLogger(__name__)


class DiskRoom(StrEnum):
    OK = "ok"
    LOW = "low"
    FULL = "full"


def room_of(*, total: int, free: int) -> DiskRoom:
    """How much room a disk of so many bytes has."""
    if free < FULL:
        return DiskRoom.FULL
    return DiskRoom.LOW if free < min(LOW, LOW_SHARE * total) else DiskRoom.OK


def room() -> DiskRoom:
    """How much room there is now."""
    usage = shutil.disk_usage(_place())
    return room_of(total=usage.total, free=usage.free)


def say_when_low() -> None:
    """Note in the log that there is little room, once an hour from all processes together."""
    found = room()
    if found == DiskRoom.OK:
        return
    try:
        is_news = cache.add("disk-said", found, SAID_FOR)
    except RedisError:
        is_news = True
    if is_news:
        free = shutil.disk_usage(_place()).free // 1_000_000
        logger.warning("The disk is nearly full: %d MB are free at %s", free, _place())


def _place() -> Path:
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        return Path(database["NAME"]).parent
    return settings.DATA_DIR
