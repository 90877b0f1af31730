"""One change of a tournament: locked, versioned, audited, told.

Every service that writes opens `changing(...)`: one transaction, the tournament's row locked first,
so that the changes of one tournament go one after the other. What it records is audited, raises
the versions once, and is told when it has committed. A service that records nothing has changed
nothing: doing a thing twice leaves no trace. What follows from a change is asked of a worker when
it has committed: the change says which stages are not settled any more.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from django.db import transaction

from games.services.stored import who
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.services import audit
from tournaments.domain import lifecycle
from tournaments.models import StateChange, Tournament
from tournaments.signals import tournament_changed
from web.tasks import enqueue

SETTLE = "tournaments.tasks.settle_stage"
"""What a worker does for a stage that is not settled."""


@dataclass
class Change:
    """What is being done to `tournament` by `by`: call `record` for each thing that was done."""

    tournament: Tournament
    by: Actor
    now: datetime
    changed: set[str] = field(default_factory=set)
    public: bool = False
    records: list[tuple[str, Mapping[str, object]]] = field(default_factory=list)
    unsettled: set[int] = field(default_factory=set)
    """The stages of which something was changed that others rest on: a worker settles them."""

    @property
    def facts(self) -> dict[str, object]:
        """Who, when, as what and by which way: the fields of a `Recorded` row."""
        return who(self.by, self.now)

    def record(
        self, action: str, changed: str, /, *, public: bool = True, **data: object
    ) -> dict[str, object]:
        """Note what was done: the audit's action, which part of the pages `changed`, whether
        visitors may know, and the audit's data. These are given back: until the change is closed
        they may be added to."""
        self.records.append((action, data))
        self.changed.add(changed)
        self.public = self.public or public
        return data


class Difference(TypedDict, total=False):
    """What was not the same before a change as after it."""

    before: dict[str, object]
    after: dict[str, object]


def difference(before: Mapping[str, object], after: Mapping[str, object]) -> Difference:
    """What the audit says of a change: nothing where it has changed nothing."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if not names:
        return {}
    return {
        "before": {name: before.get(name) for name in names},
        "after": {name: after.get(name) for name in names},
    }


def enter_state(change: Change, state: str) -> None:
    """Note that the tournament is now in `state`."""
    changed = difference({"state": change.tournament.state}, {"state": state})
    change.tournament.state = state
    StateChange.objects.create(tournament=change.tournament, state=state, **change.facts)
    change.record("tournament.state", "state", state=state, **changed)


@contextmanager
def changing(tournament_id: int, *, by: Actor, now: datetime, action: str = "") -> Iterator[Change]:
    """Lock the tournament and yield the `Change`; commit what it recorded, or nothing at all.

    Raises Refusal `not_found` when the tournament is gone, and for an `action` of the lifecycle
    where its state does not allow it.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            raise refusal("not_found", N_("This tournament does not exist any more."))
        if action:
            lifecycle.require(tournament.state, action)
        change = Change(tournament, by, now)
        yield change
        if change.records and tournament.pk:
            _close(change)
        for stage in sorted(change.unsettled):
            enqueue(SETTLE, stage)


def _close(change: Change) -> None:
    tournament = change.tournament
    tournament.version += 1
    tournament.staff_version += 1
    if change.public and tournament.state != "draft":
        tournament.public_version += 1
    *_, newest = audit.record_all(
        scope=f"tournament:{tournament.pk}",
        records=change.records,
        by=change.by,
        role=change.by.role,
        now=change.now,
    )
    tournament.audit_digest = newest.digest
    tournament.save()
    told = {
        "tournament_id": tournament.pk,
        "public_version": tournament.public_version if change.public else None,
        "staff_version": tournament.staff_version,
        "changed": sorted(change.changed),
    }
    transaction.on_commit(lambda: tournament_changed.send(sender=Tournament, **told))
