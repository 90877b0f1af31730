"""Whether a worker lives is found out also where Redis was away in between."""

import pytest
from django.core.cache import cache
from redis import Redis

from config.heartbeat import KEY, is_worker_alive
from web.db import clock


@pytest.mark.django_db
def test_a_worker_is_asked_though_an_earlier_connection_was_lost(redis: Redis) -> None:
    cache.delete(KEY)
    assert not is_worker_alive(clock.now())
    own = redis.client_id()
    for client in redis.client_list():
        if int(client["id"]) != own:
            redis.client_kill_filter(_id=client["id"])
    assert not is_worker_alive(clock.now())
