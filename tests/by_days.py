"""Matches by days, and the time that passes there: everything is moved into the past."""

from datetime import timedelta

from django.db.models import F

from games.models import OnlineTable, TableEvent
from games.services.tables.writing import NEVER
from players.models import Mail
from tournaments.models import TurnDigest, TurnTold, Vacation

TWO_DAYS = {"kind": "days", "days": 2}


def pass_time(**span: float) -> None:
    """So much time goes by at all tables, for who was told of them too."""
    earlier = timedelta(**span)
    TableEvent.objects.update(at=F("at") - earlier)
    OnlineTable.objects.exclude(due_at=NEVER).update(due_at=F("due_at") - earlier)
    for event in TableEvent.objects.filter(kind="adjournment"):
        event.data["until"] -= round(earlier.total_seconds() * 1000)
        event.save(update_fields=["data"])
    for when in ("ended_at", "until", "at"):
        Vacation.objects.update(**{when: F(when) - earlier})
    TurnTold.objects.update(since=F("since") - earlier)
    TurnDigest.objects.update(sent_at=F("sent_at") - earlier)


def subjects() -> list[str]:
    """What was given to the outbox, in order, by its subject."""
    return list(Mail.objects.order_by("pk").values_list("subject", flat=True))
