"""Tables at which one account plays both seats to try rules: for their holder alone."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.engine.gin.rules import Rules
from games.rule_books import from_stored, playable
from kernel.permissions import Actor
from tournaments.models import Board, Tournament


@dataclass(frozen=True, slots=True)
class OwnTrial:
    """An open table: its match, the slug of its tournament, what is played there, how long."""

    match: int
    slug: str
    rules: Rules
    opened_at: datetime
    expires_at: datetime


def own_trials(actor: Actor, club_id: int) -> list[OwnTrial]:
    """Those of the actor in a club, the newest first."""
    if actor.user_id is None:
        return []
    place = "pairing__round__stage__tournament"
    boards = Board.objects.filter(
        **{f"{place}__held_by": actor.user_id, f"{place}__club": club_id}
    ).select_related(place)
    events = [(row.match_id, row.pairing.round.stage.tournament) for row in boards.order_by("-pk")]
    return [
        OwnTrial(
            match,
            event.slug,
            playable(from_stored(event.rules, event.rules_version)),
            event.created_at,
            event.expires_at or event.created_at,
        )
        for match, event in events
    ]


def has_expired(now: datetime) -> bool:
    """Whether a friendly has had its time."""
    return expired(now).exists()


def expired(now: datetime) -> QuerySet[Tournament]:
    """The friendlies that have had their time, the oldest first."""
    return Tournament.objects.filter(expires_at__lte=now).order_by("expires_at", "pk")
