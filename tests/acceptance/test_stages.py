"""An event of three stages ends the same, whatever happens to the worker.

At full size (UNDERCUT_LONG=1) 40 play and the worker is killed with -9 at 20 seeded moments, 12 of
them inside a task that is drawing, advancing or ranking; else a sample of that.
"""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from django.core.management import call_command

from tests.acceptance.evening import Client
from tests.acceptance.staged import StagedEvent
from tests.acceptance.trapping import TrappedWorker
from tests.concurrency import assert_chain
from tests.services import wait_until
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot

SEED = 6
LONG = os.environ.get("UNDERCUT_LONG") == "1"
ENTRANTS, IN_GROUPS, IN_BRACKET = (40, 16, 8) if LONG else (12, 8, 4)
INSIDE, ANYWHERE = (12, 8) if LONG else (2, 1)
# Where the task comes by even if another one has done its work before: a trap must be sprung. Its
# first write is the first row of what it moves on, draws or ranks.
TASK = "tournaments.tasks.settle_stage"
PLACES = [("write", 1), ("write", 1), ("query", 5), ("query", 20), ("end", 1)]


@dataclass
class Kills:
    """Kills the worker around seeded turns: inside a task, or just then."""

    worker: TrappedWorker
    chance: random.Random
    turns: int
    traps_set: int = 0
    inside: set[int] = field(default_factory=set)
    anywhere: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        picked = self.chance.sample(range(self.turns), INSIDE + ANYWHERE)
        self.inside, self.anywhere = set(picked[:INSIDE]), set(picked[INSIDE:])

    def around(self, turns: Iterable[Callable[[], None]]) -> Iterator[Callable[[], None]]:
        for number, write in enumerate(turns):
            yield partial(self._write, number, write)
        wait_until(self._is_sprung, seconds=60, what="the last trap")

    def _write(self, number: int, write: Callable[[], None]) -> None:
        if number in self.inside:
            wait_until(self._is_sprung, seconds=60, what="the trap before")
            at, most = self.chance.choice(PLACES)
            self.worker.set_trap({"task": TASK, "at": at, "n": self.chance.randint(1, most)})
            self.traps_set += 1
        write()
        if number in self.anywhere:
            self.worker.kill()

    def _is_sprung(self) -> bool:
        return len(self.worker.inside) == self.traps_set


def play(
    client: Client,
    around: Callable[[Iterator[Callable[[], None]]], Iterable[Callable[[], None]]] = iter,
) -> tuple[str, int]:
    """The snapshot of an event that is over, and how many turns it took."""
    event = StagedEvent(client, entrants=ENTRANTS, in_groups=IN_GROUPS, in_bracket=IN_BRACKET)
    event.begin()
    turns = 0
    for write in around(event.turns()):
        write()
        turns += 1
    event.finish()
    assert event.dealt_with == sum(len(some) for some in event.incidents.values())
    assert_chain(f"tournament:{event.tournament}")
    call_command("verify_standings", tournament=event.tournament)
    tournament = Tournament.objects.get(pk=event.tournament)
    seen = snapshot(tournament)
    call_command("rebuild", event.tournament)
    tournament.refresh_from_db()
    assert snapshot(tournament).splitlines() == seen.splitlines()
    return seen, turns


def test_an_event_of_three_stages_ends_the_same_whatever_happens_to_the_worker(
    client: Client, trapped_worker: TrappedWorker, figure: Callable[[str, object], None]
) -> None:
    calm, turns = play(client)
    kills = Kills(trapped_worker, random.Random(SEED), turns)
    troubled, _ = play(client, kills.around)
    assert troubled.splitlines() == calm.splitlines()
    assert trapped_worker.kills == INSIDE + ANYWHERE
    assert [call["proven"] for call in trapped_worker.inside] == [True] * INSIDE
    figure("three stages: entrants", ENTRANTS)
    figure("three stages: worker killed with -9", trapped_worker.kills)
    figure("three stages: of these inside a task", len(trapped_worker.inside))
