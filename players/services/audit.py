"""The audit: an append-only chain for each tournament and each club."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

from players.models import AuditEntry
from players.permissions import Actor

GENESIS = "0" * 64


def digest_of(entry: AuditEntry) -> str:
    """SHA-256 over the canonical JSON of an entry and the digest before it."""
    body = [
        entry.scope,
        entry.number,
        entry.at.isoformat(),
        entry.by,
        entry.by_staff,
        entry.role,
        entry.via,
        entry.action,
        entry.data,
        entry.previous,
    ]
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def record(
    *, scope: str, action: str, data: Mapping[str, object], by: Actor, role: str, now: datetime
) -> AuditEntry:
    """Append one entry to the chain of `scope` ("tournament:12", "club:3").

    The caller holds the lock of the scope's row, so that numbers follow each other; a constraint
    guards them besides. `data` holds ids and codes, never names or addresses.
    """
    last = (
        AuditEntry.objects.filter(scope=scope)
        .order_by("-number")
        .values_list("number", "digest")
        .first()
    )
    number, previous = (last[0] + 1, last[1]) if last else (1, GENESIS)
    entry = AuditEntry(
        scope=scope,
        number=number,
        at=now,
        by=by.user_id,
        by_staff=by.staff_id,
        role=role,
        via=by.door,
        action=action,
        data=dict(data),
        previous=previous,
    )
    entry.digest = digest_of(entry)
    entry.save(force_insert=True)
    return entry
