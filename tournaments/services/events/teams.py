"""Teams: entered with their players, lined up on their boards; partners are drawn."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from games.models import Match, MatchSeat
from kernel.names import normal_name, search_key
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.models import Player
from players.short_names import given_name
from tournaments.domain.partner_draws import How, partners_drawn
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.selectors.events.entries import ratings_of
from tournaments.services.events.entering import (
    check_seeds,
    give_seeds,
    let_in,
    remaining_entry,
    require_open,
    standing_draw,
)
from tournaments.services.events.people import require_new, require_of_club
from tournaments.services.gate.changes import Change, changing, difference
from tournaments.services.stages.advancing import advance_current

STANDING_BY = 0
"""The board of a member who may come in for somebody else."""

MOST_MEMBERS = 24
MOST_NAMED = 3
"""So many partners give their side its name."""
_SEED_BYTES = 8

PLAYERS_ENTER = N_("Players meet in this tournament: enter them one by one.")
TOO_FEW = N_("%(team)s needs %(boards)d players, one for each board.")
TOO_MANY = N_("A team has at most %(most)d players, with those who stand by.")
SAME_NAME = N_("There is a team %(team)s already. Give this one another name.")
OVERTAKEN = N_("Somebody has changed this line-up meanwhile. Look at it, then change it again.")
RENAMED = N_("Somebody has named this team %(team)s meanwhile. Look at it, then name it again.")
NO_PARTNERS = N_("In this event nobody has partners.")
NAME_FIXED = N_("The draw is made, and names stay as they are in it.")


@dataclass(frozen=True, slots=True)
class Team:
    """A team to be entered: its players in order of their boards, then those who stand by."""

    name: str
    players: Sequence[Player]
    seed: int | None = None


def enter_teams(
    *, tournament_id: int, teams: Sequence[Team], by: Actor, now: datetime
) -> list[Entry]:
    """Enter teams, as the director does: they are in at once. All or nothing.

    Refused are too few players for the boards, a player who is in already or named twice, and a
    name that another team has.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        check_seeds(change.tournament, [team.seed for team in teams if team.seed is not None], [])
        entries = [team_for(change, team) for team in teams]
        seeded = zip(entries, teams, strict=True)
        give_seeds([(entry, team.seed) for entry, team in seeded if team.seed is not None])
        let_in(change, entries)
    return entries


def draw_partners(
    *,
    tournament_id: int,
    players: Sequence[Player],
    how: How,
    seed: str = "",
    by: Actor,
    now: datetime,
) -> list[Entry]:
    """Make sides of these players and enter them: the high with the low by their ratings, who has
    none behind the others; or by lot, from the `seed`, else one that is kept. All or nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        tournament = change.tournament
        if not tournament.has_partners:
            raise refusal("invalid", NO_PARTNERS, "players")
        require_open(tournament)
        require_new(players, (), "players")
        known = {player.pk: player for player in players}
        seed = seed or secrets.token_hex(_SEED_BYTES) if how == "lot" else ""
        sides = partners_drawn(_by_strength(known), tournament.boards, how, seed)
        made = [[known[player] for player in side] for side in sides]
        named = zip(_names_of_sides(tournament, made), made, strict=True)
        entries = [team_for(change, Team(name, side)) for name, side in named]
        let_in(change, entries)
        drawn = [entry.pk for entry in entries]
        change.record("entries.draw_partners", "entrants", how=how, seed=seed, entries=drawn)
    return entries


def line_up(
    *,
    tournament_id: int,
    entry_id: int,
    players: Sequence[Player],
    by: Actor,
    now: datetime,
    name: str | None = None,
    was: Sequence[int] | None = None,
    name_was: str | None = None,
) -> Entry:
    """Set who plays for a team, in order of boards, then who stands by; until the draw also its
    name. Setting what is set changes nothing.

    Matches of which nothing is written down are played by the new line-up. Who has played for the
    team stays with it, and stands by if not named. `was` are the players by their ids, and
    `name_was` is the name, as whoever changes them has seen them: another line-up, or another name,
    than that is refused as `stale`.
    """
    with changing(tournament_id, by=by, now=now, action="line_up") as change:
        entry = remaining_entry(change.tournament, entry_id)
        before = dict(entry.members.values_list("player_id", "board"))
        wanted = _wanted(entry, players, change.tournament)
        if was is not None and before not in (wanted, _boards(change.tournament, was)):
            raise refusal("stale", OVERTAKEN)
        renamed = name is not None and _rename(change, entry, name, name_was)
        _check(change.tournament, Team(entry.name, players), own=before.keys())
        if renamed:
            change.record("entries.rename", "entrants", entry=entry.pk)
        if wanted == before:
            return entry
        _write(entry, wanted)
        changed = difference(_codes(before), _codes(wanted))
        change.record("entries.line_up", "entrants", entry=entry.pk, **changed)
        advance_current(change)
    return entry


def team_for(change: Change, team: Team) -> Entry:
    """The entry of a new team, inside a change that has begun."""
    tournament = change.tournament
    if not tournament.has_teams:
        raise refusal("invalid", PLAYERS_ENTER, "name")
    name = _free_name(tournament, team.name)
    _check(tournament, team)
    entry = Entry.objects.create(tournament=tournament, name=name)
    _write(entry, _boards(tournament, [player.pk for player in team.players]))
    return entry


def _check(tournament: Tournament, team: Team, own: Collection[int] = ()) -> None:
    """Refuse players who can't play for this team; `own` are in it already."""
    players = team.players
    if len(players) < tournament.boards:
        raise refusal("invalid", TOO_FEW, "players", team=team.name, boards=tournament.boards)
    if len(players) > MOST_MEMBERS:
        raise refusal("invalid", TOO_MANY, "players", most=MOST_MEMBERS)
    require_of_club(tournament, players)
    members = EntryMember.objects.filter(tournament=tournament, player__in=players)
    taken = set(members.exclude(player__in=own).values_list("player_id", flat=True))
    require_new(players, taken, "players")


