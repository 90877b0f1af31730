"""`bin/server`: start everything, say where it is, end it together."""

import json
import logging
import os
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from config import healthcheck
from config.embedded import commands, data, database, redis
from config.embedded.listening import listen
from config.embedded.options import Options, StartError, is_wildcard, parse
from config.embedded.processes import Supervisor

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
    environment = _environment(options)
    _keep_log(options.data)
    with Supervisor(options.data) as supervisor:
        environment["REDIS_URL"] = redis.ensure(supervisor, options.data, environment)
        link = database.make_ready(options.data, environment, demo=options.demo)
        supervisor.start("web", commands.web(listener.fileno()), environment, [listener.fileno()])
        supervisor.start("worker", commands.worker(), environment)
        _wait_until_healthy(supervisor, options)
        _announce(options, link)
        supervisor.watch()


def _keep_log(directory: Path) -> None:
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(message)s",
        handlers=[logging.StreamHandler(), logging.FileHandler(data.log_file(directory, "server"))],
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


def _environment(options: Options) -> dict[str, str]:
    """The environment of the children; what the caller has set wins, but for debugging."""
    environment = {
        "SECRET_KEY": data.secret(options.data, "secret_key"),
        "UNDERCUT_BASE_URL": _address(options),
        "ALLOWED_HOSTS": _allowed_hosts(options.host),
        "MALLOC_ARENA_MAX": "2",
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "UNDERCUT_DATA": str(options.data),
        "UNDERCUT_EMBEDDED": "1",
        "PYTHONUNBUFFERED": "1",
    }
    environment.pop("UNDERCUT_DEBUG", None)
    return environment


def _allowed_hosts(host: str) -> str:
    if is_wildcard(host):  # any name that the club's network has for this machine
        return "*"
    return ",".join(dict.fromkeys([f"[{host}]" if ":" in host else host, "127.0.0.1", "localhost"]))


def _wait_until_healthy(supervisor: Supervisor, options: Options) -> None:
    host = "127.0.0.1" if is_wildcard(options.host) else options.host
    deadline = time.monotonic() + _HEALTHY_SECONDS
    while ailing := healthcheck.ailing(host, options.port):
        if time.monotonic() > deadline:
            names = ", ".join(ailing)
            raise StartError(f"{names} not healthy; see {options.data / 'logs'}")
        supervisor.expect_running()
        time.sleep(0.2)


def _announce(options: Options, link: str) -> None:
    """Print the address, then the demo accounts or the link for the first owner."""
    print(f"Undercut is running at {_address(options)}", flush=True)
    accounts = options.data / data.ACCOUNTS
    if accounts.exists():
        for line in accounts.read_text().splitlines():
            account = json.loads(line)
            print(account["role"], account["email"], account["password"])
    elif link:
        print(f"Set up the first owner, once, at {link}")
    print("Ctrl-C stops it.", flush=True)


def _address(options: Options) -> str:
    host = _own_address() if is_wildcard(options.host) else options.host
    return f"http://{f'[{host}]' if ':' in host else host}:{options.port}"


def _own_address() -> str:
    """The address by which the local network knows this machine; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


if __name__ == "__main__":
    sys.exit(main())
