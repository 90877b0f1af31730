"""A tournament made after an earlier one of the same club."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from kernel.permissions import Actor
from players.models import Player
from tournaments.models import Staff, Tournament
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.selectors.stages.tables import tables_of
from tournaments.services.events.entries import enter_players
from tournaments.services.events.play_settings import ONLINE_ALONE
from tournaments.services.events.setup import create_tournament, set_tables
from tournaments.services.events.staff import appoint_staff
from tournaments.services.events.teams import Team, enter_teams
from tournaments.services.stages.plans import plans_of

COPIED = (
    "place",
    "registration",
    "cap",
    "seeding",
    "publishing",
    "protest_minutes",
    "draws_first_deal",
    *("settles", "point_value", "point_unit"),
    *("play", "assist"),
    *("window_days", "unplayed"),
    "bye_opponent",
)


def copy_tournament(
    *,
    source: Tournament,
    name: str,
    by: Actor,
    now: datetime,
    starts_at: datetime | None = None,
    place: str | None = None,
    with_entries: bool = False,
) -> Tournament:
    """Make a draft with the settings, tables and staff of `source`, under a name of its own; what
    is played online needs no tables.

    Passes for one night are not copied, nor is anything that was drawn or played. With
    `with_entries` whoever was in the field or on the waitlist, and is still listed in the club, is
    entered in the same order, without a seed.
    """
    online = ONLINE_ALONE if source.has_online_tables else ()
    fields = {field: getattr(source, field) for field in (*COPIED, *online)}
    if place is not None:
        fields["place"] = place
    with transaction.atomic():
        made = create_tournament(
            club=source.club,
            name=name,
            rules=source.rules,
            stages=plans_of(source),
            boards=source.boards,
            kind=source.kind,
            starts_at=starts_at,
            by=by,
            now=now,
            **fields,
        )
        tables = list(tables_of(source).values_list("number", "label"))
        set_tables(tournament_id=made.pk, tables=tables, by=by, now=now)
        _copy_staff(source, made, by, now)
        if with_entries:
            _copy_entries(source, made, by, now)
    made.refresh_from_db()
    return made


def players_to_copy(source: Tournament) -> list[Player]:
    """Who would be entered in a copy: those who were in, in order of entry, and are listed."""
    rows = _rows_to_copy(source)
    known = _listed([row.player_id for row in rows])
    return [known[row.player_id] for row in rows if row.player_id in known]


def teams_to_copy(source: Tournament) -> list[Team]:
    """The teams that would be entered in a copy: those of which enough players are listed."""
    rows = _rows_to_copy(source)
    known = _listed([member.player for row in rows for member in row.members])
    teams = []
    for row in rows:
        players = [known[member.player] for member in row.members if member.player in known]
        if len(players) >= source.boards:
            teams.append(Team(row.entry.name, players))
    return teams


def _copy_entries(source: Tournament, made: Tournament, by: Actor, now: datetime) -> None:
    if source.has_teams:
        enter_teams(tournament_id=made.pk, teams=teams_to_copy(source), by=by, now=now)
        return
    players = [(player, None) for player in players_to_copy(source)]
    enter_players(tournament_id=made.pk, players=players, by=by, now=now)


def _rows_to_copy(source: Tournament) -> list[EntryRow]:
    rows = [row for row in entry_rows(source) if row.status in ("entered", "waitlist")]
    return sorted(rows, key=lambda row: row.entry.pk)


def _listed(players: Sequence[int]) -> Mapping[int, Player]:
    return Player.objects.filter(merged_into=None, anonymised_at=None).in_bulk(players)


def _copy_staff(source: Tournament, made: Tournament, by: Actor, now: datetime) -> None:
    """Accounts alone: a pass holds for its own night."""
    staff = Staff.objects.filter(tournament=source, ended_at__isnull=True).select_related("user")
    for member in staff.order_by("pk"):
        if member.user is not None:
            appoint_staff(
                tournament_id=made.pk,
                user=member.user,
                role=member.role,
                tables=member.tables,
                by=by,
                now=now,
            )
