"""An import taken back: who came by it goes, what it changed is again as it was."""

from dataclasses import dataclass
from datetime import datetime

from kernel.names import match_key
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Club, ImportedPlayer, Player, Rating, RosterImport
from players.services.club_changes import changing, record_club_change
from players.signals import player_renamed, players_leaving


@dataclass(frozen=True, slots=True)
class Undone:
    """How many players are gone, how many are as they were before, and of how many something was
    changed since by somebody else, which stays."""

    removed: int
    restored: int
    kept: int


def undo_import(*, club: Club, import_id: int, by: Actor, now: datetime) -> Undone:
    """Take an import back. Refused once somebody whom it brought is entered, has an account, or
    turned out to be somebody else. Undoing twice changes nothing."""
    with changing(club.pk) as club:
        done = RosterImport.objects.select_for_update().filter(club=club, pk=import_id).first()
        if done is None:
            raise refusal("not_found", N_("The club has no such import."))
        if done.undone_at is not None:
            return Undone(0, 0, 0)
        rows = list(done.players.select_related("player").order_by("pk"))
        new = [row.player for row in rows if row.created]
        _require_free(new)
        players_leaving.send(sender=Player, players=new)
        known = [row for row in rows if not row.created]
        Rating.objects.filter(pk__in=[row.rating_id for row in known if row.rating_id]).delete()
        whole = [_restore(club, row, by, now) for row in known]
        Player.objects.filter(pk__in=[player.pk for player in new]).delete()
        done.undone_at, done.undone_by_id = now, by.user_id
        done.save(update_fields=["undone_at", "undone_by"])
        undone = Undone(len(new), sum(whole), len(whole) - sum(whole))
        data = {"import": done.pk, "removed": undone.removed, "restored": undone.restored}
        record_club_change(club, "roster.undo", data, by=by, now=now)
    return undone


def _require_free(players: list[Player]) -> None:
    for player in players:
        if player.user_id or player.merged_into_id or player.anonymised_at:
            sentence = N_("%(name)s has an account by now, or was merged or anonymised.")
            raise refusal("player_in_use", sentence, name=player.name)
    merged = Player.objects.filter(merged_into__in=players).select_related("merged_into").first()
    if merged and merged.merged_into:
        sentence = N_("Somebody else was merged into %(name)s by now.")
        raise refusal("player_in_use", sentence, name=merged.merged_into.name)


def _restore(club: Club, row: ImportedPlayer, by: Actor, now: datetime) -> bool:
    """Whether a player is again as before: what was changed since stays, and so does a name whose
    old form is somebody else's by now."""
    player = row.player
    own = {
        name: was for name, (was, wrote) in row.changes.items() if getattr(player, name) == wrote
    }
    if "name" in own and _is_taken(club, own["name"], player):
        del own["name"]
    for name, was in own.items():
        setattr(player, name, was)
    if own:
        player.save()
    if "name" in own:
        player_renamed.send(sender=Player, player=player, by=by, now=now)
    return len(own) == len(row.changes)


def _is_taken(club: Club, name: str, player: Player) -> bool:
    others = club.players.filter(merged_into=None, anonymised_at=None).exclude(pk=player.pk)
    return match_key(name) in {match_key(other) for other in others.values_list("name", flat=True)}
