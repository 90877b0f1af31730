"""Private memos: for those whom the permission table lets read them, and nobody else."""

from datetime import datetime

from django.db.models import QuerySet

from kernel.permissions import Actor
from tournaments.models import Memo, Tournament


def memos_visible_to(actor: Actor, tournament: Tournament, now: datetime) -> QuerySet[Memo]:
    """The memos of an event, the newest first: none for who may not read them, and none of which
    the time is over."""
    if not actor.may("memo.view"):
        return Memo.objects.none()
    found = Memo.objects.filter(tournament=tournament, keep_until__gt=now)
    return found.select_related("entry", "by").order_by("-at", "-id")


def overdue(now: datetime) -> list[int]:
    """The tournaments with memos whose time is over."""
    found = Memo.objects.filter(keep_until__lte=now).order_by()
    return list(found.values_list("tournament_id", flat=True).distinct())
