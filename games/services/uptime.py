"""The heartbeat of the processes that take actions, and the spans in which there was none."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Outage, WebHeartbeat
from games.selectors.uptime import LONGEST_GAP
from web import disk
from web.db import clock

KEPT_FOR = timedelta(days=90)
"""An outage counts in the turns that ran in it; a turn may take a month, and what it was given."""


def beat() -> None:
    """Note that a process that takes actions lives, at the time of the database.

    Where none did for a while, as there was no such process or the database was away, that span is
    kept as an outage; of several processes that come back together one does so. On a full disk no
    action is taken, so there is no heartbeat either.
    """
    if disk.room() == disk.DiskRoom.FULL:
        return
    with transaction.atomic():
        last = WebHeartbeat.objects.select_for_update().filter(pk=1).first()
        now = clock.now()  # under the lock: of two who wait for it the later one is the later beat
        if last is None:
            WebHeartbeat.objects.bulk_create([WebHeartbeat(pk=1, at=now)], ignore_conflicts=True)
            return
        if now - last.at > LONGEST_GAP:
            Outage.objects.create(began_at=last.at, ended_at=now)
        WebHeartbeat.objects.update(at=now)


def purge_outages(*, now: datetime) -> None:
    """Forget those in which no turn that goes on can have begun."""
    Outage.objects.filter(ended_at__lt=now - KEPT_FOR).delete()
