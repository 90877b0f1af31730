"""What was decided about a match elsewhere is said at its online table."""

from collections.abc import Mapping
from datetime import datetime

from games.models import Match, OnlineTable, TableEvent
from games.selectors.tables import is_online
from games.services.stored import who
from kernel.permissions import Actor


def table_was_ruled_on(
    *, match: Match, by: Actor, now: datetime, data: Mapping[str, object]
) -> None:
    """Tell the table of a match that something was decided about it: its version goes up, and it
    looks at once whether what is played there still counts. A match in a room has none. The caller
    holds the lock of the match.

    `data`: {"said": actions of the audit}; {"ended": "void"} where the match is played anew, by
    whoever sits there now; {"ended": "redrawn"} where its round was set aside, {"ended": null}
    where that was brought back.
    """
    if not is_online(match):
        return
    last = TableEvent.objects.filter(table=match.table).order_by("-number").first()
    TableEvent.objects.create(
        table=match.table,
        number=1 + (last.number if last else 0),
        kind="ruling",
        deal=last.deal if last else None,
        data=dict(data),
        **who(by, now),
    )
    OnlineTable.objects.filter(pk=match.table.pk).update(due_at=None)
