"""At which online tables play stands still, found without reading their logs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery

from games.models import Match, OnlineTable, TableEvent
from games.selectors.tables import stopped_among
from games.tables.events import VOID, Kind
from games.tables.records import instant

_HOLDS: tuple[Kind, ...] = ("pause", "adjournment")
_GOES_ON: tuple[Kind, ...] = ("resumption", "deal", "choice", "action", "moved")


class Hold(NamedTuple):
    """Play stands still: `event` is the key of what stopped it, `until` the hour of an adjournment,
    None for a pause. `is_vacation`: because a player is away, and by nobody's word but theirs."""

    event: int
    until: datetime | None
    is_vacation: bool = False


def holds_at(matches: Iterable[int]) -> Mapping[int, Hold]:
    """Where play stands still, by match, of those that are to be played on. An adjournment may
    stand here for a moment after its hour, until somebody looks at the table."""
    told = Q(kind__in=(*_HOLDS, *_GOES_ON)) | Q(kind="ruling", data__ended=VOID)
    newest = TableEvent.objects.filter(told, table=OuterRef("pk"))
    going_on = OnlineTable.objects.exclude(match__state=Match.States.FINISHED)
    tables = going_on.filter(match__in=list(matches)).annotate(
        newest=Subquery(newest.order_by("-number").values("pk")[:1])
    )
    held = TableEvent.objects.filter(pk__in=tables.values("newest"), kind__in=_HOLDS)
    rows = list(held.values_list("table__match", "pk", "data"))
    stopped = stopped_among([match for match, _event, _data in rows]) if rows else ()
    return {
        match: Hold(
            event,
            instant(data["until"]) if "until" in data else None,
            data.get("vacation", False),
        )
        for match, event, data in rows
        if match not in stopped
    }
