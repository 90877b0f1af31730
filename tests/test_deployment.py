"""The commands of docker-compose.yml, word for word, on the test database: start, answer, stop."""

import json
import re
import signal
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil
import pytest
import yaml
from celery import Celery
from pytest_django import Settings
from redis import Redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config import healthcheck, slow_requests
from config.embedded.options import ROOT
from config.embedded.redis import free_port
from config.heartbeat import is_worker_alive
from games.models import WebHeartbeat
from tests.services import Process, product_environment, wait_until
from web.db import clock
from web.sockets import NOT_FOUND

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("image") == "undercut"}


@pytest.fixture
def environment(transactional_db: None, redis: Redis, tmp_path: Path) -> dict[str, str]:
    """What the compose file gives its services, with the test's database and directories."""
    return {
        **product_environment(tmp_path),
        "PATH": f"{ROOT / '.venv/bin'}:/usr/bin:/bin",
        "UNDERCUT_EMBEDDED": "0",
    }


def service(name: str, tmp_path: Path, environment: dict[str, str], **more: str) -> Process:
    """A service of the compose file as a process."""
    command = OURS[name]["command"]
    return Process(command, tmp_path / f"{name}.log", {**environment, **more})


def test_nothing_but_caddy_is_reached_from_outside() -> None:
    assert [name for name, parts in SERVICES.items() if "ports" in parts] == ["caddy"]


def test_the_proxy_waits_no_longer_than_the_embedded_server() -> None:
    assert settings_of_caddy("read_header") == f"{slow_requests.HEAD_SECONDS:.0f}s"
    assert settings_of_caddy("read_body") == f"{slow_requests.BODY_SECONDS:.0f}s"


def test_the_proxy_hands_on_whole_requests(settings: Settings) -> None:
    """All that it lets through fits in its buffer, with room for all that the pages take."""
    most, buffer = settings_of_caddy("max_size"), settings_of_caddy("request_buffers")
    assert most.endswith("MB")
    assert buffer.endswith("MB")
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE < int(most[:-2]) * 10**6 < int(buffer[:-2]) * 10**6


def settings_of_caddy(name: str) -> str:
    """What stands once in the Caddyfile behind a name."""
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    (value,) = re.findall(rf"^\s*{name} (\S+)$", text, re.MULTILINE)
    return value


def test_every_service_that_stays_is_looked_after() -> None:
    staying = [name for name in SERVICES if name != "migrate"]
    assert all("healthcheck" in SERVICES[name] for name in staying)
    assert all(SERVICES[name]["restart"] == "unless-stopped" for name in staying)


def test_secrets_have_no_default() -> None:
    named = {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "UNDERCUT_HOST"}
    example = dict(
        line.split("=", 1)
        for line in (ROOT / ".env.example").read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    text = (ROOT / "docker-compose.yml").read_text()
    assert example == dict.fromkeys(named, "")
    for name in named:
        assert f"${{{name}:?}}" in text
        assert f"${{{name}:-" not in text


def test_all_variables_are_known_to_the_settings() -> None:
    settings = (ROOT / "config" / "settings.py").read_text()
    given = set().union(*(parts["environment"] for parts in OURS.values()))
    of_the_programs = {"PORT", "UVICORN_HOST", "UVICORN_PORT"}
    assert {name for name in given - of_the_programs if f'"{name}"' not in settings} == set()


@pytest.mark.postgresql
def test_web_answers_with_the_static_files_of_the_image(
    environment: dict[str, str], tmp_path: Path
) -> None:
    environment["UNDERCUT_STATIC_ROOT"] = str(tmp_path / "static")
    collect = ["python", "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    with Process(collect, tmp_path / "collect.log", environment) as process:
        assert process.wait() == 0, process.output()
    port = free_port()
    with service("web", tmp_path, environment, PORT=str(port)) as web:
        wait_until(lambda: healthcheck.ailing("127.0.0.1", port) == ["worker"])
        wait_until(WebHeartbeat.objects.exists)
        assert healthcheck.main([str(port), "database", "redis"]) == 0
        assert healthcheck.main([str(port)]) == 1
        with urlopen(f"http://127.0.0.1:{port}/") as page:
            html = page.read().decode()
        files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', html)
        assert len(files) >= 2
        for address in files:
            with urlopen(f"http://127.0.0.1:{port}{address}") as file:
                assert "immutable" in file.headers["Cache-Control"]
        assert web.end() == 0


@pytest.mark.postgresql
def test_live_answers_and_speaks_web_sockets(environment: dict[str, str], tmp_path: Path) -> None:
    port = free_port()
    place = {"UVICORN_HOST": "127.0.0.1", "UVICORN_PORT": str(port)}
    with service("live", tmp_path, environment, **place) as live:
        wait_until(lambda: healthcheck.ailing("127.0.0.1", port) == ["worker"])
        assert healthcheck.main([str(port), *OURS["live"]["healthcheck"]["test"][5:]]) == 0
        with pytest.raises(HTTPError) as answer:  # no worker
            urlopen(f"http://127.0.0.1:{port}/api/v1/health/")
        assert json.load(answer.value)["checks"]["sockets"] == "ok"
        url, origin = f"ws://127.0.0.1:{port}/ws/tournaments/1/", f"http://127.0.0.1:{port}"
        with connect(url, origin=origin) as watcher:
            with pytest.raises(ConnectionClosed):
                watcher.recv(timeout=10)
            assert watcher.close_code == NOT_FOUND
        assert live.end() == -signal.SIGTERM  # uvicorn ends by the signal, once it has cleared up
        assert "Finished server process" in live.output()
    assert not WebHeartbeat.objects.exists()  # it takes no actions


@pytest.mark.postgresql
def test_worker_does_what_beat_asks(environment: dict[str, str], tmp_path: Path) -> None:
    with (
        service("worker", tmp_path, environment) as worker,
        service("beat", tmp_path, environment) as beat,
    ):
        worker.wait_for("Task tournaments.tasks.tick")
        worker.wait_for("succeeded")
        assert list(tmp_path.glob("beat-schedule*"))
        assert beat.end() == 0
        assert worker.end() == 0


@pytest.mark.postgresql
def test_bots_move_and_do_nothing_else(environment: dict[str, str], tmp_path: Path) -> None:
    """What is sent to the other queue stays there; nobody takes this worker for the other one."""
    with service("bots", tmp_path, environment) as bots:
        bots.wait_for(" ready.")
        assert psutil.Process(bots.pid).nice() == 19
        assert not is_worker_alive(clock.now())
        sent = Celery(broker=environment["REDIS_URL"], set_as_current=False)
        sent.conf.broker_transport_options = {"global_keyprefix": "undercut:"}
        sent.send_task("tournaments.tasks.tick")
        sent.send_task("games.tasks.move_bot", args=["no match", 1], queue="bots")
        bots.wait_for("Task games.tasks.move_bot")
        assert "tournaments.tasks.tick[" not in bots.output()
        assert bots.end() == 0


@pytest.mark.postgresql
def test_migrate_ends(environment: dict[str, str], tmp_path: Path) -> None:
    with service("migrate", tmp_path, environment) as migrate:
        assert migrate.wait() == 0, migrate.output()
