"""The players of the club: who can be entered, and what becomes of their entries and matches when
two rows turn out to be one person, or when a name is to be forgotten."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import zip_longest

from games.models import MatchSeat
from games.services.connections import forget_networks
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Club, Player
from tournaments.models import Draw, Entry, EntryMember, Memo, Penalty, Tournament
from tournaments.selectors.stages.order import stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.gate.changes import changing
from tournaments.services.stages.standings import write_standings

ENTERED = N_("%(name)s is in this tournament already.")
NAMED_TWICE = N_("%(name)s is named twice. Enter each player once.")


def merge_entries(*, kept: Player, other: Player, by: Actor, now: datetime) -> None:
    """Move what `other` plays and played to `kept`; refused where both are in one tournament."""
    mine = EntryMember.objects.filter(player=other)
    both = mine.filter(tournament__in=EntryMember.objects.filter(player=kept).values("tournament"))
    clash = both.select_related("tournament").first()
    if clash:
        sentence = N_("Both are entered in %(tournament)s, so they can't be one person.")
        raise refusal("both_entered", sentence, tournament=clash.tournament.name)
    for tournament_id in mine.order_by("tournament_id").values_list("tournament_id", flat=True):
        with changing(tournament_id, by=by, now=now) as change:
            mine.filter(tournament_id=tournament_id).update(player=kept)
            change.record("entries.merge", "entrants", kept=kept.pk, other=other.pk)
    MatchSeat.objects.filter(player=other).update(player=kept)
    Penalty.objects.filter(player=other).update(player=kept)


def require_of_club(tournament: Tournament, players: Sequence[Player]) -> None:
    """Refuse who is not on the list of the tournament's club."""
    for player in players:
        if player.club_id != tournament.club_id or player.merged_into_id or player.anonymised_at:
            raise refusal("invalid", N_("This player is not on the list of this club."), "player")


def require_new(players: Sequence[Player], taken: Collection[int], field: str) -> None:
    """Refuse who is named twice, or in the event already: one of `taken`."""
    seen: set[int] = set()
    for player in players:
        if player.pk in seen or player.pk in taken:
            sentence = NAMED_TWICE if player.pk in seen else ENTERED
            raise refusal("already_entered", sentence, field, name=player.name)
        seen.add(player.pk)


def require_not_entered(players: Sequence[Player]) -> None:
    """Refuse to take somebody off the club's list who is entered in a tournament."""
    entered = EntryMember.objects.filter(player__in=players).select_related("player", "tournament")
    first = entered.order_by("pk").first()
    if first:
        sentence = N_("%(name)s is entered in %(tournament)s. Take them out there first.")
        name, tournament = first.player.name, first.tournament.name
        raise refusal("player_entered", sentence, name=name, tournament=tournament)


def rename_entries(*, player: Player, by: Actor, now: datetime) -> None:
    """The player is called otherwise: so are the entries that no draw has frozen, and the boards of
    teams."""
    for member in EntryMember.objects.filter(player=player).order_by("tournament_id"):
        with changing(member.tournament_id, by=by, now=now) as change:
            draws = Draw.objects.filter(stage__tournament=change.tournament, superseded_at=None)
            if not change.tournament.has_teams:
                if draws.exists():
                    continue
                Entry.objects.filter(pk=member.entry_id).update(name=player.name)
            change.record("entries.name", "entrants", entry=member.entry_id)


def show_names(*, player: Player, by: Actor, now: datetime) -> None:
    """The player's name is shown in another way: the pages on which it stands are new."""
    entered = EntryMember.objects.filter(player=player).order_by("tournament_id")
    for member in entered:
        with changing(member.tournament_id, by=by, now=now) as change:
            change.record("entries.show", "entrants", entry=member.entry_id, shown=player.shown)


def show_names_of_club(*, club: Club, by: Actor, now: datetime) -> None:
    """The club shows names in another way: the pages of all of its events are new."""
    events = Tournament.objects.listed().filter(club=club).order_by("pk")
    for tournament in events.values_list("pk", flat=True):
        with changing(tournament, by=by, now=now) as change:
            change.record("entries.show", "entrants", names=club.names)


def forget_names(*, player: Player, by: Actor, now: datetime) -> None:
    """Write the player's new name over the names that were frozen at draws, and in standings, but
    not over that of a team; the memos on the player go, and those on the player's team, which may
    be on the player. So do the networks from which they came to online tables."""
    forget_networks(player=player.pk)
    for entry in Entry.objects.filter(members__player=player).order_by("tournament_id"):
        with changing(entry.tournament_id, by=by, now=now) as change:
            if not change.tournament.has_teams:
                Entry.objects.filter(pk=entry.pk).update(name=player.name)
            Memo.objects.filter(entry=entry).delete()
            change.record("entries.anonymise", "entrants", entry=entry.pk)
            stages = stages_of(entry.tournament_id)
            for stage, following in zip_longest(stages, stages[1:]):
                write_standings(change, stage_record(stage), following)
