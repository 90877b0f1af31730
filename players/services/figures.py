"""Whether a player lets others see their figures."""

from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Player
from players.services.club_changes import changing, record_club_change


def show_figures(*, player: Player, shown: bool, by: Actor, now: datetime) -> Player:
    """Let everybody who sees a player's page see their figures, or nobody but themselves.

    Nobody else can say so for them, not the club's staff either. Twice changes nothing.
    """
    if by.user_id is None or player.user_id != by.user_id:
        sentence = N_("Whether figures are shown is said by the player themselves.")
        raise refusal("forbidden", sentence)
    with changing(player.club_id) as club:
        row = club.players.get(pk=player.pk)
        if row.figures_shown != shown:
            row.figures_shown = shown
            row.save(update_fields=["figures_shown"])
            data = {"player": row.pk, "shown": shown}
            record_club_change(club, "player.figures", data, by=by, now=now)
    return row
