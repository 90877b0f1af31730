"""What tournaments do when something happens elsewhere."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from config.celery import enqueue
from games.signals import match_finished
from players.models import Club, Player, User
from players.permissions import Actor
from players.signals import club_deleted, collecting_data, player_anonymised, player_merged
from tournaments.models import Board
from tournaments.selectors.people import exported_data
from tournaments.services import people, setup


@receiver(match_finished)
def advance_bracket(match_id: int, **_: Any) -> None:
    """A result stands, or stands no more: the bracket follows."""
    stages = Board.objects.filter(match=match_id).values_list("pairing__round__stage", flat=True)
    for stage in stages:
        enqueue("tournaments.tasks.advance", stage)


@receiver(player_merged)
def move_entries(kept: Player, other: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.merge_entries(kept=kept, other=other, by=by, now=now)


@receiver(player_anonymised)
def forget_names(player: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.forget_names(player=player, by=by, now=now)


@receiver(club_deleted)
def delete_tournaments(club: Club, by: Actor, now: datetime, **_: Any) -> None:
    setup.delete_club_tournaments(club=club)


@receiver(collecting_data)
def collect_entries(user: User, **_: Any) -> dict[str, list[dict[str, object]]]:
    return exported_data(user)
