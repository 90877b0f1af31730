"""For whom a page or a socket of a tournament is, and which version they have of it."""

from dataclasses import dataclass
from enum import StrEnum

from django.db import connection

from kernel.permissions import Actor
from players.selectors import MEMBERS_ONLY
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


VISITORS_COPY = """
SELECT tournament.state, tournament.id, tournament.public_version, club.name, club.time_zone
FROM tournaments_tournament AS tournament
JOIN players_club AS club ON club.id = tournament.club_id
WHERE club.slug = %s AND tournament.slug = %s AND club.names <> %s
    AND tournament.kind = %s
"""


def visitors_copy(club: str, slug: str) -> VisitorsCopy | None:
    """The version that visitors have of the tournament at an address.

    None where there is none, or where it takes `tournaments_visible_to` to tell: drafts, what was
    cancelled, what is for the members of its club, and friendlies. Asked for each visit, most of
    which need nothing else: so it is written as SQL, which saves a third of what such a visit
    costs.
    """
    with connection.cursor() as cursor:
        cursor.execute(VISITORS_COPY, [club, slug, MEMBERS_ONLY, Tournament.Kinds.EVENT])
        row = cursor.fetchone()
    if row is None or row[0] in (TournamentState.DRAFT, TournamentState.CANCELLED):
        return None
    return VisitorsCopy(*row[1:])
