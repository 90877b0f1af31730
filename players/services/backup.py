"""A backup: every row of every table in one file that any of the databases can take back; without
the mails that wait.

The file is a zip of `manifest.json` and a `<label>.jsonl` for each table, one JSON object a row.
The manifest has the applied migrations, and for each table the number of rows and their SHA-256.
All is read from one snapshot, so nobody has to stop working; it goes back in one transaction, so a
fault changes nothing. A backup of SQLite can be restored into PostgreSQL, and the other way round.
"""

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from kernel.text import N_, Refusal, Text
from web.db.consistent_read import consistent_read

FORMAT = 1
_MANIFEST = "manifest.json"
_ROWS_AT_ONCE = 500
# What waits to be sent: a database that is put back would send it once more, or long after.
_NOT_KEPT = {"players.Mail"}
# Made by `migrate` and by a server that runs, so a database that has only these is empty.
_MADE_BY_ITSELF = {
    *("auth.Permission", "contenttypes.ContentType", "players.SchemaLevel"),
    *("games.WebHeartbeat", "games.Outage"),
}


def back_up(*, path: Path) -> int:
    """Write all rows to `path`, readable by its owner only; gives their number.

    What was at `path` before stays until the new backup is complete.
    """
    unfinished = path.with_name(f"{path.name}.unfinished")
    tables = {}
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with (
        os.fdopen(handle, "wb") as file,
        ZipFile(file, "w", ZIP_DEFLATED) as archive,
        consistent_read(),
    ):
        for model in _kept():
            tables[model._meta.label] = _write_table(archive, model)
        manifest = {"format": FORMAT, "migrations": _migrations(), "tables": tables}
        archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
    unfinished.replace(path)
    return sum(table["rows"] for table in tables.values())


def restore(*, path: Path, replace: bool) -> int:
    """Put the rows of a backup into the migrated database; gives their number.

    Refused when the file is not a whole backup, when it was made by another release (other
    migrations), or when the database is not empty and `replace` does not say that this is meant.
    """
    with _opened(path) as (archive, manifest):
        _check_release(manifest)
        with transaction.atomic():
            if not replace:
                _check_empty()
            return _put_back(archive)


def _models() -> list[type[models.Model]]:
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


def _kept() -> list[type[models.Model]]:
    return [model for model in _models() if model._meta.label not in _NOT_KEPT]


def _migrations() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def _write_table(archive: ZipFile, model: type[models.Model]) -> dict[str, Any]:
    """Write one table; gives what the manifest says of it."""
    rows, digest = 0, hashlib.sha256()
    names = [field.attname for field in model._meta.concrete_fields]
    with archive.open(_entry(model._meta.label), "w") as file:
        for row in model._base_manager.order_by("pk").values(*names).iterator(_ROWS_AT_ONCE):
            line = (json.dumps(row, default=_as_text) + "\n").encode()
            digest.update(line)
            file.write(line)
            rows += 1
    return {"rows": rows, "sha256": digest.hexdigest()}


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    for part in iter(lambda: file.read(1 << 16), b""):
        digest.update(part)
    return digest.hexdigest()


def _entry(label: str) -> str:
    return f"{label}.jsonl"


def _as_text(value: object) -> str:
    """The values that JSON does not have; the field's `to_python` reads them back."""
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (bytes, memoryview)):
        return base64.b64encode(value).decode()
    return str(value)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[ZipFile, dict[str, Any]]]:
    """A backup and its manifest, once every table is known to be as it was written."""
    with ExitStack() as stack:
        try:
            archive = stack.enter_context(ZipFile(path))
            manifest = json.loads(archive.read(_MANIFEST))
            for label, table in manifest["tables"].items():
                with archive.open(_entry(label)) as file:
                    if _digest(file) != table["sha256"]:
                        raise ValueError(label)
        except (BadZipFile, KeyError, TypeError, ValueError, zlib.error) as error:
            template = N_("%(path)s is not a whole backup of Undercut.")
            raise Refusal(Text("damaged_backup", template, {"path": str(path)})) from error
        yield archive, manifest


def _check_release(manifest: dict[str, Any]) -> None:
    if manifest["format"] != FORMAT or manifest["migrations"] != _migrations():
        template = N_(
            "This backup was made by another release. Restore it with that release, then upgrade."
        )
        raise Refusal(Text("other_release", template))


def _put_back(archive: ZipFile) -> int:
    tables = [model._meta.db_table for model in _models()]
    connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
    rows = sum(_read_table(archive, model) for model in _kept())
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
    connection.check_constraints()
    return rows


def _check_empty() -> None:
    for model in _models():
        if model._meta.label not in _MADE_BY_ITSELF and model._base_manager.exists():
            template = N_(
                "The database is not empty. With --replace the backup takes the place of all that "
                "is in it."
            )
            raise Refusal(Text("not_empty", template))


def _read_table(archive: ZipFile, model: type[models.Model]) -> int:
    """Insert the rows of one table as they were, without what saving would do; gives how many."""
    fields = model._meta.concrete_fields
    quote = connection.ops.quote_name
    names = [column for field in fields if (column := field.column)]
    columns = ", ".join(map(quote, names))
    places = ", ".join("%s" for _ in names)
    insert = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    rows = 0

    def values(row: dict[str, Any]) -> list[Any]:
        return [
            field.get_db_prep_save(field.to_python(row[field.attname]), connection)
            for field in fields
        ]

    with archive.open(_entry(model._meta.label)) as file, connection.cursor() as cursor:
        while lines := list(islice(file, _ROWS_AT_ONCE)):
            cursor.executemany(insert, [values(json.loads(line)) for line in lines])
            rows += len(lines)
    return rows
