"""Whether the parts of the server are well: said truly, with parts that really live and die."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from redis import Redis

from tests.services import Worker, wait_until

pytestmark = pytest.mark.sampled


def health() -> tuple[int, dict[str, Any]]:
    response = Client(raise_request_exception=False).get("/api/v1/health/")
    return response.status_code, response.json()


PARTS = ("database", "redis", "worker", "disk")
ALL_WELL = (200, {"status": "ok", "checks": dict.fromkeys(PARTS, "ok")})


def failed(**parts: str) -> tuple[int, dict[str, Any]]:
    checks = dict.fromkeys(PARTS, "ok") | parts
    return 503, {"status": "failed", "checks": checks}


@pytest.mark.django_db
def test_without_a_worker_it_is_said() -> None:
    assert health() == failed(worker="failed")


@pytest.mark.django_db
def test_without_redis_it_is_said(settings: Settings) -> None:
    cache = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": cache}
    assert health() == failed(redis="failed", worker="failed")


def test_a_worker_is_seen_as_long_as_it_lives(worker: Worker, redis: Redis) -> None:
    wait_until(lambda: health() == ALL_WELL, what="a healthy server")
    redis.flushall()
    wait_until(lambda: health() == ALL_WELL, what="the worker's next sign of life")
    worker.kill()
    wait_until(lambda: health() == failed(worker="failed"), seconds=10, what="the worker's end")
    worker.start()
    wait_until(lambda: health() == ALL_WELL, what="the worker's return")
    worker.end()
    assert health() == failed(worker="failed")
