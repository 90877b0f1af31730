"""Whether the database is ready to serve, found out without Django where that is possible.

A second start must not spend a second on asking Django what it knows already: the digest of all
migrations, and of what a SQLite database says was applied to it, is kept in the data directory.
"""

import hashlib
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from config.embedded.data import ACCOUNTS, DATABASE
from config.embedded.options import ROOT
from config.embedded.processes import said_by

_STAMP = "prepared"


def make_ready(data: Path, environment: Mapping[str, str], *, demo: bool) -> str:
    """Migrate, and let in somebody who is new: by the demo club, or by the link that is given."""
    stamp = data / _STAMP
    is_own = "DATABASE_URL" not in environment
    if is_own and stamp.exists() and stamp.read_text() == _state(data):
        return ""
    arguments = ["--demo", str(data / ACCOUNTS)] if demo else []
    link = said_by("prepare", arguments, data, environment, failed="the database is not ready")
    if not link:
        stamp.write_text(_state(data))
    return link


def _state(data: Path) -> str:
    """A digest that changes when there may be something to prepare."""
    digest = hashlib.sha256()
    for path in [ROOT / "requirements.lock", *sorted(ROOT.glob("*/migrations/*.py"))]:
        digest.update(path.name.encode() + path.read_bytes())
    database = data / DATABASE
    if database.exists():
        digest.update(repr(_known(database)).encode())
    digest.update(os.fsencode(database))
    return digest.hexdigest()


def _known(database: Path) -> list[object]:
    """What was applied to a SQLite database, and whether anybody has an account in it."""
    with closing(sqlite3.connect(database)) as connection:
        try:
            applied = connection.execute("SELECT app, name FROM django_migrations ORDER BY 1, 2")
            people = connection.execute("SELECT EXISTS (SELECT 1 FROM players_user)")
            return [*applied, *people]
        except sqlite3.OperationalError:  # no tables yet
            return []
