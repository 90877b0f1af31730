"""What an organiser does next in his club: said on the club's page."""

from typing import Any

from kernel.permissions import Actor
from players.models import Club
from players.selectors import club_roles, players_visible_to
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Tournament
from web import disk

BEFORE = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CHECK_IN)


def next_step(actor: Actor, club: Club) -> dict[str, Any] | None:
    """For whoever prepares the club's evenings: whether it has players, and the tournament that is
    being prepared, the next one first. None for everybody else."""
    roles = club_roles(actor, club.pk)
    may = Actor(actor.door, actor.user_id, actor.staff_id, roles=roles).may
    if not may("tournament.create"):
        return None
    prepared = Tournament.objects.filter(club=club, state__in=BEFORE, kind=Tournament.Kinds.EVENT)
    return {
        "has_players": players_visible_to(actor).filter(club=club).exists(),
        "has_tournaments": club.tournaments.exists(),
        "prepared": prepared.order_by("starts_at", "id").first(),
        "is_disk_low": disk.room() != disk.DiskRoom.OK,
        "may": {
            "players": may("player.edit"),
            "members": may("club.members"),
            "edit_club": may("club.edit"),
        },
    }
