"""What tournaments know of one person."""

from collections.abc import Sequence

from players.models import User
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import EntryMember, StandingTable

OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED, TournamentState.CANCELLED)


def entered_by(user_id: int) -> Sequence[EntryMember]:
    """Where an account's players are entered, in every club, the newest evening first; drafts,
    which are their staff's, left out."""
    members = EntryMember.objects.filter(player__user_id=user_id).exclude(tournament__state="draft")
    found = members.select_related(
        "tournament__club", "entry__approval", "entry__check_in", "entry__withdrawal"
    )
    return list(found.order_by("-tournament__starts_at", "-tournament_id"))


def ranks_of(members: Sequence[EntryMember]) -> dict[int, int]:
    """For each tournament in which they played, the newest rank of these entries."""
    own = {member.tournament_id: member.entry_id for member in members}
    tables = StandingTable.objects.filter(stage__tournament__in=own).select_related("stage")
    ranks = {}
    for table in tables.order_by("stage__number", "round__number"):
        entry = own[table.stage.tournament_id]
        rank = next((row["rank"] for row in table.rows if row["entry"] == entry), None)
        if rank is not None:
            ranks[table.stage.tournament_id] = rank
    return ranks


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
