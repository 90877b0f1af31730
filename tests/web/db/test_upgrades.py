"""Databases of older programs are upgraded, and a new one is like them.

The backups in `tests/data/upgrades` were made by the program of the commit after which each is
called, the last before "Right and safe" and the last before "The house, part two": its demo club,
and an evening with all that is said of hands (counts and cards, undercuts, gin, void hands, a
correction, rulings, one of them taken back, penalties), a final with a game ahead, a Swiss, and at
the later one a refused double. `snapshots.json` is what that program's `snapshot` said of each
tournament.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import psycopg
import pytest
from django.db import connection

from config.embedded.options import ROOT
from tests.services import product_environment

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

UPGRADES = ROOT / "tests/data/upgrades"
BEFORE_RIGHT_AND_SAFE, BEFORE_ANY_SEATS = "1d8f1d3.zip", "d1efe75.zip"
BACKUPS = [BEFORE_RIGHT_AND_SAFE, BEFORE_ANY_SEATS]


@contextmanager
def empty_database(directory: Path) -> Iterator[str]:
    """The address of a database in which nothing is, beside the one under test."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{directory / 'upgraded.sqlite3'}"
        return
    options = connection.get_connection_params()
    server = {key: options[key] for key in ("host", "port", "user", "password") if key in options}
    name = f"{options['dbname']}_upgraded"
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            own = product_environment(directory)["DATABASE_URL"]
            yield f"{own.rpartition('/')[0]}/{name}"
        finally:
            admin.execute(f"DROP DATABASE {name}")


@cache
def upgraded(*backup: str) -> dict[str, Any]:
    """What is in a database after an upgrade from a backup, or in a new one."""
    command = [sys.executable, "-m", "tests.upgrading", *(UPGRADES / name for name in backup)]
    with TemporaryDirectory() as directory, empty_database(Path(directory)) as address:
        environment = product_environment(Path(directory)) | {"DATABASE_URL": address}
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
        )
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def of_today(snapshots: dict[str, Any]) -> dict[str, Any]:
    """What an older program said, in the words of today's: a match says its game, the counts of a
    hand are by seat, none was cut off, how the first dealer was found is noted, no series has a
    notice, and a stage has what was repaired of it and no match that was left open."""
    for tournament in snapshots.values():
        for stage in tournament["stages"]:
            stage.setdefault("repaired", [])
            stage["said"]["left_open"] = []
            for round in stage["rounds"]:
                round["left_open"] = []
            for board in boards_of(stage):
                board["game"] = "gin"
                board["first_deal"] = None
                board["notices"] = []
                for hand in board["hands"]:
                    counts = [hand.pop("knocker_count"), hand.pop("defender_count")]
                    hand["counts"] = counts[::-1] if hand["knocker"] == 1 else counts
                    hand["cut_off"] = ""
    return snapshots


def boards_of(stage: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for round in stage["rounds"]:
        for pairing in round["pairings"]:
            yield from pairing["boards"]


@pytest.mark.parametrize("name", BACKUPS)
def test_an_older_database_says_the_same(name: str) -> None:
    with ZipFile(UPGRADES / name) as backup:
        before = of_today(json.loads(backup.read("snapshots.json")))
        hands = [json.loads(line) for line in backup.read("games.HandFact.jsonl").splitlines()]
    left = upgraded(name)
    assert len(before) >= 7
    assert left["snapshots"] == before
    # Backwards the counts are the knocker's and the defender's again.
    assert left["back"] == [
        [hand["id"], hand["knocker_count"], hand["defender_count"]] for hand in hands
    ]
    assert left["wishes"] == [["ada@club.example", "next_match"]]
    first, *others = left["languages"]
    assert first == ["ada@club.example", "de"]
    assert {language for _email, language in others} == {""}


def test_namesakes_of_an_older_database_are_told_apart() -> None:
    players = upgraded(BEFORE_RIGHT_AND_SAFE)["players"]
    assert {"Jan Jansen", "Jan Jansen (Leiden)"} <= set(players)


@pytest.mark.parametrize("name", BACKUPS)
def test_a_new_database_is_like_an_upgraded_one(name: str) -> None:
    """A backup of either is restored into the other: the migrations that were applied are the
    same, and so are all tables, whatever way they were made."""
    new, old = upgraded(), upgraded(name)
    assert new["applied"] == old["applied"]
    assert new["schema"] == old["schema"]
