"""A worker that is killed with -9 wherever a trap is set for it."""

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.services import Process, Worker


class TrappedWorker(Worker):
    """The worker with traps. As soon as a task stands in one the worker is killed; another worker
    follows at once, as `bin/server` sees to it."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.directory = directory
        self.command = [
            "tests.acceptance.trapped_worker" if word == "config.embedded.worker" else word
            for word in self.command
        ]
        self.environment = {**self.environment, "UNDERCUT_VISIBILITY_SECONDS": "5"}
        self.inside: list[dict[str, Any]] = []
        """The tasks that were killed in a trap, each with `proven`: it had begun and not ended, in
        the process that was running."""
        self.kills = 0
        self._one_at_a_time = threading.Lock()

    def set_trap(self, trap: dict[str, Any]) -> None:
        (self.directory / "trap").write_text(json.dumps(trap))

    def kill(self) -> None:
        """Kill it wherever it is. A trap into which a task was just stepping is set again."""
        with self._one_at_a_time, self._killed():
            (self.directory / "trapped").unlink(missing_ok=True)
            taken = self.directory / "trap.taken"
            if taken.exists():
                taken.rename(self.directory / "trap")

    def watch(self, ended: threading.Event) -> None:
        """Kill whatever steps into a trap, until the evening has ended."""
        while not ended.wait(0.01):
            with self._one_at_a_time:
                self._kill_inside()

    def _kill_inside(self) -> None:
        trapped, done = self.directory / "trapped", self.directory / "done"
        if not trapped.exists():
            return
        told = json.loads(trapped.read_text())
        has_ended = done.exists() and told["id"] in done.read_text()
        told["proven"] = told["pid"] == self.pid and not self.has_ended() and not has_ended
        with self._killed():
            trapped.unlink()
            (self.directory / "trap.taken").unlink()
        self.inside.append(told)

    @contextmanager
    def _killed(self) -> Iterator[None]:
        """Between its end and the start of the one that follows."""
        assert self.end(signal.SIGKILL) == -signal.SIGKILL
        self.kills += 1
        yield
        Process.start(self)
