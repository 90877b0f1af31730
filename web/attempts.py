"""Tries of a secret that failed, counted in Redis: whoever fails too often has to wait.

A whole club sits behind one address, and anybody may type anybody's e-mail address. So only what
fails with one account from one address is locked there. An account or an address at which much
fails is slowed down, so that nobody is kept out by what others do. A device that is known for an
account has a count of its own, and none of the others concerns it.

A try counts as failed until it is told otherwise: tries at one moment can't slip past the counts.
With Redis away nothing is counted, as in `throttle`; the slots for passwords (`password_slots`)
hold all the same.
"""

import logging
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from redis.exceptions import RedisError

from kernel.text import N_, Refusal, Text
from web.password_slots import TryAgain
from web.throttle import client_of, script

logger = logging.getLogger(__name__)

WINDOW = 15 * 60  # seconds after which failures are forgotten
ADDRESS_SLOWED_AFTER = 100
SLOWED_TO = 1.0  # seconds from one try to the next, of an account or an address that is slowed

LOCKED_OUT = Text(
    "locked_out", N_("Too many attempts with this account. Wait a quarter of an hour.")
)
SLOWED_DOWN = Text(
    "slowed_down", N_("Too many attempts from here have failed. Try again in a few seconds.")
)


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted together, and what happens above `most` failures: with a `pause` one try in
    so many seconds, without one none until the failures are forgotten."""

    name: str
    most: int
    pause: float = 0.0


def address_count(what: str, address: str) -> Count:
    """What fails of one kind (`password`, `pin`, `link`) from one address."""
    return Count(f"{what}:at:{address}", ADDRESS_SLOWED_AFTER, SLOWED_TO)


@contextmanager
def trying(*counts: Count) -> Iterator[None]:
    """A try: it failed when it is refused inside, and does not count when it was not made at all.

    Raises TryAgain when it may not be made now.
    """
    begin(*counts)
    try:
        yield
    except BaseException as error:
        if isinstance(error, TryAgain) or not isinstance(error, Refusal):
            take_back(*counts)
        raise
    take_back(*counts, forget_locks=True)


def begin(*counts: Count) -> None:
    """Count a try, for what counts whether it fails or not. Raises TryAgain when it may not be
    made now."""
    limits = [part for count in counts for part in (count.most, int(count.pause * 1000))]
    place, wait = _ask(_BEGIN, counts, [WINDOW * 1000, *limits]) or (0, 0)
    if place == 0:
        return
    seconds = max(1, math.ceil(wait / 1000))
    if place < 0:
        logger.warning("No more failed tries for now: %s", counts[-place - 1].name)
        return
    text = SLOWED_DOWN if counts[place - 1].pause else LOCKED_OUT
    raise TryAgain(text, seconds)


def forget(name: str) -> None:
    """Forget what failed by the counts whose names begin so."""
    try:
        client = client_of(settings.REDIS_URL)
        for key in client.scan_iter(match=f"{_PREFIX}{name}*", count=1000):
            client.delete(key)
    except RedisError as error:
        logger.warning("Failed tries are not forgotten: Redis is away (%s)", error)


def take_back(*counts: Count, forget_locks: bool = False) -> None:
    """Count a try no more that did not fail; forget what would lock, if it even succeeded."""
    _ask(_TAKE_BACK, counts, [int(forget_locks and not count.pause) for count in counts])


def _ask(lua: str, counts: Sequence[Count], arguments: Sequence[int]) -> Any:
    try:
        keys = [_PREFIX + count.name for count in counts]
        return script(lua, settings.REDIS_URL)(keys=keys, args=arguments)
    except RedisError as error:
        logger.warning("Tries are not counted: Redis is away (%s)", error)
        return None


_PREFIX = "undercut:tries:"

# KEYS the counts; ARGV the milliseconds for which failures are kept, then of each count its most
# and its pause. Returns {place, milliseconds} of the count that lets nobody through now, else
# {0, 0}, or {-place, 0} of one that has just reached its most.
_BEGIN = """
for i, key in ipairs(KEYS) do
    if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[2 * i]) then
        local pausing = tonumber(ARGV[2 * i + 1]) > 0
        local wait = redis.call('PTTL', pausing and key .. ':pause' or key)
        if wait > 0 then return {i, wait} end
    end
end
local full = 0
for i, key in ipairs(KEYS) do
    local most, pause = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
    local number = redis.call('INCR', key)
    if number == 1 or pause == 0 then redis.call('PEXPIRE', key, ARGV[1]) end
    if pause > 0 and number >= most then redis.call('SET', key .. ':pause', 1, 'PX', pause) end
    if number == most then full = -i end
end
return {full, 0}
"""

# KEYS the counts; ARGV for each 1 to forget it, 0 to count one less.
_TAKE_BACK = """
for i, key in ipairs(KEYS) do
    if ARGV[i] == '1' then
        redis.call('DEL', key)
    elseif tonumber(redis.call('GET', key) or 0) > 0 then
        redis.call('DECR', key)
    end
end
"""
