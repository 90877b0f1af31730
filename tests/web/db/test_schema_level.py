"""Programs older than their database are refused, and databases that are not UTF-8."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from config.embedded.options import ROOT
from config.release import SCHEMA_LEVEL
from players.models import SchemaLevel
from tests.services import product_environment
from tests.upgrading import OldChain
from web.db.schema_level import guard, refusal_of

pytestmark = pytest.mark.sampled

RAISED_BY: dict[str, int] = {
    "tournaments.0016_what_rests_on_a_result": 2,
    "tournaments.0017_notices_go_through_the_outbox": 3,
    "players.0010_notices_are_wished_for_by_kind": 4,
    "tournaments.0019_notices_of_any_kind": 5,
    "games.0013_counts_by_seat": 6,
    "players.0011_player_passes": 7,
    "games.0023_guests": 8,
    "games.0026_bots": 9,
    "games.0027_opponents": 10,
}
"""The migrations that older programs cannot live with, and the level to which each raised it."""

MISREAD = {
    # A seat in which a computer player sits looks free, and nobody moves for it.
    "games.0026_bots",
    # A computer player of somebody's own has a code that it does not know.
    "games.0027_opponents",
}
"""Those after which older programs can read and write everything, but take rows for what they are
not."""

SINCE = {
    "games": "0009_no_online_level",
    "players": "0005_schema_level",
    "tournaments": "0014_a_stage_knows_that_it_would_be_drawn_otherwise",
}
"""The last migrations from before there was a level: every database that has one has them."""


@pytest.mark.django_db
def test_migrate_leaves_the_level_of_its_program() -> None:
    SchemaLevel.objects.all().delete()
    call_command("migrate", verbosity=0)
    assert SchemaLevel.objects.get().level == SCHEMA_LEVEL
    assert refusal_of(connection) == ""


@pytest.mark.django_db
def test_an_older_program_is_told_what_to_do() -> None:
    SchemaLevel.objects.update_or_create(pk=1, defaults={"level": SCHEMA_LEVEL + 1})
    said = refusal_of(connection)
    assert f"level {SCHEMA_LEVEL}, needed is {SCHEMA_LEVEL + 1}" in said
    assert "Start the newer program" in said


@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "migrate"],
        ["manage.py", "rebuild"],
        ["-c", "import config.wsgi"],
        ["-c", "import config.asgi"],
        ["-m", "celery", "-A", "config.celery", "worker", "--pool", "solo"],
    ],
    ids=["migrate", "rebuild", "web", "sockets", "worker"],
)
def test_an_older_program_ends_with_the_sentence(tmp_path: Path, command: list[str]) -> None:
    environment = product_environment(tmp_path)
    database = tmp_path / "newer.sqlite3"
    with sqlite3.connect(database) as made:
        made.execute("CREATE TABLE players_schemalevel (id integer, level integer)")
        made.execute(f"INSERT INTO players_schemalevel VALUES (1, {SCHEMA_LEVEL + 1})")
    environment["DATABASE_URL"] = f"sqlite:///{database}"
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, timeout=60
    )
    assert ended.returncode
    assert b"This program is older than its database" in ended.stderr


def test_a_database_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    environment = product_environment(tmp_path)
    database = tmp_path / "utf16.sqlite3"
    with sqlite3.connect(database) as made:
        made.execute("PRAGMA encoding = 'UTF-16'")
        made.execute("CREATE TABLE anything (id integer)")
    environment["DATABASE_URL"] = f"sqlite:///{database}"
    command = [sys.executable, "manage.py", "migrate"]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert ended.returncode
    assert b"Undercut needs UTF-8" in ended.stderr


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_postgresql_database_in_another_encoding_is_refused(tmp_path: Path) -> None:
    options = connection.get_connection_params()
    server = {key: options[key] for key in ("host", "port", "user", "password") if key in options}
    name = f"{options['dbname']}_latin1"
    with psycopg.connect(dbname="postgres", autocommit=True, **server) as admin:
        admin.execute(
            f"CREATE DATABASE {name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
            " TEMPLATE template0"
        )
        try:
            other = connection.copy(alias="latin1")
            other.settings_dict["NAME"] = name
            guard.has_looked = True
            assert "The database stores text as LATIN1" in refusal_of(other)
            other.close()
        finally:
            admin.execute(f"DROP DATABASE {name}")


# Which migrations an older program cannot live with


def is_narrowed(before: models.Field, after: models.Field) -> bool:
    """Whether a column takes less than it did."""
    return (
        before.get_internal_type() != after.get_internal_type()
        or (before.null and not after.null)
        or (after.unique and not before.unique)
        or (after.max_length or 0) < (before.max_length or 0)
    )


def breaks(operation: Operation, state: ProjectState, app: str) -> bool:
    """Whether a program that does not know of the operation can no longer read or write."""
    match operation:
        case migrations.RemoveField() | migrations.RenameField():
            return True
        case migrations.DeleteModel() | migrations.RenameModel() | migrations.AlterModelTable():
            return True
        case migrations.AddField(field=field):
            return not field.null and field.db_default is models.NOT_PROVIDED
        case migrations.AlterField(model_name_lower=model, name=name, field=field):
            return is_narrowed(state.models[app, model].fields[name], field)
        case _:
            return False


def breaking() -> Iterator[str]:
    """The migrations after `SINCE` that an older program cannot live with."""
    loader = OldChain(None)
    state = ProjectState()
    for app, name in loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True):
        migration = loader.graph.nodes[app, name]
        is_new = name > SINCE.get(app, "~")
        for operation in migration.operations:
            if is_new and breaks(operation, state, app):
                yield f"{app}.{name}"
            operation.state_forwards(app, state)


def test_who_removes_or_narrows_a_column_raises_the_level() -> None:
    assert set(breaking()) | MISREAD == set(RAISED_BY)
    assert sorted(RAISED_BY.values()) == list(range(2, SCHEMA_LEVEL + 1))


@pytest.mark.parametrize(
    ("operation", "is_breaking"),
    [
        (migrations.RemoveField("thing", "name"), True),
        (migrations.RenameField("thing", "name", "title"), True),
        (migrations.DeleteModel("thing"), True),
        (migrations.AddField("thing", "note", models.TextField(null=True)), False),
        (migrations.AddField("thing", "note", models.TextField(db_default="")), False),
        (migrations.AddField("thing", "note", models.TextField(default="")), True),
        (migrations.AlterField("thing", "name", models.CharField(max_length=19, null=True)), True),
        (migrations.AlterField("thing", "name", models.CharField(max_length=20)), True),
        (migrations.AlterField("thing", "name", models.CharField(max_length=21, null=True)), False),
        (migrations.AlterField("thing", "name", models.IntegerField(null=True)), True),
        (migrations.AddIndex("thing", models.Index(fields=["name"], name="by_name")), False),
    ],
)
def test_what_removes_or_narrows_a_column_is_seen(operation: Operation, is_breaking: bool) -> None:
    state = ProjectState()
    fields = [("name", models.CharField(max_length=20, null=True))]
    state.add_model(ModelState("players", "Thing", fields))
    assert breaks(operation, state, "players") == is_breaking
