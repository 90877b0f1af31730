"""Who takes part: the field, the waitlist, those who ask."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery

from players.models import Rating
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with what was recorded of it.

    `status`: `requested` (waits for the director), `entered`, `waitlist`, `withdrawn`, `swapped`
    (made room for another one).
    """

    entry: Entry
    player_id: int
    rating: int | None
    checked_in: bool
    status: str


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """All entries in order of approval, with their status.

    The field is the first `cap` of those approved and not withdrawn; who comes after them waits,
    and moves up by himself when one of them goes.
    """
    newest = Rating.objects.filter(player=OuterRef("members__player")).values("value")[:1]
    entries = (
        Entry.objects.filter(tournament=tournament, members__board=1)
        .select_related("approval", "check_in", "withdrawal", "swapped_out", "swapped_in")
        .annotate(player=F("members__player"), rating=Subquery(newest))
        .order_by("approval__id", "id")
    )
    rows, taken = [], 0
    for entry in entries:
        status = _status(entry)
        if status == "entered":
            full = tournament.cap is not None and taken >= tournament.cap
            status, taken = ("waitlist", taken) if full else ("entered", taken + 1)
        rows.append(EntryRow(entry, entry.player, entry.rating, hasattr(entry, "check_in"), status))
    return rows


def field_of(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Those who are drawn: once anybody is checked in, the unchecked are left out."""
    field = [row for row in rows if row.status == "entered"]
    return [row for row in field if row.checked_in] or field


def waitlist_of(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Those who wait for a place, first come first."""
    return [row for row in rows if row.status == "waitlist"]


def _status(entry: Entry) -> str:
    if hasattr(entry, "swapped_out"):
        return "swapped"
    if hasattr(entry, "withdrawal"):
        return "withdrawn"
    return "entered" if hasattr(entry, "approval") else "requested"
