"""What requests and tasks tell goes through one loop and one connection of their process."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from copy import deepcopy

import pytest
from pytest_django import Settings
from redis import Redis
from redis.client import PubSub

from tests.lines import Line
from web import socket_echo
from web.socket_sending import send_to_groups

GROUP = "sending.seats"


@pytest.fixture
def heard(redis: Redis) -> Iterator[PubSub]:
    """What is published for groups whose names begin like that of the group."""
    with closing(redis.pubsub()) as subscription:
        subscription.psubscribe(f"*{GROUP}*")
        assert subscription.get_message(timeout=5)  # it is subscribed
        yield subscription


def messages(heard: PubSub, number: int) -> list[bytes]:
    found = [heard.get_message(timeout=5) for _ in range(number)]
    return [message["data"] for message in found if message]


def publishers(redis: Redis) -> set[str]:
    """The connections whose last command was to publish."""
    return {client["id"] for client in redis.client_list() if client["cmd"] == "publish"}


def test_many_at_once_share_one_connection(redis: Redis, heard: PubSub) -> None:
    before = publishers(redis)
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda _: send_to_groups({GROUP: {"type": "told"}}), range(20)))
    assert len(messages(heard, 20)) == 20
    assert len(publishers(redis) - before) <= 1


def test_each_group_gets_its_message_in_order(heard: PubSub) -> None:
    groups = [f"{GROUP}.{number}" for number in range(3)]
    send_to_groups({group: {"type": "told", "to": group} for group in groups})
    told = messages(heard, 3)
    assert all(group.encode() in message for group, message in zip(groups, told, strict=True))


def test_a_process_that_was_forked_sends_too(heard: PubSub) -> None:
    send_to_groups({GROUP: {"type": "told"}})  # the parent's loop runs
    child = os.fork()
    if child == 0:
        status = 1
        try:
            send_to_groups({GROUP: {"type": "told", "by": "child"}})
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert b"child" in messages(heard, 2)[1]


def test_with_redis_away_it_raises_and_sends_again_when_it_is_back(
    redis: Redis, heard: PubSub, settings: Settings
) -> None:
    layers = deepcopy(settings.CHANNEL_LAYERS)
    with Line(settings.REDIS_PORT) as line:
        address = settings.REDIS_URL.replace(str(settings.REDIS_PORT), str(line.port))
        layers["default"]["CONFIG"]["hosts"][0]["address"] = address
        settings.CHANNEL_LAYERS = layers
        send_to_groups({GROUP: {"type": "told"}})
        line.is_down = True
        line.cut()
        with pytest.raises(socket_echo.FAULTS):
            send_to_groups({GROUP: {"type": "told"}})
        line.is_down = False
        send_to_groups({GROUP: {"type": "told"}})
        assert len(messages(heard, 2)) == 2
