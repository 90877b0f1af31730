"""Practice copies, for who runs them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from kernel.permissions import Actor
from tournaments.models import Practice, Tournament
from tournaments.selectors.events.access import tournaments_visible_to

Address = tuple[str, str]
"""The slugs of a club and of an event."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A practice copy: its address and that of its event, null where there is none any more; when
    it goes, and whether the worker plays on."""

    name: str
    address: Address
    source: Address | None
    expires_at: datetime
    is_playing: bool


def copy_at(tournament: Tournament) -> Copy | None:
    """The practice copy that an event is; None for any other event."""
    found = _copies().filter(tournament=tournament).first()
    return None if found is None else _shown(found)


def own_copies(actor: Actor, source: Tournament) -> Sequence[Copy]:
    """The copies of an event that the actor sees, the newest first."""
    seen = tournaments_visible_to(actor)
    found = _copies().filter(source=source, tournament__in=seen)
    return [_shown(one) for one in found.order_by("-pk")]


def _copies() -> QuerySet[Practice]:
    return Practice.objects.select_related("source__club", "tournament__club")


def _shown(one: Practice) -> Copy:
    made, source = one.tournament, one.source
    return Copy(
        made.name,
        (made.club.slug, made.slug),
        None if source is None else (source.club.slug, source.slug),
        one.expires_at,
        bool(one.until),
    )
