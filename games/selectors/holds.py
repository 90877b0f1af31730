"""At which online tables play stands still, found without reading their logs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from games.models import Match, OnlineTable, TableEvent
from games.tables.events import Kind
from games.tables.records import instant

_HOLDS: tuple[Kind, ...] = ("pause", "adjournment")
_GOES_ON: tuple[Kind, ...] = ("resumption", "deal", "choice", "action")


class Hold(NamedTuple):
    """Play stands still: `event` is the key of what stopped it, `until` the hour of an adjournment,
    None for a pause."""

    event: int
    until: datetime | None


def holds_at(matches: Iterable[int]) -> Mapping[int, Hold]:
    """Where play stands still, by match, of those that are not over; in one query. An adjournment
    may stand here for a moment after its hour, until somebody looks at the table."""
    newest = TableEvent.objects.filter(table=OuterRef("pk"), kind__in=(*_HOLDS, *_GOES_ON))
    going_on = OnlineTable.objects.exclude(match__state=Match.States.FINISHED)
    tables = going_on.filter(match__in=list(matches)).annotate(
        newest=Subquery(newest.order_by("-number").values("pk")[:1])
    )
    held = TableEvent.objects.filter(pk__in=tables.values("newest"), kind__in=_HOLDS)
    rows = held.values_list("table__match", "pk", "data")
    return {
        match: Hold(event, instant(data["until"]) if "until" in data else None)
        for match, event, data in rows
    }
