"""Tonight: in which events somebody has a part, and which."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, Q

from kernel.permissions import Actor, Role
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Part
from tournaments.models import Tournament
from tournaments.selectors.events.access import roles_by_tournament, tournaments_concerning

ROLES_OF: dict[Part, frozenset[Role]] = {
    Part.REFEREE: frozenset(
        {Role.CLUB_REFEREE, Role.HEAD_REFEREE, Role.REFEREE, Role.TABLE_REFEREE}
    ),
    Part.DIRECTOR: frozenset({Role.OWNER, Role.ORGANISER, Role.DIRECTOR}),
    Part.PLAYER: frozenset({Role.ENTRANT}),
}
LATE_NIGHT = timedelta(hours=6)
"""How long an evening that ended before midnight is still tonight's."""

ON = (TournamentState.RUNNING, TournamentState.CHECK_IN)
PREPARED = (TournamentState.DRAFT, TournamentState.REGISTRATION)


@dataclass(frozen=True, slots=True)
class EventParts:
    """An event that is not over, or ended tonight, with the parts that somebody has in it: at least
    one, in the order of `Part`. `tonight` is False for one that is still to come."""

    tournament: Tournament
    parts: Sequence[Part]
    tonight: bool


def parts_of(actor: Actor, now: datetime) -> Sequence[EventParts]:
    """The parts that `actor` has in events at `now`: those of tonight first, each in the order in
    which they matter. Of tonight is what runs or is at check-in, what starts today by the club's
    clock, and what ended today. What the actor is in the club counts for each of its events."""
    ended = Max("state_changes__at", filter=Q(state_changes__state=TournamentState.FINISHED))
    found = tournaments_concerning(actor).select_related("club").annotate(ended_at=ended)
    rows = list(
        found.filter(
            Q(state__in=(*ON, *PREPARED))
            | Q(state=TournamentState.FINISHED, ended_at__gt=now - timedelta(days=1))
        )
    )
    roles = roles_by_tournament(actor, rows)
    events = [
        EventParts(row, _parts(roles[row.pk]), _is_tonight(row, row.ended_at, now)) for row in rows
    ]
    kept = [one for one in events if one.tonight or one.tournament.state in PREPARED]
    return sorted(kept, key=_place)


def sole_part(events: Sequence[EventParts]) -> EventParts | None:
    """The event in which somebody has their one part of tonight; None for who has several, plays in
    any, or has none."""
    tonight = [one for one in events if one.tonight]
    plays = any(Part.PLAYER in one.parts for one in tonight)
    is_one = len(tonight) == 1 and len(tonight[0].parts) == 1
    return tonight[0] if is_one and not plays else None


def _parts(roles: frozenset[Role]) -> Sequence[Part]:
    return [part for part in Part if not ROLES_OF.get(part, frozenset()).isdisjoint(roles)]


def _is_tonight(tournament: Tournament, ended_at: datetime | None, now: datetime) -> bool:
    if tournament.state in ON:
        return True
    today = now.astimezone(ZoneInfo(tournament.club.time_zone))
    starts_at = tournament.starts_at
    if starts_at and starts_at.astimezone(today.tzinfo).date() == today.date():
        return True
    if tournament.state != TournamentState.FINISHED or ended_at is None:
        return False
    is_today = ended_at.astimezone(today.tzinfo).date() == today.date()
    return is_today or ended_at > now - LATE_NIGHT


def _place(event: EventParts) -> tuple[bool, int, bool, float, int]:
    """Tonight before what comes; what runs first, what is over last; then by when it starts, what
    has no date after what has one."""
    row = event.tournament
    order = (*ON, *PREPARED, TournamentState.FINISHED)
    starts = row.starts_at.timestamp() if row.starts_at else 0
    state = order.index(TournamentState(row.state)) if event.tonight else 0
    return not event.tonight, state, row.starts_at is None, starts, row.pk
