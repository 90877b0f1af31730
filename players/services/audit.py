"""The audit: an append-only chain for each tournament and club, and the proof that it is whole.

Who writes an entry notes its digest in the row of the tournament or club, too: else nobody could
tell that the newest entries are gone.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Text
from players.models import AuditEntry

GENESIS = "0" * 64
COVERED = (
    *("scope", "number", "at", "by", "by_staff", "role"),
    *("via", "action", "data", "previous"),
)
"""What the digest of an entry covers, in this order."""


@dataclass(frozen=True, slots=True)
class Chain:
    """What the chain of a scope is like: its newest entry, and every place where it is broken."""

    scope: str
    number: int
    digest: str
    breaks: tuple[Text, ...]


def digest_of(entry: AuditEntry) -> str:
    """SHA-256 over the canonical JSON of an entry and the digest before it."""
    body = list(_covered(entry).values())
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(entry: AuditEntry) -> dict[str, object]:
    """An entry for a file: all that its digest covers, in this order, and the digest."""
    return {**_covered(entry), "digest": entry.digest}


def _covered(entry: AuditEntry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in COVERED} | {"at": entry.at.isoformat()}


def record(
    *, scope: str, action: str, data: Mapping[str, object], by: Actor, role: str, now: datetime
) -> AuditEntry:
    """Append one entry to the chain of `scope` ("tournament:12", "club:3").

    The caller holds the lock of the scope's row, so that numbers follow each other; a constraint
    guards them besides. `data` holds ids and codes, never names or addresses, and is sealed as the
    database gives it back: lists for tuples, text for the keys of a mapping.
    """
    (entry,) = record_all(scope=scope, records=[(action, data)], by=by, role=role, now=now)
    return entry


def forget(scope: str) -> None:
    """Delete the chain of what was there for practice alone, and is thrown away."""
    AuditEntry.objects.filter(scope=scope).delete()


def record_all(
    *,
    scope: str,
    records: Iterable[tuple[str, Mapping[str, object]]],
    by: Actor,
    role: str,
    now: datetime,
) -> list[AuditEntry]:
    """The same of several, each an action with its data: two queries, however many they are."""
    newest = AuditEntry.objects.filter(scope=scope).order_by("-number")
    number, previous = newest.values_list("number", "digest").first() or (0, GENESIS)
    entries = []
    for place, (action, data) in enumerate(records, number + 1):
        entry = AuditEntry(
            scope=scope,
            number=place,
            at=now,
            by=by.user_id,
            by_staff=by.staff_id,
            role=role,
            via=by.via,
            action=action,
            data=json.loads(json.dumps(dict(data))),
            previous=previous,
        )
        entry.digest = previous = digest_of(entry)
        entries.append(entry)
    return AuditEntry.objects.bulk_create(entries)


def check_chain(scope: str, noted: str = "") -> Chain:
    """The chain of a scope, with what was changed, removed, put in or moved.

    `noted` is the digest that was noted beside the chain as its newest, "" where none was. Read
    both in a `consistent_read`: an entry that is written in between would look like a break.
    """
    breaks: list[Text] = []
    number, digest = 0, GENESIS
    for entry in AuditEntry.objects.filter(scope=scope).order_by("number").iterator():
        breaks += _breaks_at(entry, number, digest)
        number, digest = entry.number, entry.digest
    if noted and noted != digest:
        sentence = N_("after entry %(number)d: the newest entries are missing, or were replaced")
        breaks.append(Text("audit_end", sentence, {"number": number}))
    return Chain(scope, number, digest, tuple(breaks))


def _breaks_at(entry: AuditEntry, number: int, digest: str) -> Iterator[Text]:
    """What is wrong between an entry and the one before it, which has this number and digest."""
    values = {"number": entry.number, "before": number}
    if entry.number != number + 1:
        sentence = N_(
            "entry %(number)d: it stands next to entry %(before)d, those between are gone"
        )
        yield Text("audit_gap", sentence, values)
    elif entry.previous != digest:
        sentence = N_("entry %(number)d: it does not follow from entry %(before)d")
        yield Text("audit_order", sentence, values)
    if digest_of(entry) != entry.digest:
        sentence = N_("entry %(number)d: it is not what was written")
        yield Text("audit_changed", sentence, values)
