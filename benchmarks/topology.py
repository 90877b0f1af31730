"""The product as docker-compose.yml starts it: gunicorn, uvicorn, workers, beat and Redis, on two
cores and a PostgreSQL server; beside it the bare view that its tables are compared with."""

import os
import secrets
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from benchmarks.running import ROOT, database, pss_of, tree_of, wait_for
from config.embedded.redis import answers, free_port, program
from config.healthcheck import ailing

CORES = 2
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
#: What the image gives every process.
IMAGE = {"MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": "1048576", "UNDERCUT_EMBEDDED": "0"}
SOCKETS = ("config.asgi:application", "benchmarks.bare_sockets:application")
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Topology:
    """The running processes by the names of their services; `web` and `live` are ports."""

    web: int
    live: int
    environment: Mapping[str, str]
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def memory(self) -> dict[str, float]:
        """The proportional share (PSS) in MB of each service."""
        return {
            name: sum(pss_of(pid) for pid in tree_of(process.pid)) / 1000
            for name, process in self.processes.items()
        }

    def cpu_seconds(self) -> dict[str, float]:
        """What each service has used of the processor since it began."""
        return {
            name: sum(_cpu_of(pid) for pid in tree_of(process.pid))
            for name, process in self.processes.items()
        }


@contextmanager
def topology() -> Iterator[Topology]:
    """All of it, with an empty database; it is ended with the block. The database server is the
    given one: it runs wherever it runs."""
    with database() as (directory, url), ExitStack() as running:
        if not url.startswith("postgres"):
            raise SystemExit("DATABASE_URL has to name a PostgreSQL server, as in production.")
        started = Topology(free_port(), free_port(), _environment(directory, url))
        environment = dict(started.environment)
        for work in (["migrate", "-v0"], ["collectstatic", "-v0", "--noinput"]):
            subprocess.run(["python", "manage.py", *work], env=environment, cwd=ROOT, check=True)

        def start(name: str, command: list[str], **more: str) -> None:
            process = _start(name, command, directory, {**environment, **more})
            running.callback(_end, process)
            started.processes[name] = process

        redis = environment["REDIS_URL"].rpartition(":")[2].removesuffix("/0")
        start("redis", _redis(directory, int(redis)))
        wait_for(lambda: answers(int(redis)))
        start("web", SERVICES["web"]["command"], PORT=str(started.web), **_of_web())
        live = [SOCKETS[1] if word == SOCKETS[0] else word for word in SERVICES["live"]["command"]]
        start("live", live, UVICORN_HOST="127.0.0.1", UVICORN_PORT=str(started.live))
        for name in ("worker", "bots", "beat"):
            start(name, SERVICES[name]["command"])
        for port in (started.web, started.live):
            wait_for(
                lambda port=port: not {"web", "database", "redis"} & {*ailing("127.0.0.1", port)}
            )
        yield started


MANY = str(10**6)
"""Requests of visitors: in life guests come from many addresses, here all from one."""


def _environment(directory: Path, url: str) -> dict[str, str]:
    return {
        **os.environ,
        **IMAGE,
        "ALLOWED_HOSTS": "127.0.0.1,testserver",  # the latter is the test client's
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "benchmarks.production",
        "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
        "SECRET_KEY": secrets.token_hex(32),
        **dict.fromkeys(("UNDERCUT_REQUESTS_A_MINUTE", "UNDERCUT_REQUESTS_AT_ONCE"), MANY),
        "UNDERCUT_DATA": str(directory),
        "UNDERCUT_LOG_LEVEL": "WARNING",
        "UNDERCUT_STATIC_ROOT": str(directory / "static"),
    }


def _of_web() -> dict[str, str]:
    """What the compose file gives the web service alone."""
    given: dict[str, str] = SERVICES["web"]["environment"]
    return {"UNDERCUT_CONNECTION_SECONDS": given["UNDERCUT_CONNECTION_SECONDS"]}


def _redis(directory: Path, port: int) -> list[str]:
    kept = directory / "redis"
    kept.mkdir()
    return [program(), "--port", str(port), "--dir", str(kept), "--appendonly", "yes", "--save", ""]


def _start(
    name: str, command: list[str], directory: Path, environment: dict[str, str]
) -> subprocess.Popen[bytes]:
    with (directory / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=log, stderr=log)
    os.sched_setaffinity(process.pid, set(sorted(os.sched_getaffinity(0))[:CORES]))
    return process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(30)


def _cpu_of(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS
