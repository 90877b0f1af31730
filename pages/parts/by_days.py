"""Matches that are played by days, in words: where it is the reader's turn, and where not."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from tournaments.selectors.desk.correspondence import days_of


@dataclass(frozen=True, slots=True)
class DaysWords:
    """One match by days: `where` is its event, `other` who sits opposite; `until` is when the
    reader's time is over, None where no clock runs for them. `vacation` is the page on which they
    say that they are away, "" where that can't be."""

    match: int
    table: str
    vacation: str
    where: str
    other: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class ByDays:
    """The matches that wait for the reader, the most urgent first, and the others."""

    waiting: Sequence[DaysWords]
    others: Sequence[DaysWords]


def by_days(actor: Actor, now: datetime) -> ByDays:
    """All matches by days that the reader plays."""
    found = [
        (
            one.is_waiting,
            DaysWords(
                match=one.match,
                table=one.table,
                vacation=reverse("vacation", args=one.address) if one.has_vacation else "",
                where=one.event or _("A friendly"),
                other=one.other or _("nobody yet"),
                until=None if one.left is None else now + one.left,
            ),
        )
        for one in days_of(actor, now)
    ]
    return ByDays(
        waiting=[words for is_waiting, words in found if is_waiting],
        others=[words for is_waiting, words in found if not is_waiting],
    )
