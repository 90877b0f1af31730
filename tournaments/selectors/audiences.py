"""For whom a page or a socket of a tournament is, and which version he has of it."""

from dataclasses import dataclass
from enum import StrEnum

from players.permissions import Actor
from tournaments.models import Tournament
from tournaments.selectors.access import acting_in, sees_drafts


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
