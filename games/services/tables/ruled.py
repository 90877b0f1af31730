"""What was decided about a match elsewhere is said at its online table.

Players act at a table under the lock of its match alone. So what takes a match from them locks it
first, looks then whether play has begun, and says so at its table.
"""

from collections.abc import Iterable, Mapping

from django.db import transaction

from games.models import Match, OnlineTable, TableEvent
from games.selectors.table_now import now_at
from games.selectors.tables import has_table
from games.services.stored import who
from games.signals import table_changed
from kernel.permissions import Actor
from web.db import clock


def table_was_ruled_on(*, match: Match, by: Actor, data: Mapping[str, object]) -> None:
    """Tell the table of a match that something was decided about it: its version goes up, and it
    looks at once whether what is played there still counts. A match in a room has none, unless it
    came back from there. The caller holds the lock of the match: the instant is that of the
    database behind it, so that no event of the log is later than one that follows it. Who watches
    the table is told once it has committed.

    `data`: {"said": actions of the audit}; {"ended": "void"} where the match is played anew, by
    whoever sits there now; {"ended": "redrawn"} where nothing more is played in it as things stand
    (its round was set aside or taken back, somebody has left, the event does not run),
    {"ended": null} where play goes on again.
    """
    if not has_table(match):
        return
    last = TableEvent.objects.filter(table=match.table).order_by("-number").first()
    TableEvent.objects.create(
        table=match.table,
        number=1 + (last.number if last else 0),
        kind="ruling",
        deal=last.deal if last else None,
        data=dict(data),
        **who(by, clock.now()),
    )
    OnlineTable.objects.filter(pk=match.table.pk).update(due_at=None)
    pk = match.table.pk
    transaction.on_commit(lambda: _tell(pk))


def tables_were_ruled_on(*, matches: Iterable[int], by: Actor, data: Mapping[str, object]) -> None:
    """The same of those of these matches that have a table; it locks them."""
    online = Match.objects.filter(pk__in=list(matches), table__isnull=False)
    for match in online.select_for_update(of=("self",)).order_by("pk"):
        table_was_ruled_on(match=match, by=by, data=data)


def _tell(table: int) -> None:
    """Tell who watches a table how it stands; one that went with its match has nobody."""
    found = OnlineTable.objects.select_related("match").filter(pk=table).first()
    if found is not None:
        table_changed.send(sender=OnlineTable, now=now_at(found))


def lock_matches(matches: Iterable[int]) -> None:
    """Nothing is played in these matches until the caller is through."""
    locked = Match.objects.select_for_update().filter(pk__in=list(matches)).order_by("pk")
    list(locked.values_list("pk"))


def lock_tables(matches: Iterable[int]) -> frozenset[int]:
    """The same for those of these matches that have an online table; those in which play has begun
    there, of which the caller may have read otherwise before."""
    online = Match.objects.filter(pk__in=list(matches), table__isnull=False)
    locked = online.select_for_update(of=("self",)).order_by("pk")
    states = locked.values_list("pk", "state")
    return frozenset(match for match, state in states if state != Match.States.OPEN)
