"""What a process does that upgrades an empty database: `python -m tests.upgrading [BACKUP]`.

With the backup of an older program (`players/services/backup.py`) it migrates to what that program
had, puts its rows back, and migrates to today's; without one it migrates as a new club does. It
prints what is there then, as JSON.
"""

import json
import re
import sys
from typing import Any
from zipfile import ZipFile

import django
from django.apps.registry import Apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


class OldChain(MigrationLoader):
    """All migrations but those that take the place of others."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {
            key: migration
            for key, migration in self.disk_migrations.items()
            if not migration.replaces
        }


def migrate_by_old_chain(*targets: tuple[str, str]) -> Apps:
    """Migrate to these, forwards or backwards; the models as they are then."""
    executor = MigrationExecutor(connection)
    executor.loader = OldChain(connection)
    return executor.migrate(list(targets)).apps


def put_back(backup: ZipFile) -> None:
    """Make the database that an older program had, with all that the backup has of it."""
    known = OldChain(None).disk_migrations
    applied = json.loads(backup.read("manifest.json"))["migrations"]
    last = {app: (app, name) for app, name in sorted(applied) if (app, name) in known}
    apps = migrate_by_old_chain(*last.values())
    models = [model for model in apps.get_models() if _entry(model) in backup.namelist()]
    with transaction.atomic():
        for model in models:
            rows = [json.loads(line) for line in backup.read(_entry(model)).splitlines()]
            fields = {field.attname: field for field in model._meta.concrete_fields}
            assert set(rows[0]) == set(fields), model
            for field in fields.values():
                if getattr(field, "auto_now_add", False):
                    field.auto_now_add = False
            model._base_manager.bulk_create(
                model(**{name: fields[name].to_python(value) for name, value in row.items()})
                for row in rows
            )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


def _entry(model: Any) -> str:
    return f"{model._meta.label}.jsonl"


def schema() -> dict[str, list[str]]:
    """All that the database knows of its tables, in no order that depends on how they were made."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            found = [(table, _in_order(sql)) for table, sql in cursor.fetchall()]
        else:
            cursor.execute(
                "SELECT table_name, concat_ws(' ', column_name, data_type,"
                " character_maximum_length, is_nullable, column_default, is_identity)"
                " FROM information_schema.columns WHERE table_schema = 'public' UNION ALL"
                " SELECT conrelid::regclass::text, concat_ws(' ', conname,"
                " pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid <> 0"
                " AND connamespace = 'public'::regnamespace UNION ALL"
                " SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"
            )
            found = cursor.fetchall()
    tables: dict[str, list[str]] = {}
    for table, said in found:
        tables.setdefault(table, []).append(said)
    return {table: sorted(said) for table, said in tables.items()}


def _in_order(sql: str) -> str:
    """The parts of a definition in the order of their words."""
    head, _, body = sql.partition("(")
    depth, parts = 0, [""]
    for letter in body.removesuffix(")"):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    if not head.startswith("CREATE TABLE"):
        return sql
    return head + ", ".join(sorted(re.sub(r"\s+", " ", part).strip() for part in parts))


def let_ada_read_german() -> None:
    """In the clubs of the backups nobody had chosen a language."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_user SET language = 'de' WHERE email = 'ada@club.example'")


def facts_of_hands() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, knocker_count, defender_count FROM games_handfact ORDER BY id")
        return cursor.fetchall()


def said() -> dict[str, Any]:
    from players.models import NoticeWish, Player, User
    from tournaments.models import Tournament
    from tournaments.selectors.desk.snapshot import snapshot

    return {
        "applied": sorted(MigrationRecorder(connection).applied_migrations()),
        "schema": schema(),
        "players": list(Player.objects.order_by("pk").values_list("name", flat=True)),
        "languages": sorted(User.objects.values_list("email", "language")),
        "wishes": list(NoticeWish.objects.values_list("user__email", "kind")),
        "snapshots": {
            tournament.name: json.loads(snapshot(tournament))
            for tournament in Tournament.objects.order_by("pk")
        },
    }


def main() -> None:
    back: list[tuple[Any, ...]] = []
    if sys.argv[1:]:
        with ZipFile(sys.argv[1]) as backup:
            put_back(backup)
        let_ada_read_german()
        call_command("migrate", verbosity=0)
        migrate_by_old_chain(("games", "0011_rulings_of_hands"))
        back = facts_of_hands()
    call_command("migrate", verbosity=0)
    print(json.dumps(said() | {"back": back}))


if __name__ == "__main__":
    django.setup()
    main()
