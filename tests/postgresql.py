"""A PostgreSQL server for the suite: the given one, the local one, or one made for the day."""

import getpass
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.processes import guarded
from config.embedded.redis import free_port

_START_SECONDS = 30


@contextmanager
def server() -> Iterator[str | None]:
    """The URL of a server on which databases may be made; None where there is none."""
    url = os.environ.get("TEST_DATABASE_URL") or _local_server()
    if url:
        yield url
    elif initdb := _find_initdb():
        with _throw_away_cluster(initdb) as url:
            yield url
    else:
        yield None


def _local_server() -> str | None:
    for user in dict.fromkeys((getpass.getuser(), "postgres")):
        url = f"postgres://{user}@127.0.0.1:5432/postgres"
        if _lets_us_make_databases(url):
            return url
    return None


def _lets_us_make_databases(url: str) -> bool:
    may = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(may).fetchone()
    except psycopg.OperationalError:
        return False
    return bool(row and row[0])


def _find_initdb() -> Path | None:
    beside_path = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), reverse=True)
    found = shutil.which("initdb") or next(iter(beside_path), None)
    return Path(found).resolve() if found else None


@contextmanager
def _throw_away_cluster(initdb: Path) -> Iterator[str]:
    """A server that keeps nothing; it does not run as root, so root lends it another user."""
    user = _unprivileged_user() if os.geteuid() == 0 else None
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="undercut-postgresql-") as directory:
        if user:
            shutil.chown(directory, user)
        data = f"{directory}/data"
        subprocess.run(
            [initdb, "--auth=trust", "--username=undercut", "--no-sync", "--pgdata", data],
            user=user,
            cwd=directory,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }
        running = subprocess.Popen(
            [initdb.with_name("postgres"), "-D", data, "-p", str(port)]
            + [f"--{name}={value}" for name, value in settings.items()],
            user=user,
            cwd=directory,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=guarded(),
        )
        try:
            yield _once_it_answers(f"postgres://undercut@127.0.0.1:{port}/postgres")
        finally:
            running.terminate()
            running.wait()


def _unprivileged_user() -> str:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _once_it_answers(url: str) -> str:
    deadline = time.monotonic() + _START_SECONDS
    while not _lets_us_make_databases(url):
        if time.monotonic() > deadline:
            raise RuntimeError("The throw-away PostgreSQL server does not answer.")
        time.sleep(0.1)
    return url
