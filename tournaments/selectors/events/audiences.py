"""For whom a page or a socket of a tournament is, and which version they have of it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from django.db import connection

from kernel.permissions import Actor
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Tournament
from tournaments.selectors.events.access import acting_in, sees_drafts


class Audience(StrEnum):
    """Visitors are told of what is published, the staff of everything."""

    PUBLIC = "public"
    STAFF = "staff"


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as one audience has it: `version` goes up when its pages change."""

    audience: Audience
    version: int


def seen_by(actor: Actor, tournament: Tournament) -> Seen:
    """What the actor, to whom the tournament is visible, has of it."""
    return seen_as(acting_in(actor, tournament), tournament)


def seen_as(actor: Actor, tournament: Tournament) -> Seen:
    """The same for an actor whose roles there are known already."""
    if sees_drafts(actor):
        return Seen(Audience.STAFF, tournament.staff_version)
    return Seen(Audience.PUBLIC, tournament.public_version)


@dataclass(frozen=True, slots=True)
class VisitorsCopy:
    """What a visitor's page of a tournament depends on."""

    tournament: int
    version: int
    club_name: str
    time_zone: str


def visitors_copy(club: str, slug: str) -> VisitorsCopy | None:
    """The version that visitors have of the tournament at an address.

    None where there is none, or where it takes `tournaments_visible_to` to tell: drafts and what
    was cancelled. Asked for each visit, most of which need nothing else: so the statement, always
    the same, is not made anew each time.
    """
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor), [club, slug])
        row = cursor.fetchone()
    if row is None or row[0] in (TournamentState.DRAFT, TournamentState.CANCELLED):
        return None
    return VisitorsCopy(*row[1:])


@cache
def _statement(_vendor: str) -> str:
    found = Tournament.objects.filter(club__slug="club", slug="slug").order_by()
    columns = ("state", "pk", "public_version", "club__name", "club__time_zone")
    statement, values = found.values_list(*columns).query.sql_with_params()
    assert values == ("club", "slug")
    return str(statement)
