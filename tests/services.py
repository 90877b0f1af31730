"""The real parts that tests run against: Redis, worker, web server."""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.parse import quote

import uvicorn
from django.db import connection

from config.embedded import commands, redis
from config.embedded.listening import listen
from config.embedded.options import ROOT
from config.embedded.processes import guarded

_LOOK_SECONDS = 0.02


def wait_until(condition: Callable[[], object], *, seconds: float = 60, what: str = "") -> None:
    """Look until the condition holds; fail when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what or condition}"
        time.sleep(_LOOK_SECONDS)


def database_url() -> str:
    """The URL of the test database, for processes of its own."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, password = quote(database["USER"]), quote(database["PASSWORD"])
    return f"postgres://{user}:{password}@{database['HOST']}:{database['PORT']}/{database['NAME']}"


class Process:
    """A program in its own process group, which ends with the tests at the latest."""

    def __init__(
        self, command: Sequence[str], log: Path, environment: Mapping[str, str] = os.environ
    ) -> None:
        self.command = command
        self.log = log
        self.environment = environment
        self.descriptors: Sequence[int] = ()
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start, or start again."""
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self.descriptors,
                process_group=0,
                preexec_fn=guarded(),
            )
        return self

    @property
    def pid(self) -> int:
        assert self._running
        return self._running.pid

    def wait_for(self, word: str, *, times: int = 1, seconds: float = 60) -> None:
        """Wait until the log has the word so many times."""
        wait_until(
            lambda: self.output().count(word) >= times or self.has_ended(),
            seconds=seconds,
            what=f"{word!r} in {self.log}",
        )
        assert not self.has_ended(), self.output()

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def has_ended(self) -> bool:
        return self._running is None or self._running.poll() is not None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.end()

    def wait(self, *, seconds: float = 60) -> int:
        """Wait for its own end; gives its exit status."""
        assert self._running
        return self._running.wait(seconds)

    def end(self, number: int = signal.SIGTERM, *, seconds: float = 10) -> int:
        """Signal it, wait, clear away what it left; gives its exit status."""
        if not self.has_ended():
            os.kill(self.pid, number)
        try:
            return self.wait(seconds=seconds)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)


def product_environment(data: Path) -> dict[str, str]:
    """What a process of the product needs to work on the test database, with real tasks."""
    return {
        **os.environ,
        "UNDERCUT_DATA": str(data),
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "UNDERCUT_EAGER": "0",
    }


class WebServer(Process):
    """The embedded web server on the test database, at a port that it keeps over restarts."""

    def __init__(self, directory: Path, listener: socket.socket) -> None:
        command = commands.web(listener.fileno())
        super().__init__(command, directory / "web.log", product_environment(directory))
        self.descriptors = [listener.fileno()]
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def restart(self) -> None:
        """The end that no process sees coming, and a new start."""
        self.end(signal.SIGKILL)
        self.start()


@contextmanager
def web_server(directory: Path) -> Iterator[WebServer]:
    """One on a free port, started."""
    with listen("127.0.0.1", 0) as listener, WebServer(directory, listener) as server:
        yield server


class Worker(Process):
    """The embedded server's worker with its beat, on the test database."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            commands.worker(), directory / "worker.log", product_environment(directory)
        )

    def start(self) -> Self:
        """Start, or start again, and wait until it takes tasks."""
        before = self.output().count(" ready.") if self.log.exists() else 0
        super().start()
        self.wait_for(" ready.", times=before + 1)
        return self

    def kill(self) -> None:
        """The end that no process sees coming."""
        self.end(signal.SIGKILL)


@contextmanager
def redis_server(port: int, directory: Path) -> Iterator[Process]:
    """A Redis that keeps nothing."""
    options = f"--port {port} --bind 127.0.0.1 --appendonly no --dir {directory}"
    server = Process([redis.program(), *options.split(), "--save", ""], directory / "redis.log")
    with server:
        wait_until(lambda: redis.answers(port) or server.has_ended(), what="Redis")
        assert not server.has_ended(), server.output()
        yield server


@contextmanager
def served(port: int = 0) -> Iterator[str]:
    """The product's ASGI application on a port (0: a free one), in a thread of this process."""
    with listen("127.0.0.1", port) as listener:
        configuration = uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            log_config=None,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(configuration)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_until(lambda: server.started or not thread.is_alive(), what="uvicorn")
            assert server.started
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
