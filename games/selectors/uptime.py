"""Whether the program takes actions, and when it took none: that time is given back to players."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, QuerySet

from games.models import Outage, WebHeartbeat
from games.tables.records import ms_of
from web.db.prepared import Prepared

LONGEST_GAP = timedelta(seconds=3)
"""Between two heartbeats; in a longer one the program was away (the contract of the online table,
"Clock")."""

# One outage ends before the next begins, and there is an index by when they began.
_NEWEST = """
    (SELECT at FROM {heartbeat}),
    (SELECT ended_at FROM {outages} ORDER BY began_at DESC LIMIT 1)
"""


@dataclass(frozen=True, slots=True)
class Uptime:
    """Whether actions are taken just now: as long as they are not, no deadline passes.

    `outages` are the spans in which none were taken, as the tables count them: milliseconds since
    1970, in order. One that still goes on is the last of them, as far as it has come.
    """

    is_up: bool
    outages: tuple[tuple[int, int], ...]


class Newest(NamedTuple):
    """The newest heartbeat, and when the newest outage ended; None where there was none yet."""

    heartbeat: datetime | None
    outage_end: datetime | None

    def is_quiet(self, since: datetime, now: datetime) -> bool:
        """Whether nothing was lost from `since` to the present."""
        goes_on = self.heartbeat is not None and now - self.heartbeat > LONGEST_GAP
        return not goes_on and (self.outage_end is None or self.outage_end <= since)


def newest_sql() -> str:
    """`Newest` as two columns of a statement."""
    return _NEWEST.format(outages=Outage._meta.db_table, heartbeat=WebHeartbeat._meta.db_table)


@Prepared
def _spans_since(since: datetime) -> QuerySet[Outage, tuple[datetime, datetime]]:
    spans = Outage.objects.order_by().filter(ended_at__gt=since).values_list("began_at", "ended_at")
    # The heartbeat is read along: the span that begins where it ends.
    heartbeat = WebHeartbeat.objects.values_list("at", F("at"))
    return spans.union(heartbeat, all=True)


def uptime_since(since: datetime, *, now: datetime, newest: Newest | None = None) -> Uptime:
    """What was lost from one instant to the present, in one query; in none where what was read as
    the `newest` says that nothing was.

    Before the first heartbeat of all nothing is known to be lost.
    """
    if newest is not None and newest.is_quiet(since, now):
        return Uptime(is_up=True, outages=())
    found = sorted(_spans_since(since))
    lost = [span for span in found if span[0] < span[1]]
    goes_on = [(at, now) for at, end in found if at == end and now - at > LONGEST_GAP]
    outages = tuple((ms_of(began), ms_of(ended)) for began, ended in lost + goes_on)
    return Uptime(not goes_on, outages)


def is_web_up(*, now: datetime) -> bool:
    """Whether a process that takes actions lives."""
    return uptime_since(now, now=now).is_up
