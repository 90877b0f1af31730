"""How many requests somebody may make: a token bucket for each account and address, in Redis.

Limits are at club-night level, as a whole club sits behind one address. With Redis away requests
are let through: a club night matters more than the limit.
"""

import logging
from functools import cache

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

# KEYS[1] the bucket; ARGV its capacity, what flows in a second, what is taken, and whether that was
# had already. Returns 0 when it was taken, else the milliseconds until there is enough.
_TAKE = """
local at = redis.call('TIME')
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local capacity, flow = tonumber(ARGV[1]), tonumber(ARGV[2]) / 1000
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, since = tonumber(kept[1]) or capacity, tonumber(kept[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - since) * flow)
local wait = 0
local cost = tonumber(ARGV[3])
if ARGV[4] == '1' then tokens = math.max(0, tokens - cost)
elseif tokens >= cost then tokens = tokens - cost
else wait = math.ceil((cost - tokens) / flow) end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / flow))
return wait
"""


def seconds_to_wait(who: str, *, a_minute: int, at_once: int, cost: float = 1) -> float:
    """Take one request from the bucket of `who`; 0 when there was one, else how long until."""
    return _take(who, [at_once, a_minute / 60, cost, 0])


def charge(who: str, *, a_minute: int, at_once: int, cost: float) -> None:
    """Take what a request has cost beside what was taken before."""
    _take(who, [at_once, a_minute / 60, cost, 1])


def _take(who: str, arguments: list[float]) -> float:
    try:
        take = script(_TAKE, settings.REDIS_URL)
        wait = take(keys=[f"undercut:bucket:{who}"], args=arguments)
    except RedisError as error:
        logger.warning("No limit for %s: Redis is away (%s)", who, error)
        return 0
    return float(wait) / 1000


@cache
def script(lua: str, url: str) -> Script:
    """A script on the Redis at this address."""
    return client_of(url).register_script(lua)


@cache
def client_of(url: str) -> Redis:
    """A client of the Redis at this address; nobody waits long for an answer of it."""
    return Redis.from_url(
        url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0)
    )
