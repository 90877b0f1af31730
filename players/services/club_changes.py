"""What every change in a club shares: the lock on its row and the entry in its audit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import AuditEntry, Club
from players.selectors import club_role
from players.services import audit


@contextmanager
def changing(club_id: int | None) -> Iterator[Club]:
    """A transaction around a change of the club, which is locked until its end."""
    with transaction.atomic():
        yield lock_club(club_id)


def lock_club(club_id: int | None) -> Club:
    """The club, locked until the running transaction ends: its changes go one after the other."""
    club = Club.objects.select_for_update().filter(pk=club_id or 0).first()
    if club is None:
        raise refusal("club_gone", N_("This club has been deleted."))
    return club


def record_club_change(
    club: Club, action: str, data: Mapping[str, object], *, by: Actor, now: datetime
) -> AuditEntry:
    """Append to the club's chain; `data` holds ids and codes only. The caller holds the lock."""
    scope, role = f"club:{club.pk}", club_role(by, club.pk)
    entry = audit.record(scope=scope, action=action, data=data, by=by, role=role, now=now)
    Club.objects.filter(pk=club.pk).update(audit_digest=entry.digest)
    return entry
