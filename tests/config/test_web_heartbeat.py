"""Which processes have a heartbeat, and that it goes on whatever happens to the database."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from config.embedded import commands
from config.embedded.listening import listen
from config.embedded.options import ROOT
from config.web_heartbeat import Heart
from games.models import Outage, WebHeartbeat
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
