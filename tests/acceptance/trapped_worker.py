"""The embedded worker with traps: a task that steps into one stays there until it is killed.

The test sets a trap by the file `trap` in the data directory: the name of a task, and where in it:
at the n-th query of the task, at the n-th of those that write, or at its end, when all is committed
and nothing acknowledged. The first task of that name takes the trap; one that has fewer queries
stands in it at its end. Standing in it the task leaves the file `trapped`; a task that has come to
its end leaves a line in the file `done`.
"""

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery import Task
from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.db import connection

from config.embedded.worker import app

__all__ = ["app"]

TRAP, TRAPPED, DONE = (Path(settings.DATA_DIR) / name for name in ("trap", "trapped", "done"))
WRITES = ("INSERT", "UPDATE", "DELETE")

_taken = threading.local()


class Trap:
    """Counts a task's queries and holds it at the one that was asked for."""

    def __init__(self, task_id: str, wanted: dict[str, Any]) -> None:
        self.task_id = task_id
        self.wanted = wanted
        self.left = wanted["n"]

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        result = execute(sql, *rest)
        counts = self.wanted["at"] == "query" or sql.startswith(WRITES)
        if counts and self.wanted["at"] != "end":
            self.left -= 1
            if not self.left:
                self.hold(sql)
        return result

    def hold(self, sql: str) -> None:
        told = self.wanted | {
            "id": self.task_id,
            "pid": os.getpid(),
            "sql": sql,
            "in_transaction": connection.in_atomic_block,
        }
        written = TRAPPED.with_suffix(".part")
        written.write_text(json.dumps(told))
        written.rename(TRAPPED)
        threading.Event().wait()


@task_prerun.connect
def take_trap(task_id: str, task: Task, **_: Any) -> None:
    """The first task of the wanted name takes the trap that is set."""
    try:
        wanted = json.loads(TRAP.read_text())
        if wanted["task"] != task.name:
            return
        TRAP.rename(TRAP.with_suffix(".taken"))
    except FileNotFoundError:
        return
    _taken.trap = Trap(task_id, wanted)
    connection.execute_wrappers.append(_taken.trap)


@task_postrun.connect
def leave(task_id: str, task: Task, **_: Any) -> None:
    trap = getattr(_taken, "trap", None)
    if trap is not None and trap.task_id == task_id:
        connection.execute_wrappers.remove(trap)
        trap.hold("")
    with DONE.open("a") as done:
        done.write(f"{task_id} {task.name}\n")
