"""What an organiser does next in their club: said on the club's page."""

from typing import Any

from kernel.permissions import Actor
from players.models import Club
from players.selectors import club_roles, players_visible_to
from tournaments.selectors.stages.calendar import prepared_tournament
from web import disk


def next_step(actor: Actor, club: Club) -> dict[str, Any] | None:
    """For whoever prepares the club's evenings: whether it has players, and the tournament that is
    being prepared, the next one first. None for everybody else."""
    roles = club_roles(actor, club.pk)
    may = Actor(actor.via, actor.user_id, actor.staff_id, roles=roles).may
    if not may("tournament.create"):
        return None
    return {
        "has_players": players_visible_to(actor).filter(club=club).exists(),
        "has_tournaments": club.tournaments.exists(),
        "prepared": prepared_tournament(actor, club),
        "is_disk_low": disk.room() != disk.DiskRoom.OK,
        "may": {
            "players": may("player.edit"),
            "members": may("club.members"),
            "edit_club": may("club.edit"),
        },
    }
