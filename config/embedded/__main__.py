"""`bin/server`: start everything, say where it is, end it together."""

import logging
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from config import healthcheck
from config.embedded import commands, data, database, redis
from config.embedded.announcing import announce
from config.embedded.listening import listen
from config.embedded.options import Options, StartError, is_wildcard, parse
from config.embedded.processes import Supervisor
from config.embedded.reach import Watch
from config.embedded.surroundings import Surroundings

_HEALTHY_SECONDS = 180.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until Ctrl-C or SIGTERM; 0 after a wished end, 2 when the server cannot run."""
    options = parse(arguments)
    try:
        with data.opened(options.data), _listener(options) as listener:
            _serve(options, listener)
    except StartError as reason:
        print(f"bin/server: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", flush=True)
    return 0


def _serve(options: Options, listener: socket.socket) -> None:
    surroundings = Surroundings(options)
    environment = surroundings.environment()
    _keep_log(options.data)
    with Supervisor(options.data) as supervisor:
        surroundings.redis_url = redis.ensure(supervisor, options.data, environment)
        environment = surroundings.environment()
        link = database.make_ready(options.data, environment, demo=options.demo)
        descriptors = [listener.fileno()]
        web = supervisor.start("web", commands.web(*descriptors), environment, descriptors)
        worker = supervisor.start("worker", commands.worker(), environment)
        bots = supervisor.start("bots", commands.bots(), environment)
        _wait_until_healthy(supervisor, options)
        announce(options, environment["UNDERCUT_BASE_URL"].rstrip("/"), link)
        supervisor.watch(Watch(surroundings.environment, [web, worker, bots]).look)


def _keep_log(directory: Path) -> None:
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(message)s",
        handlers=[logging.StreamHandler(), data.rotating(data.log_file(directory, "server"))],
    )


def _listener(options: Options) -> socket.socket:
    """The socket of the pages, held by the parent so that a restart of web refuses nobody."""
    both_families = ":" in options.host and is_wildcard(options.host)
    try:
        return listen(options.host, options.port, both_families=both_families)
    except OSError as error:
        reason = str(error.strerror).partition(" (")[0]
        raise StartError(
            f"cannot listen on {options.host}, port {options.port}: {reason}. "
            "Choose another with --port N."
        ) from error


def _wait_until_healthy(supervisor: Supervisor, options: Options) -> None:
    authority = data.authority(options.data) if options.tls else None
    deadline = time.monotonic() + _HEALTHY_SECONDS
    while ailing := healthcheck.ailing(options.probed, options.port, authority):
        if time.monotonic() > deadline:
            names = ", ".join(ailing)
            raise StartError(f"{names} not healthy; see {options.data / 'logs'}")
        supervisor.expect_running()
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
