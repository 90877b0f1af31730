"""The database is away for a moment: nobody reads of a mistake, and nothing is lost."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.parse import urlsplit, urlunsplit
from urllib.request import Request, urlopen

import psycopg
import pytest
from celery import shared_task
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection
from django.test import Client
from psycopg import errors
from redis import Redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config.away import NotAsFault, is_away
from config.embedded.redis import free_port
from tests.builders import make_club, make_tournament
from tests.lines import Line
from tests.services import Process, database_url, product_environment, wait_until
from tests.test_deployment import service
from web.sockets import TRY_AGAIN_LATER


def raised(error: Exception, cause: BaseException) -> Exception:
    error.__cause__ = cause
    return error


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (raised(OperationalError(), psycopg.OperationalError("server closed")), True),
        (raised(OperationalError(), errors.AdminShutdown()), True),
        (raised(OperationalError(), errors.CannotConnectNow()), True),
        (raised(OperationalError(), errors.TooManyConnections()), True),
        (raised(DatabaseError(), errors.ReadOnlySqlTransaction()), True),
        (InterfaceError("connection already closed"), True),
        (raised(OperationalError(), sqlite_error(sqlite3.SQLITE_BUSY)), True),
        (raised(OperationalError(), sqlite_error(sqlite3.SQLITE_ERROR)), False),
        (raised(OperationalError(), errors.DeadlockDetected()), False),
        (raised(DatabaseError(), errors.UndefinedTable()), False),
        (raised(IntegrityError(), errors.UniqueViolation()), False),
        (InterfaceError("cursor already closed"), False),
        (ValueError("closed"), False),
        (None, False),
    ],
)
def test_which_errors_say_that_it_is_away(error: Exception | None, expected: bool) -> None:
    assert is_away(error) == expected


def test_django_says_nothing_of_its_own() -> None:
    away = raised(OperationalError(), errors.AdminShutdown())
    for error, is_said in ((away, False), (ValueError(), True)):
        record = logging.LogRecord("django.request", 40, "", 0, "", (), (type(error), error, None))
        assert NotAsFault().filter(record) == is_said


AWAY = raised(OperationalError(), psycopg.OperationalError("connection refused"))


@shared_task(name="tests.failing")
def failing(*, is_away: bool) -> None:
    raise AWAY if is_away else ZeroDivisionError


def test_tasks_say_in_one_line_that_it_is_away(caplog: pytest.LogCaptureFixture) -> None:
    """Their own faults with all that there is."""
    for _ in range(3):
        failing.apply(kwargs={"is_away": True}, throw=False)
    assert [record for record in caplog.records if record.exc_info] == []
    assert sum(text.startswith("The database is away") for text in caplog.messages) <= 1
    failing.apply(kwargs={"is_away": False}, throw=False)
    assert caplog.records[-1].exc_info is not None


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_read_is_tried_once_more_on_a_fresh_connection() -> None:
    club, ended = make_club(), []
    options = connection.get_connection_params()
    parts = ("host", "port", "user", "password")
    server = {name: options[name] for name in parts if name in options}

    def end_the_first(execute, sql, params, many, context):
        if not ended and "players_club" in sql:
            ended.append(sql)
            with psycopg.connect(dbname="postgres", autocommit=True, **server) as other:
                pid = connection.connection.info.backend_pid
                other.execute("SELECT pg_terminate_backend(%s)", [pid])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(end_the_first):
        answer = Client(raise_request_exception=False).get(f"/c/{club.slug}/")
    assert ended
    assert answer.status_code == 200


def asked(url: str, data: bytes | None = None) -> SimpleNamespace:
    """The answer to a request, an error too."""
    request = Request(url, data, {"Content-Type": "application/json"} if data else {})
    try:
        with urlopen(request) as answer:
            return SimpleNamespace(status=answer.status, headers=answer.headers, body=answer.read())
    except HTTPError as answer:
        return SimpleNamespace(status=answer.code, headers=answer.headers, body=answer.read())


@pytest.fixture
def line(transactional_db: None) -> Iterator[Line]:
    with Line(int(connection.settings_dict["PORT"])) as made:
        yield made


@pytest.fixture
def environment(line: Line, redis: Redis, tmp_path: Path) -> dict[str, str]:
    """What the compose file gives its services, with the database at the end of the line."""
    given = urlsplit(database_url())
    user = given.netloc.rpartition("@")[0]
    return {
        **product_environment(tmp_path),
        "DATABASE_URL": urlunsplit(given._replace(netloc=f"{user}@127.0.0.1:{line.port}")),
        "UNDERCUT_CONNECTION_SECONDS": "60",
        "UNDERCUT_EMBEDDED": "1",
        "PATH": f"{Path(__file__).parents[2] / '.venv/bin'}:/usr/bin:/bin",
    }


@pytest.fixture
def web(environment: dict[str, str], tmp_path: Path) -> Iterator[tuple[str, Process]]:
    port = free_port()
    with service("web", tmp_path, environment, PORT=str(port)) as running:
        at = f"http://127.0.0.1:{port}"
        running.wait_for("Listening at")
        wait_until(lambda: asked(f"{at}/offline/").status == 200)
        yield at, running


@pytest.mark.postgresql
def test_pages_and_api_say_that_it_is_away_and_go_on(line: Line, web: tuple[str, Process]) -> None:
    at, running = web
    club = make_club()
    page, call = f"{at}/c/{club.slug}/", f"{at}/api/v1/clubs/{club.slug}/players/"
    assert asked(page).status == asked(call).status == 200
    line.cut()  # a restart between two visits
    assert asked(page).status == 200
    line.is_down = True
    line.cut()
    away = [asked(page), asked(call), asked(f"{at}/api/v1/auth/login/", b"{}")]
    for answer in away[:2]:
        assert answer.status == 503
        assert answer.headers["Retry-After"] == "3"
    assert b'http-equiv="refresh" content="3"' in away[0].body
    assert json.loads(away[1].body)["error"]["code"] == "database_away"
    assert away[2].status in (400, 503)
    line.is_down = False
    assert asked(page).status == asked(call).status == 200
    said = running.output()
    assert "Traceback" not in said
    assert 1 <= said.count("The database is away") <= 2  # a line for each of its two processes


@pytest.mark.postgresql
def test_a_socket_is_told_to_come_back(
    line: Line, environment: dict[str, str], tmp_path: Path
) -> None:
    tournament, port = make_tournament(), free_port()
    place = {"UVICORN_HOST": "127.0.0.1", "UVICORN_PORT": str(port)}
    url, origin = (
        f"ws://127.0.0.1:{port}/ws/tournaments/{tournament.pk}/",
        f"http://127.0.0.1:{port}",
    )
    with service("live", tmp_path, environment, **place) as live:
        live.wait_for("Uvicorn running")
        cookie = {"Cookie": "sessionid=of-somebody-who-is-looked-up"}
        with connect(url, origin=origin, additional_headers=cookie) as watcher:
            assert json.loads(watcher.recv(timeout=10))["version"]
        line.is_down = True
        line.cut()
        with connect(url, origin=origin, additional_headers=cookie) as watcher:
            with pytest.raises(ConnectionClosed):
                watcher.recv(timeout=10)
            assert watcher.close_code == TRY_AGAIN_LATER
        line.is_down = False
        with connect(url, origin=origin, additional_headers=cookie) as watcher:
            assert json.loads(watcher.recv(timeout=10))["version"]
        assert "Traceback" not in live.output()
