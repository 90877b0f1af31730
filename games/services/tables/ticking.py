"""What the worker does each second: tables do what is due also where nobody comes by."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games.models import Match, OnlineTable
from games.selectors.table_now import tables_due
from games.selectors.uptime import is_web_up
from games.services.tables.writing import settle_table_now

AT_ONCE = 500
"""Tables in one tick, those that have waited longest; the others come with the next."""
AGAIN_AFTER = timedelta(minutes=1)

logger = logging.getLogger(__name__)


def tick_tables(*, now: datetime) -> None:
    """Let each table at which something may be due do it, in a transaction of its own.

    While no process takes actions there is nothing to do: no deadline passes, and what follows
    from an action is done with it. What is wrong with one table keeps no other one waiting; it is
    looked at again in a minute.
    """
    if not is_web_up(now=now):
        return
    for match in tables_due(now)[:AT_ONCE]:
        try:
            _settle(match)
        except Exception:
            logger.exception("The table of match %d does not do what is due", match)
            OnlineTable.objects.filter(match=match).update(due_at=now + AGAIN_AFTER)


def _settle(match: int) -> None:
    """A table that somebody writes to at this moment is left to them: they do what is due."""
    with transaction.atomic():
        free = Match.objects.select_for_update(skip_locked=True).filter(pk=match)
        if free.values_list("pk", flat=True).first() is not None:
            settle_table_now(match=match)
