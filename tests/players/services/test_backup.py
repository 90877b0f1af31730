"""Backups: whole, from one moment, and taken back by either database."""

import hashlib
import json
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from games.models import Outage, WebHeartbeat
from games.services.uptime import beat
from players.models import Club, User
from players.services.backup import back_up
from tests.builders import NOW, make_club, make_players, make_tournament
from tests.services import Process, product_environment
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled]

Content = dict[str, list[object]]


def read(path: Path) -> Content:
    """The rows of every table of a backup; PostgreSQL may order the keys of a JSON value anew."""
    with ZipFile(path) as archive:
        tables = [name for name in archive.namelist() if name.endswith(".jsonl")]
        return {
            table: [json.loads(line) for line in archive.read(table).splitlines()]
            for table in tables
        }


def read_manifest(path: Path) -> dict[str, Any]:
    with ZipFile(path) as archive:
        return json.loads(archive.read("manifest.json"))


def rewrite(path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Change one part of a backup, as a disk that goes bad would."""
    with ZipFile(path) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    with ZipFile(path, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, change(content) if part == name else content)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "club.zip"


def test_a_club_comes_back_as_it_was(tmp_path: Path, file: Path) -> None:
    call_command("demo", accounts=str(tmp_path / "accounts"))
    call_command("backup", file)
    before = read(file)
    Club.objects.update(name="Nothing of it is left")
    make_players(Club.objects.get(), 3)
    call_command("restore", file, replace=True)
    back_up(path=file)
    assert read(file) == before
    assert len(before["tournaments.Tournament.jsonl"]) == Tournament.objects.count() > 0


def test_new_rows_follow_the_restored_ones(file: Path) -> None:
    club = make_club()
    kept = make_players(club, 3)
    back_up(path=file)
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", file)
    assert make_players(Club.objects.get(), 1)[0].pk > kept[-1].pk


def test_another_database_takes_it_and_gives_it_back(tmp_path: Path, file: Path) -> None:
    """A club moves from the database under test to a new SQLite file, and home again."""
    make_tournament()
    back_up(path=file)
    away = tmp_path / "away.zip"
    environment = product_environment(tmp_path)
    environment["DATABASE_URL"] = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    for command in (("restore", str(file)), ("backup", str(away))):
        run = [sys.executable, "manage.py", *command, "--skip-checks"]
        with Process(run, tmp_path / "log", environment) as process:
            assert process.wait() == 0, process.output()
    assert read(away) == read(file)
    call_command("restore", away, replace=True)
    back_up(path=file)
    assert read(file) == read(away)


def test_it_is_one_moment_while_others_write(file: Path) -> None:
    """A writer adds a club and its player together; no backup may have one without the other."""
    written, stop = threading.Event(), threading.Event()

    def write() -> None:
        try:
            while not stop.is_set():
                with transaction.atomic():
                    make_players(make_club(), 1)
                written.set()
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert written.wait(20)
        for _ in range(10):
            back_up(path=file)
            content = read(file)
            counts = {len(content[f"players.{name}.jsonl"]) for name in ("Club", "Player", "User")}
            assert len(counts) == 1
            assert counts != {0}
    finally:
        stop.set()
        writer.join()


def test_every_table_is_in_a_backup_or_is_that_of_the_migrations() -> None:
    """One that Django does not know of, and that refers to others, keeps PostgreSQL from emptying
    them."""
    known = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    with connection.cursor() as cursor:
        assert {*connection.introspection.table_names(cursor)} - known == {"django_migrations"}


def test_what_is_there_is_not_given_up_unasked(file: Path) -> None:
    make_club()
    back_up(path=file)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", file)


def test_what_a_server_leaves_by_itself_may_be_given_up(file: Path) -> None:
    make_club()
    back_up(path=file)
    call_command("flush", interactive=False, verbosity=0)
    WebHeartbeat.objects.create(pk=1, at=NOW - timedelta(hours=1))
    beat()
    call_command("restore", file)
    assert not WebHeartbeat.objects.exists()
    assert not Outage.objects.exists()


@pytest.mark.parametrize("part", ["players.Club.jsonl", "manifest.json"])
def test_a_damaged_backup_changes_nothing(file: Path, part: str) -> None:
    make_club(name="Before")
    back_up(path=file)
    rewrite(file, part, lambda content: content[:-20])
    Club.objects.update(name="After")
    with pytest.raises(CommandError, match="not a whole backup"):
        call_command("restore", file, replace=True)
    assert Club.objects.get().name == "After"


def test_a_backup_of_another_release_is_told_so(file: Path) -> None:
    back_up(path=file)
    rewrite(file, "manifest.json", lambda content: content.replace(b"0001_initial", b"0000_first"))
    with pytest.raises(CommandError, match="another release"):
        call_command("restore", file)


def test_rows_that_point_nowhere_change_nothing(file: Path) -> None:
    """Sums that fit do not make a backup whole: the database checks it, too."""
    make_players(make_club(name="Before"), 1)
    back_up(path=file)
    rewrite(file, "players.Club.jsonl", lambda _: b"")
    nothing = hashlib.sha256().hexdigest()
    club = read_manifest(file)["tables"]["players.Club"]["sha256"]
    rewrite(file, "manifest.json", lambda text: text.replace(club.encode(), nothing.encode()))
    with pytest.raises(IntegrityError):
        call_command("restore", file, replace=True)
    assert Club.objects.get().name == "Before"


def test_it_is_for_its_owners_eyes_and_replaces_an_older_one(file: Path) -> None:
    file.write_text("an older one")
    User.objects.create_user("ada@club.example", name="Ada")
    back_up(path=file)
    assert file.stat().st_mode & 0o077 == 0
    assert len(read(file)["players.User.jsonl"]) == 1
    assert list(file.parent.iterdir()) == [file]


def test_places_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Cannot write"):
        call_command("backup", tmp_path / "nowhere" / "club.zip")
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("restore", tmp_path / "nothing.zip")
