"""What is written to the logs is bounded, whatever is asked for."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.embedded import data
from config.embedded.processes import keep
from config.logs import LONGEST_LINE, OFTEN, Bounded, NotEachSecond
from tests.builders import make_tournament, make_user, sign_in


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the handler of the settings would write."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    plain = settings.LOGGING["formatters"]["plain"]
    assert plain["()"] == "config.logs.Bounded"
    handler.setFormatter(Bounded(plain["format"]))
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


def test_a_long_path_is_one_short_line(log: io.StringIO, db: None) -> None:
    for path in ("/" + "x" * 60_000, "/c/" + "%0A" * 20_000 + "/"):
        assert Client().get(path).status_code == 404
    lines = log.getvalue().splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= LONGEST_LINE


def test_what_was_sent_begins_no_line_of_its_own(log: io.StringIO) -> None:
    logging.getLogger("players").warning("No limit for %s", "x\r\n2026 WARNING made up\rend")
    assert log.getvalue().count("\n") == 1
    assert "\r" not in log.getvalue()


def test_what_others_did_wrong_has_no_traceback(log: io.StringIO, db: None) -> None:
    tournament, stranger = make_tournament(), Client()
    sign_in(stranger, make_user())
    desk = f"/c/{tournament.club.slug}/{tournament.slug}/desk/"
    asked = [
        (stranger.get(desk), 403),
        (Client().get("/nowhere/"), 404),
        (Client().get("/?q=%00"), 400),
        (Client().get("/", headers={"Host": "evil.example"}), 400),
        (Client().get("/", headers={"Host": "x" * 60_000}), 400),
        (Client(enforce_csrf_checks=True).post("/sign-in/"), 403),
    ]
    assert [answer.status_code for answer, _ in asked] == [status for _, status in asked]
    said = log.getvalue()
    assert "Traceback" not in said
    assert max(map(len, said.splitlines())) <= LONGEST_LINE
    assert len(said.splitlines()) == len(asked)


def test_our_own_faults_have_one(log: io.StringIO) -> None:
    try:
        raise ValueError("x" * 60_000)
    except ValueError:
        logging.getLogger("django.request").exception("a fault", extra={"status_code": 500})
    said = log.getvalue()
    assert said.count("a fault") == 1
    assert "ValueError" in said or "xxxx" in said
    assert len(said) < 25_000


def test_what_a_process_says_is_turned_over_by_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "_LOG_BYTES", 10_000)
    log = tmp_path / "web.log"
    lines = [f"line {number} {'x' * 80}" for number in range(2000)]
    keep(io.BytesIO("\n".join([*lines, "y" * 100_000]).encode()), log)
    kept = sorted(tmp_path.iterdir())
    assert [file.name for file in kept] == ["web.log", "web.log.1", "web.log.2"]
    assert all(file.stat().st_size <= 10_000 for file in kept)
    assert log.read_text().endswith("y\n")


@pytest.mark.parametrize("name", OFTEN)
def test_what_is_done_each_second_is_said_when_it_goes_wrong(name: str) -> None:
    said = "Task %(name)s[%(id)s] succeeded in %(runtime)ss: %(return_value)s"
    context = {"name": name, "id": 1, "runtime": 0.01, "return_value": None}
    record = logging.makeLogRecord({"msg": said, "args": context, "levelno": logging.INFO})
    assert not NotEachSecond().filter(record)
    record.levelno = logging.ERROR
    assert NotEachSecond().filter(record)
    other = context | {"name": "tournaments.tasks.tick"}
    record.levelno, record.args = logging.INFO, other
    assert NotEachSecond().filter(record)