def _free_name(tournament: Tournament, name: str, own: int | None = None) -> str:
    """The name in its normal form; refused where another team has it, accents and case apart."""
    name = normal_name(name)
    names = Entry.objects.filter(tournament=tournament).values_list("pk", "name")
    if search_key(name) in {search_key(other) for entry, other in names if entry != own}:
        raise refusal("invalid", SAME_NAME, "name", team=name)
    return name


def _rename(change: Change, entry: Entry, name: str, was: str | None) -> bool:
    """Whether the team has another name now; refused where it is not called `was` any more."""
    name = _free_name(change.tournament, name, own=entry.pk)
    if name == entry.name:
        return False
    if standing_draw(change.tournament):
        raise refusal("not_ready", NAME_FIXED, "name")
    if was is not None and was != entry.name:
        raise refusal("stale", RENAMED, "name", team=entry.name)
    entry.name = name
    entry.save(update_fields=["name"])
    return True


def _boards(tournament: Tournament, players: Sequence[int]) -> dict[int, int]:
    """The board of each player."""
    return {
        player: number if number <= tournament.boards else STANDING_BY
        for number, player in enumerate(players, 1)
    }


def _wanted(entry: Entry, players: Sequence[Player], tournament: Tournament) -> dict[int, int]:
    """The board of each player when these are lined up; who has played stays."""
    stay = dict.fromkeys(_have_played(entry), STANDING_BY)
    return stay | _boards(tournament, [player.pk for player in players])


def _have_played(entry: Entry) -> list[int]:
    """The members who sit at a match of which something is written down."""
    begun = MatchSeat.objects.filter(
        match__board__pairing__round__stage__tournament=entry.tournament_id
    ).exclude(match__state=Match.States.OPEN)
    members = entry.members.filter(player__in=begun.values("player"))
    return list(members.order_by("pk").values_list("player_id", flat=True))


def _write(entry: Entry, wanted: Mapping[int, int]) -> None:
    """Boards are given up first: a constraint keeps each of them one player's at every moment."""
    entry.members.exclude(player__in=wanted).delete()
    entry.members.update(board=STANDING_BY)
    for player, board in wanted.items():
        entry.members.update_or_create(
            tournament_id=entry.tournament_id, player_id=player, defaults={"board": board}
        )


def _codes(lineup: Mapping[int, int]) -> dict[str, object]:
    """Boards by player, as the audit keeps them."""
    return {str(player): board for player, board in sorted(lineup.items())}


def _by_strength(players: Mapping[int, Player]) -> list[int]:
    """The highest rating first; equals, and those without one behind them, as they were named."""
    ratings = ratings_of(players)
    return sorted(players, key=lambda player: -ratings.get(player, -1))


def _names_of_sides(tournament: Tournament, sides: Sequence[Sequence[Player]]) -> list[str]:
    """What the sides are called: by given names, in full where another one is called so; by
    numbers where they are many."""
    entered = Entry.objects.filter(tournament=tournament).values_list("name", flat=True)
    taken = {search_key(name) for name in entered}
    names: list[str] = []
    for number, side in enumerate(sides, 1 + len(taken)):
        if len(side) > MOST_NAMED:
            names.append(gettext("Side %(number)d") % {"number": number})
            continue
        short = " & ".join(given_name(player.name) for player in side)
        full = " & ".join(player.name for player in side)
        names.append(full if search_key(short) in taken else short)
        taken.add(search_key(names[-1]))
    return names
