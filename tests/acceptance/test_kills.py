"""The worker dies and Redis forgets, at any moment: the evening ends the same.

At full size (UNDERCUT_LONG=1) the worker is killed with -9 at 20 seeded moments, 12 of them proven
inside a running task, and Redis is emptied at 5; else a sample of that.
"""

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from redis import Redis

from tests.acceptance.evening import MATCHES, Client, Evening, Table
from tests.acceptance.trapping import TrappedWorker
from tests.concurrency import assert_chain
from tests.services import wait_until
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot

SEED = 11
SETTLE, TICK = "tournaments.tasks.settle_stage", "tournaments.tasks.tick"


@dataclass(frozen=True, slots=True)
class Size:
    """How much of it: the matches by hands, then how often what happens at the end of a match, and
    how often between: kills inside a task, kills at any moment, flushes."""

    hand_by_hand: int
    inside_at_ends: int
    inside_between: int
    anywhere: int
    flushes_at_ends: int
    flushes_between: int

    @property
    def inside(self) -> int:
        return self.inside_at_ends + self.inside_between


FULL = Size(
    hand_by_hand=10,
    inside_at_ends=7,
    inside_between=5,
    anywhere=8,
    flushes_at_ends=2,
    flushes_between=3,
)
SAMPLE = Size(
    hand_by_hand=1,
    inside_at_ends=1,
    inside_between=1,
    anywhere=2,
    flushes_at_ends=1,
    flushes_between=0,
)
SIZE = FULL if os.environ.get("UNDERCUT_LONG") == "1" else SAMPLE


@dataclass
class Trouble:
    """What happens at which turns: those that end a match are counted apart from the others."""

    worker: TrappedWorker
    redis: Redis
    chance: random.Random
    turns: int
    flushes: int = 0
    traps_set: int = 0
    due: list[dict[str, Any]] = field(default_factory=list)
    _ends: int = -1
    _between: int = -1

    def __post_init__(self) -> None:
        ends, between = range(len(MATCHES)), range(self.turns - len(MATCHES))
        pick = self.chance.sample
        self.traps_at_ends = {turn: self._trap_at_end() for turn in pick(ends, SIZE.inside_at_ends)}
        self.traps_between = {
            turn: self._trap_between() for turn in pick(between, SIZE.inside_between)
        }
        free = [turn for turn in between if turn not in self.traps_between]
        self.kills_between = set(pick(free, SIZE.anywhere))
        self.flushes_at_ends = set(pick(ends, SIZE.flushes_at_ends))
        self.flushes_between = set(pick(between, SIZE.flushes_between))

    def _trap_at_end(self) -> dict[str, Any]:
        """Where much is written: a result moves the bracket, then come the standings."""
        return {"task": SETTLE, "at": "write", "n": self.chance.randint(1, 4)}

    def _trap_between(self) -> dict[str, Any]:
        task, most = self.chance.choice([(SETTLE, 20), (SETTLE, 20), (TICK, 3)])
        at = self.chance.choice(["query", "query", "end"])
        return {"task": task, "at": at, "n": self.chance.randint(1, most)}

    def _set_trap(self) -> None:
        """One trap at a time: the next one when the last one has been sprung."""
        if self.due and self._is_sprung():
            self.worker.set_trap(self.due.pop(0))
            self.traps_set += 1

    def _is_sprung(self) -> bool:
        return len(self.worker.inside) == self.traps_set

    def around(self, table: Table) -> None:
        """Let the table write, with whatever trouble is due at this turn."""
        if table.is_ending:
            self._ends += 1
            trap, kill = self.traps_at_ends.get(self._ends), False
            flush = self._ends in self.flushes_at_ends
        else:
            self._between += 1
            trap, kill = self.traps_between.get(self._between), self._between in self.kills_between
            flush = self._between in self.flushes_between
        self.due += [trap] if trap else []
        self._set_trap()
        table.write()
        if flush:
            self.redis.flushall()
            self.flushes += 1
        # Between the ends of matches the task may just have been there; then it comes again.
        with suppress(AssertionError):
            wait_until(self._is_sprung, seconds=60 if table.is_over else 10)
        if kill:
            self.worker.kill()


def play(client: Client, around: Callable[[Table], None]) -> tuple[str, int]:
    """The snapshot of an evening that is over, and how many turns it took."""
    evening = Evening(client, chance=random.Random(SEED), hand_by_hand=SIZE.hand_by_hand)
    evening.begin()
    turns = 0
    for table in evening.turns():
        around(table)
        turns += 1
    evening.finish()
    assert_chain(f"tournament:{evening.tournament}")
    return snapshot(Tournament.objects.get(pk=evening.tournament)), turns


def test_an_evening_full_of_trouble_ends_like_a_calm_one(
    client: Client,
    trapped_worker: TrappedWorker,
    redis: Redis,
    figure: Callable[[str, object], None],
) -> None:
    calm, turns = play(client, Table.write)
    trouble = Trouble(trapped_worker, redis, random.Random(SEED), turns)
    troubled, _ = play(client, trouble.around)
    assert troubled.splitlines() == calm.splitlines()
    assert [call["proven"] for call in trapped_worker.inside] == [True] * SIZE.inside
    assert trapped_worker.kills == SIZE.inside + SIZE.anywhere
    assert trouble.flushes == SIZE.flushes_at_ends + SIZE.flushes_between
    figure("worker killed with -9", trapped_worker.kills)
    figure("of these proven inside a running task", len(trapped_worker.inside))
    figure(
        "of these inside its transaction",
        sum(call["in_transaction"] for call in trapped_worker.inside),
    )
    figure("Redis emptied", trouble.flushes)
