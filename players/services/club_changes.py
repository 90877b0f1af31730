"""What every change in a club shares: the lock on its row and the entry in its audit."""

from collections.abc import Mapping
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import AuditEntry, Club
from players.selectors import club_role
from players.services import audit


def lock_club(club_id: int) -> Club:
    """The club, locked until the running transaction ends: its changes go one after the other."""
    club = Club.objects.select_for_update().filter(pk=club_id).first()
    if club is None:
        raise Refusal(Text("club_gone", N_("This club has been deleted.")))
    return club


def record_club_change(
    club: Club, action: str, data: Mapping[str, object], *, by: Actor, now: datetime
) -> AuditEntry:
    """Append to the club's chain; `data` holds ids and codes only. The caller holds the lock."""
    entry = audit.record(
        scope=f"club:{club.pk}",
        action=action,
        data=data,
        by=by,
        role=club_role(by, club.pk),
        now=now,
    )
    Club.objects.filter(pk=club.pk).update(audit_digest=entry.digest)
    return entry
