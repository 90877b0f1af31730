"""Many at once: real threads on connections of their own."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from django.db import connection

from kernel.text import Refusal
from players.models import AuditEntry
from players.services.audit import check_chain
from tournaments.selectors.desk.audit import audit_scopes

#: Seconds after which who has not written yet is held up by a lock.
HELD_UP = 1.0


def at_once(*calls: Callable[[], object], times: int = 1) -> list[object]:
    """What the calls gave, each made so many times and all begun together.

    A refusal is what was given, too; any other exception is raised.
    """
    wanted = [call for call in calls for _ in repeat(None, times)]
    gate = threading.Barrier(len(wanted))

    def one(call: Callable[[], object]) -> object:
        try:
            connection.ensure_connection()
            gate.wait()
            return call()
        except Refusal as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(wanted)) as pool:
        return list(pool.map(one, wanted))


def codes(given: Sequence[object]) -> list[str]:
    """The codes of those that were refused, sorted."""
    return sorted(refusal.text.code for refusal in given if isinstance(refusal, Refusal))


def assert_chain(scope: str) -> list[str]:
    """The audit of a scope is whole. Gives its actions."""
    assert not check_chain(scope, audit_scopes()[scope]).breaks
    entries = AuditEntry.objects.filter(scope=scope).order_by("number")
    return list(entries.values_list("action", flat=True))


@dataclass
class Between:
    """A write that another connection makes right before the first statement that has `sql` in
    it."""

    sql: str
    write: Callable[[], object]
    is_done: bool = False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if self.sql in sql and not self.is_done:
            self.is_done = True
            at_once(self.write)
        return execute(sql, *rest)


@contextmanager
def written_between(sql: str, write: Callable[[], object]) -> Iterator[Between]:
    """Somebody else writes while this connection reads, just before it reads what is named."""
    between = Between(sql, write)
    with connection.execute_wrapper(between):
        yield between


@contextmanager
def begun_before(sql: str, write: Callable[[], object]) -> Iterator[list[object]]:
    """Somebody else begins to write just before this connection does what is named first, and may
    have to wait until it is through. What that gave, a refusal too, is in the list at the end."""
    given: list[object] = []
    begun: list[Future[list[object]]] = []

    def between(execute: Callable[..., Any], statement: str, *rest: Any) -> Any:
        if sql in statement and not begun:
            begun.append(pool.submit(at_once, write))
            wait(begun, timeout=HELD_UP)
        return execute(statement, *rest)

    with ThreadPoolExecutor(1) as pool:
        with connection.execute_wrapper(between):
            yield given
        given += [one for future in begun for one in future.result()]
