"""Tables at which one account plays both seats to try rules: for their holder alone."""

from datetime import datetime

from django.db.models import QuerySet

from kernel.permissions import Actor
from tournaments.models import Board, Tournament


def own_trials(actor: Actor, club_id: int) -> QuerySet[Board]:
    """Those of the actor in a club that are open, the newest first."""
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    if actor.user_id is None:
        return boards.none()
    place = "pairing__round__stage__tournament"
    of_actor = {f"{place}__held_by": actor.user_id, f"{place}__club": club_id}
    return boards.filter(**of_actor).order_by("-pk")


def has_expired(now: datetime) -> bool:
    """Whether a friendly has had its time."""
    return expired(now).exists()


def expired(now: datetime) -> QuerySet[Tournament]:
    """The friendlies that have had their time, the oldest first."""
    return Tournament.objects.filter(expires_at__lte=now).order_by("expires_at", "pk")
