"""Which processes have a heartbeat, and that it goes on whatever happens to the database."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection

from config.embedded import commands
from config.embedded.listening import listen
from config.embedded.options import ROOT
from config.web_heartbeat import Heart
from games.models import Outage, WebHeartbeat
from tests.lines import Line
from tests.services import Process, product_environment, wait_until

FORKED = """
import os, threading
from config import web_heartbeat
print([thread.name for thread in threading.enumerate()][1:], flush=True)
web_heartbeat.begin()
if os.fork():
    os.wait()
else:
    print([thread.name for thread in threading.enumerate()][1:], flush=True)
    web_heartbeat.end()
    os._exit(0)
"""


@pytest.fixture
def heart(transactional_db: None) -> Iterator[Heart]:
    heart = Heart()
    yield heart
    heart.stop()


@pytest.fixture
def line(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    """What threads of this process reach the database through from now on, but for this one."""
    connection.ensure_connection()
    with Line(int(connection.settings_dict["PORT"])) as line:
        monkeypatch.setitem(connection.settings_dict, "PORT", line.port)
        yield line


def rename(table: str, to: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO {to}")


def is_written() -> bool:
    """Whether there has been a beat since the row was taken away."""
    return WebHeartbeat.objects.exists()


@pytest.mark.sampled
def test_it_goes_on_when_the_database_is_back(
    heart: Heart, caplog: pytest.LogCaptureFixture
) -> None:
    rename("games_webheartbeat", "away")
    try:
        heart.start()
        wait_until(lambda: "not written" in caplog.text)
    finally:
        rename("away", "games_webheartbeat")
    wait_until(is_written)
    wait_until(lambda: "written again" in caplog.text)
    assert len(caplog.messages) == 2


def last_beat() -> datetime:
    return WebHeartbeat.objects.get().at


def beat_again() -> None:
    """Wait for the next one."""
    before = last_beat()
    wait_until(lambda: last_beat() > before, seconds=20, what="a beat")


@pytest.mark.postgresql
def test_it_goes_on_beside_a_connection_on_which_nothing_is_answered(
    line: Line, heart: Heart
) -> None:
    """Others take actions meanwhile, so nobody may think that no process does."""
    heart.start()
    wait_until(is_written)
    line.silence()
    beat_again()  # one may have been under way
    beat_again()
    assert not Outage.objects.exists()


@pytest.mark.postgresql
@pytest.mark.sampled
def test_it_goes_on_after_a_server_that_answered_nobody(
    line: Line, heart: Heart, caplog: pytest.LogCaptureFixture
) -> None:
    heart.start()
    wait_until(is_written)
    line.is_silent = True
    wait_until(lambda: line.calls > 1)
    line.silence()
    line.is_silent = False
    wait_until(lambda: "written again" in caplog.text)
    beat_again()


def test_it_goes_on_whatever_went_wrong(
    heart: Heart, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def taken_out(_path: object) -> None:
        raise OSError("no such device")

    with monkeypatch.context() as disk:
        disk.setattr("shutil.disk_usage", taken_out)
        heart.start()
        wait_until(lambda: "not written" in caplog.text)
    wait_until(is_written)
    assert "no such device" in caplog.text


@pytest.mark.sampled
def test_the_embedded_server_beats_and_a_killed_one_has_an_outage(
    transactional_db: None, tmp_path: Path
) -> None:
    with listen("127.0.0.1", 0) as listener:
        environment = product_environment(tmp_path)
        web = Process(commands.web(listener.fileno()), tmp_path / "web.log", environment)
        web.descriptors = [listener.fileno()]
        with web:
            wait_until(is_written)
            web.end(signal.SIGKILL)
            last = WebHeartbeat.objects.get()
            last.at = last.at.replace(year=last.at.year - 1)
            last.save()
            web.start()
            wait_until(Outage.objects.exists)
            assert Outage.objects.get().began_at == last.at


@pytest.mark.sampled
def test_a_fork_of_a_process_that_beats_beats(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()\n" + FORKED],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.splitlines() == ["[]", "['web heartbeat']"], ended.stderr
