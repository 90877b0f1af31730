"""The data directory: made once, used by one server at a time, with the secrets in it."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from config.embedded.options import StartError

DATABASE = "undercut.sqlite3"
ACCOUNTS = "demo-accounts.jsonl"
_LOG_BYTES = 5_000_000


@contextmanager
def opened(directory: Path) -> Iterator[Path]:
    """Give the directory, made and locked; raise StartError when that cannot be.

    What this process and its children make from here on is readable by its owner only.
    """
    os.umask(0o077)
    try:
        for part in ("logs", "redis"):
            (directory / part).mkdir(parents=True, exist_ok=True)
        lock = (directory / "server.lock").open("a")
    except OSError as error:
        raise StartError(
            f"cannot write to the data directory {directory}: {error.strerror}. "
            "Choose another with --data DIR."
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StartError(f"a server is already running on the data in {directory}.") from error
        yield directory


def secret(directory: Path, name: str) -> str:
    """The secret kept under this name, made at the first call."""
    path = directory / name
    kept = path.read_text().strip() if path.exists() else ""
    if not kept:
        kept = secrets.token_urlsafe(48)
        path.write_text(kept)
    return kept


def keep_address(directory: Path, address: str) -> None:
    """Where the server is reached, for commands that run beside it."""
    path = directory / "address"
    if not path.exists() or path.read_text() != address:
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text(address)
        unfinished.replace(path)


def authority(directory: Path) -> Path:
    """The certificate that telephones are asked to trust."""
    return directory / "tls" / "authority.crt"


def log_file(directory: Path, name: str) -> Path:
    """Where what a process of this name says is kept."""
    return directory / "logs" / f"{name}.log"


def rotating(log: Path) -> RotatingFileHandler:
    """Writes a log; what is long is put aside, two generations of it."""
    return RotatingFileHandler(log, maxBytes=_LOG_BYTES, backupCount=2, encoding="utf-8")
