"""What tournaments know of one person."""

from players.models import User
from tournaments.models import EntryMember


def exported_data(user: User) -> dict[str, list[dict[str, object]]]:
    """The tournaments that an account's players entered, for the export of his data."""
    members = EntryMember.objects.filter(player__user=user).select_related("entry", "tournament")
    return {
        "entries": [
            {
                "tournament": member.tournament.name,
                "club": member.tournament.club_id,
                "starts_at": member.tournament.starts_at,
                "name": member.entry.name,
                "seed": member.entry.seed,
            }
            for member in members.order_by("tournament_id", "id")
        ]
    }
