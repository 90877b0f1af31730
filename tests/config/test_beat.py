"""The beat where its ticks reach nobody: it sends none, and the log says so once."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from redis import Redis

from config.beat import MOST_WAITING
from config.embedded.options import ROOT
from tests.services import Process, product_environment, wait_until
from tests.test_deployment import service

QUEUE = f"{settings.CELERY_BROKER_TRANSPORT_OPTIONS['global_keyprefix']}celery"


@pytest.fixture
def beat(redis: Redis, tmp_path: Path) -> Iterator[Process]:
    environment = {
        **product_environment(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3",  # a beat reads none
        "PATH": f"{ROOT / '.venv/bin'}:{os.environ['PATH']}",
        "UNDERCUT_TICK_SECONDS": "0.05",
    }
    with service("beat", tmp_path, environment) as running:
        running.wait_for("Sending due task")
        yield running


def sent(beat: Process) -> int:
    return beat.output().count("Sending due task tick ")


@pytest.mark.sampled
def test_a_queue_that_nobody_empties_does_not_grow(beat: Process, redis: Redis) -> None:
    beat.wait_for("No ticks are sent")
    waiting = redis.llen(QUEUE)
    assert 0 < waiting <= MOST_WAITING + 1
    redis.delete(QUEUE)
    beat.wait_for("Ticks are sent again")
    wait_until(lambda: redis.llen(QUEUE) > 0)
    assert beat.output().count("No ticks are sent") == 1


@pytest.mark.sampled
def test_of_a_broker_that_is_away_it_says_so_once(beat: Process, redis_process: Process) -> None:
    redis_process.end(signal.SIGKILL)
    try:
        beat.wait_for("No ticks are sent: Redis is away")
    finally:
        redis_process.start()
    beat.wait_for("Ticks are sent again")
    before = sent(beat)
    wait_until(lambda: sent(beat) > before)
    assert beat.output().count("No ticks are sent") == 1
    assert "Traceback" not in beat.output()
