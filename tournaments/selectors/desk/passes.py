"""The pass for one night with which somebody is signed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kernel.permissions import Actor
from tournaments.selectors.desk.audit import giver_of
from tournaments.selectors.events.access import staff_rows


@dataclass(frozen=True, slots=True)
class OwnPass:
    """Whose pass it is, until when it holds and for which tables (empty: all), and who gave it,
    empty where that account is gone."""

    name: str
    until: datetime | None
    tables: Sequence[int]
    giver: str


def pass_of(actor: Actor) -> OwnPass | None:
    """The actor's own pass; None for who has an account."""
    row = staff_rows(actor).first() if actor.staff_id is not None else None
    if row is None:
        return None
    return OwnPass(row.name, row.expires_at, row.tables, giver_of(row))
