"""Child processes: started, watched, started again when they die, and ended together."""

import ctypes
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

from config.embedded.data import log_file, rotating
from config.embedded.options import ROOT, StartError

logger = logging.getLogger("undercut")

_LOOK_SECONDS = 0.1
_GRACE_SECONDS = 10.0
_PAUSE_SECONDS = 1.0
_LAST_WORD_SECONDS = 2.0
_LONGEST_LINE = 2000  # bytes; a longer one goes on in the next
_PR_SET_PDEATHSIG = 1


def end_with_parent(parent: int) -> None:
    """Have the kernel kill this process when `parent` is gone, however it went (Linux only)."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it went before the call
        os.kill(os.getpid(), signal.SIGKILL)


def guarded() -> Callable[[], None]:
    """The `preexec_fn` of a child that must not outlive this process."""
    parent = os.getpid()
    return lambda: end_with_parent(parent)


@dataclass(slots=True)
class Child:
    """One process with its own process group."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    descriptors: Sequence[int] = ()
    started: float = 0.0
    process: subprocess.Popen[bytes] = field(init=False)
    writer: threading.Thread = field(init=False)

    def start(self) -> None:
        self.started = time.monotonic()
        self.process = subprocess.Popen(  # noqa: S603 - our own command lines
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self.descriptors,
            process_group=0,
            preexec_fn=guarded(),
        )
        self.writer = threading.Thread(
            target=keep, args=(self.process.stdout, self.log), daemon=True
        )
        self.writer.start()

    def last_word(self) -> str:
        """The last line of its log, once all is written that it has said."""
        self.writer.join(_LAST_WORD_SECONDS)
        return last_line(self.log)

    def send(self, number: int) -> None:
        """Signal the whole group, so that nothing the child started stays behind."""
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            return

    def is_running(self) -> bool:
        return self.process.poll() is None

    def start_again(self) -> None:
        """Replace a dead process, and whatever it left behind, at most once a second."""
        if time.monotonic() - self.started < _PAUSE_SECONDS:
            return
        self.send(signal.SIGKILL)
        self.writer.join(_LAST_WORD_SECONDS)
        logger.warning("%s ended (%s); starting it again", self.name, self.process.returncode)
        self.start()


def keep(said: IO[bytes], log: Path) -> None:
    """Write what a process says to its log until it ends; the log is turned over by its size.

    Here, in the parent, where one hand holds the file: several processes say something into the
    same pipe (a worker and its beat), and no process could turn a file over that others hold.
    """
    handler = rotating(log)
    with said, closing(handler):
        for line in iter(lambda: said.readline(_LONGEST_LINE), b""):
            text = line.decode(errors="replace").rstrip("\n")
            handler.emit(logging.makeLogRecord({"msg": text}))


def last_line(log: Path) -> str:
    """The last line that was written to a log, "no word" when there is none."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "no word")


def said_by(
    name: str,
    arguments: Sequence[str],
    data: Path,
    environment: Mapping[str, str] | None = None,
    *,
    failed: str,
) -> str:
    """What the module of this name says, run as a child that is waited for; of faults its log is
    told. Raises StartError, which begins with `failed`, where it ends with one."""
    log = log_file(data, name)
    with log.open("ab") as errors:
        ended = subprocess.run(  # noqa: S603 - our own command lines
            [sys.executable, "-m", f"config.embedded.{name}", *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            process_group=0,
            preexec_fn=guarded(),
            check=False,
        )
    if ended.returncode:
        raise StartError(f"{failed}: {last_line(log)} (see {log})")
    return ended.stdout.strip()


class Supervisor:
    """The children of the server. Leaving its `with` block ends them, Redis last."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._children: list[Child] = []
        self._in_a_hurry = False

    def __enter__(self) -> "Supervisor":
        self._on_signal(self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        self._on_signal(self._hurry)
        # The worker needs Redis to finish what it does.
        self._end([child for child in self._children if child.name != "redis"])
        self._end(self._children)

    def start(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        descriptors: Sequence[int] = (),
    ) -> Child:
        """Start a child under this name; its output goes to the log of the same name."""
        child = Child(name, command, environment, log_file(self._data, name), descriptors)
        child.start()
        self._children.append(child)
        return child

    def expect_running(self) -> None:
        """Raise StartError when a child has ended, with its last word."""
        for child in self._children:
            if not child.is_running():
                raise StartError(f"{child.name} ended: {child.last_word()} (see {child.log})")

    def watch(self, look: Callable[[], None]) -> None:
        """Look after the children, one log line for each new start, until told to stop; `look`
        looks after the rest each time."""
        while True:
            look()
            for child in self._children:
                if not child.is_running():
                    child.start_again()
            time.sleep(_LOOK_SECONDS)

    def _on_signal(self, handler: Callable[[int, FrameType | None], None]) -> None:
        signal.signal(signal.SIGINT, handler)
        signal.signal(signal.SIGTERM, handler)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as `nohup` leaves it
            signal.signal(signal.SIGHUP, handler)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt(signal.Signals(number).name)

    def _hurry(self, _number: int, _frame: FrameType | None) -> None:
        self._in_a_hurry = True

    def _end(self, children: Sequence[Child]) -> None:
        for child in children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + _GRACE_SECONDS
        while any(child.is_running() for child in children):
            if self._in_a_hurry or time.monotonic() > deadline:
                break
            time.sleep(_LOOK_SECONDS)
        for child in children:
            child.send(signal.SIGKILL)
            child.process.wait()
            child.writer.join(_LAST_WORD_SECONDS)
