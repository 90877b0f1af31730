"""What tournaments do when something happens elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.services.guests import forget_guest
from games.signals import match_written
from kernel.permissions import Actor
from players.models import Club, Player, User
from players.signals import (
    account_deleted,
    asking_where_staff,
    club_deleted,
    club_names_shown,
    collecting_data,
    player_anonymised,
    player_merged,
    player_renamed,
    player_shown,
    players_leaving,
)
from tournaments.selectors.events.access import clubs_staffed_by
from tournaments.selectors.stages.people import exported_data
from tournaments.services.desk.match_edit import SETTLE_TABLE
from tournaments.services.events import challenges, club_play, people, setup, trials
from web.tasks import enqueue


@receiver(match_written)
def settle_table(match_id: int, **_: Any) -> None:
    enqueue(SETTLE_TABLE, match_id)


@receiver(player_merged)
def move_entries(kept: Player, other: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.merge_entries(kept=kept, other=other, by=by, now=now)


@receiver(player_anonymised)
def forget_names(player: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.forget_names(player=player, by=by, now=now)


@receiver(players_leaving)
def keep_entrants(players: Sequence[Player], **_: Any) -> None:
    people.require_not_entered(players)


@receiver(player_renamed)
def rename_entries(player: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.rename_entries(player=player, by=by, now=now)


@receiver(player_shown)
def renew_pages(player: Player, by: Actor, now: datetime, **_: Any) -> None:
    people.show_names(player=player, by=by, now=now)


@receiver(club_names_shown)
def renew_all_pages(club: Club, by: Actor, now: datetime, **_: Any) -> None:
    people.show_names_of_club(club=club, by=by, now=now)


@receiver(club_deleted)
def delete_tournaments(club: Club, by: Actor, now: datetime, **_: Any) -> None:
    setup.delete_club_tournaments(club_id=club.pk)


@receiver(account_deleted)
def remove_trials(user: User, now: datetime, **_: Any) -> None:
    trials.remove_trials_of(user_id=user.pk)
    challenges.forget_challenges(user_id=user.pk, now=now)
    club_play.close_tables_of(user_id=user.pk)
    forget_guest(user_id=user.pk)


@receiver(collecting_data)
def collect_entries(user: User, **_: Any) -> dict[str, list[dict[str, object]]]:
    return exported_data(user)


@receiver(asking_where_staff)
def find_staff(user: User, **_: Any) -> set[int]:
    return clubs_staffed_by(user.pk)
