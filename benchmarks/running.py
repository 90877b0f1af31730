"""The product as `bin/server` starts it, in a directory of its own, and a client of its API."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.figures import Figure, tell
from config.embedded.redis import answers, free_port, program

ROOT = Path(__file__).resolve().parent.parent
_T = TypeVar("_T")

KEPT_ALIVE = 2.0  # seconds; the server closes idle connections after five


class Client:
    """Calls of one account on one connection; an answer that is an error is raised."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.headers = {"Content-Type": "application/json"}
        self.used = 0.0

    def sign_in(self, email: str, password: str) -> None:
        token = self.post("auth/login/", {"email": email, "password": password})["token"]
        self.headers["Authorization"] = f"Token {token}"

    def get(self, path: str) -> Any:
        return self._call("GET", path, None)

    def post(self, path: str, body: object = None) -> Any:
        return self._call("POST", path, json.dumps({} if body is None else body))

    def _call(self, method: str, path: str, body: str | None) -> Any:
        if time.monotonic() - self.used > KEPT_ALIVE:
            self.connection.close()  # the next request opens it again
        self.used = time.monotonic()
        self.connection.request(method, f"/api/v1/{path}", body, self.headers)
        response = self.connection.getresponse()
        answer = response.read()
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {answer[:500]!r}")
        return json.loads(answer)


@dataclass
class Server:
    """A running server: its process, its data, the demo accounts by role."""

    process: subprocess.Popen[str]
    port: int
    data: Path
    database_url: str
    accounts: dict[str, tuple[str, str]]

    def client(self, role: str = "owner") -> Client:
        client = Client(self.port)
        client.sign_in(*self.accounts[role])
        return client

    def environment(self) -> dict[str, str]:
        """What a process needs to work on this server's data, Redis and database."""
        words = (line.split() for line in (self.data / "redis.conf").read_text().splitlines())
        redis = {name: value for name, value, *_ in words}
        return {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": f"redis://:{redis['requirepass']}@127.0.0.1:{redis['port']}/0",
            "UNDERCUT_DATA": str(self.data),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }

    def memory(self) -> dict[str, float]:
        """The proportional share (PSS) in MB of each process of the server, by name and id."""
        return {f"{_name(pid)} ({pid})": pss_of(pid) / 1000 for pid in tree_of(self.process.pid)}


def on_a_server(measure: Callable[[Server], Iterable[Figure]]) -> int:
    """Tell what is measured on a server of its own; 1 where a goal is missed."""
    with running() as server:
        print(f"on {server.database_url.partition(':')[0]}\n")
        return tell(measure(server))


def in_this_process(measure: Callable[[], Iterable[Figure]]) -> int:
    """The same in this process, as one of the product's."""
    with product() as url:
        print(f"on {url.partition(':')[0]}\n")
        return tell(measure())


@contextmanager
def running() -> Iterator[Server]:
    """A server with the demo club, on SQLite, or on a database of its own where DATABASE_URL
    names a PostgreSQL server."""
    port = free_port()
    with database() as (directory, url):
        environment = {**os.environ, "DATABASE_URL": url}
        environment.pop("REDIS_URL", None)
        process = subprocess.Popen(
            [ROOT / "bin" / "server", "--port", str(port), "--data", directory],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield Server(process, port, directory, url, _accounts(process))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def _accounts(process: subprocess.Popen[str]) -> dict[str, tuple[str, str]]:
    """The demo accounts, as the server prints them when it is healthy."""
    accounts = {}
    assert process.stdout
    for line in process.stdout:
        if line.startswith("Ctrl-C"):
            return accounts
        words = line.split()
        if len(words) == 3 and "@" in words[1]:
            accounts[words[0]] = (words[1], words[2])
    raise RuntimeError("bin/server did not start")


@contextmanager
def product() -> Iterator[str]:
    """This process as one of the product's, on a new database and a Redis of its own."""
    with database() as (directory, url):
        port = free_port()
        options = ["--port", str(port), "--save", "", "--dir", str(directory)]
        redis = subprocess.Popen([program(), *options], stdout=subprocess.DEVNULL)
        try:
            wait_for(lambda: answers(port))
            _set_up(url, directory, port)
            yield url
        finally:
            redis.terminate()
            redis.wait()


def _set_up(url: str, directory: Path, port: int) -> None:
    os.environ |= {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "SECRET_KEY": "of no use outside the benchmark",
        "UNDERCUT_CONNECTION_SECONDS": "600",
        "UNDERCUT_DATA": str(directory),
        "UNDERCUT_EAGER": "1",
        "UNDERCUT_LOG_LEVEL": "ERROR",
    }
    import django
    from django.conf import settings
    from django.core.management import call_command

    from config.gc_tuning import leave_alone

    settings.ROOT_URLCONF = "benchmarks.bare"
    django.setup()
    call_command("migrate", verbosity=0)
    leave_alone()  # as server and worker do


@contextmanager
def database() -> Iterator[tuple[Path, str]]:
    """A directory of its own and the address of a database, both gone afterwards."""
    given = os.environ.get("DATABASE_URL", "")
    name = f"undercut_benchmark_{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory(prefix="undercut-benchmark-") as directory:
        if not given.startswith("postgres"):
            yield Path(directory), f"sqlite:///{directory}/undercut.sqlite3"
            return
        with psycopg.connect(given, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{name}"')
            try:
                yield Path(directory), urlunsplit(urlsplit(given)._replace(path=f"/{name}"))
            finally:
                server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def wait_for(ask: Callable[[], _T]) -> _T:
    """The first answer that is not nothing."""
    deadline = time.monotonic() + 120
    while not (answer := ask()):
        if time.monotonic() > deadline:
            raise RuntimeError("it does not come to be")
        time.sleep(0.005)
    return answer


def tree_of(pid: int) -> list[int]:
    """A process and all that come from it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(descendant for child in children for descendant in tree_of(int(child)))]


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    modules = ("celery", "uvicorn", "redis-server", "config.embedded")
    return next((module for module in modules if any(module in word for word in words)), words[0])


def pss_of(pid: int) -> int:
    """The kB of memory of a process, what is shared counted in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
