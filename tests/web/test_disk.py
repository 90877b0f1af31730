"""A disk that fills up: it is said in time, and nothing is written by halves."""

import json
import logging
import shutil
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from django.test import Client
from redis import Redis

from config import healthcheck
from kernel.permissions import SYSTEM
from players.models import Club
from tests.builders import NOW, make_club, owner_of, sign_in
from tournaments.services.events.ticking import tick
from web import disk
from web.disk import DiskRoom, room_of

GB, MB = 10**9, 10**6


@pytest.mark.parametrize(
    ("total", "free", "found"),
    [
        (100 * GB, 200 * MB, DiskRoom.OK),
        (100 * GB, 200 * MB - 1, DiskRoom.LOW),
        (4 * GB, 41 * MB, DiskRoom.OK),
        (4 * GB, 39 * MB, DiskRoom.LOW),
        (100 * GB, 20 * MB, DiskRoom.LOW),
        (100 * GB, 20 * MB - 1, DiskRoom.FULL),
        (4 * GB, 0, DiskRoom.FULL),
    ],
)
def test_what_is_little_room(total: int, free: int, found: DiskRoom) -> None:
    assert room_of(total=total, free=free) == found


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many bytes the operating system says are free."""

    def set_free(number: int) -> None:
        usage = SimpleNamespace(total=100 * GB, used=100 * GB - number, free=number)
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)

    return set_free


@pytest.mark.django_db
def test_health_tells_of_it_and_stays_well(free: Callable[[int], None]) -> None:
    assert Client().get("/api/v1/health/").json()["checks"]["disk"] == "ok"
    free(199 * MB)
    answer = Client().get("/api/v1/health/").json()
    assert answer["checks"]["disk"] == "low"
    # Of the parts that can fail only the worker is missing here.
    assert [part for part, well in answer["checks"].items() if well == "failed"] == ["worker"]


def test_a_server_with_little_room_is_well_enough_to_start() -> None:
    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"checks": {"database": "ok", "worker": "failed", "disk": "low"}})
            self.send_response(503)
            self.end_headers()
            self.wfile.write(body.encode())

    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        assert healthcheck.ailing("127.0.0.1", server.server_port) == ["worker"]
        thread.join()


@pytest.mark.django_db
def test_the_owner_reads_it_and_nobody_else(free: Callable[[int], None], client: Client) -> None:
    club = make_club()
    free(100 * MB)
    assert "nearly full" not in client.get(f"/c/{club.slug}/").text
    sign_in(client, owner_of(club))
    assert "nearly full" in client.get(f"/c/{club.slug}/").text
    free(300 * MB)
    assert "nearly full" not in client.get(f"/c/{club.slug}/").text


@pytest.mark.django_db
def test_the_log_says_it_once_an_hour(
    free: Callable[[int], None], caplog: pytest.LogCaptureFixture, redis: Redis
) -> None:
    redis.flushall()
    free(100 * MB)
    with caplog.at_level(logging.WARNING, disk.logger.name):
        for _ in range(3):
            tick(by=SYSTEM, now=NOW)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "The disk is nearly full"
    ]


@pytest.mark.django_db
def test_on_a_full_disk_writes_are_refused_before_they_begin(
    free: Callable[[int], None], client: Client
) -> None:
    club = make_club()
    sign_in(client, owner_of(club))
    free(19 * MB)
    answer = client.post("/api/v1/clubs/", {"name": "Another"}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (507, "disk_full")
    page = client.post("/clubs/new/", {"name": "Another"})
    assert page.status_code == 507
    assert "what you typed is still there" in page.text
    assert Club.objects.count() == 1
    assert client.get(f"/c/{club.slug}/").status_code == 200
