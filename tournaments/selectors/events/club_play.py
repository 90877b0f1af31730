"""Who of a club would play now, and the tables that wait for somebody of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from kernel.permissions import Actor
from players.selectors import (
    challengeable_by,
    challengeable_players,
    club_roles,
    names_as,
    way_of,
)
from tournaments.models import ClubTable, Friendly, WouldPlay
from tournaments.selectors.events.challenges import waiting_with
from tournaments.selectors.events.friendlies import (
    OPENER,
    WaitingTable,
    friendlies_open,
    waiting_table,
)

_MATCH = "friendly__tournament__stages__rounds__pairings__boards__match"


@dataclass(frozen=True, slots=True)
class WouldPlayNow:
    """A player of a club who would play, by the name that the reader knows, until when.
    `challenge` is the match of a challenge between the two that waits, None for none; `is_own`: the
    reader has made it."""

    player: int
    name: str
    until: datetime
    challenge: int | None
    is_own: bool


def is_found(actor: Actor, club_id: int) -> bool:
    """Whether others of the club may find the actor there: by an account of their own and a name
    that is shown."""
    if actor.user_id is None:
        return False
    return challengeable_players(actor).filter(club=club_id, user=actor.user_id).exists()


def would_play_until(actor: Actor, club_id: int, now: datetime) -> datetime | None:
    """Until when the actor would play; None for who has not said so, or is not found there."""
    if not is_found(actor, club_id):
        return None
    said = WouldPlay.objects.filter(club=club_id, user=actor.user_id, until__gt=now)
    return said.values_list("until", flat=True).first()


def who_would_play(actor: Actor, club_id: int, now: datetime) -> Sequence[WouldPlayNow]:
    """Those who would play and whom the actor may challenge, by name."""
    said = WouldPlay.objects.filter(club=club_id, until__gt=now).values_list("user", "until")
    until = dict(said)
    roles = club_roles(actor, club_id)
    there = challengeable_by(actor).filter(club=club_id, user__in=until)
    rows = {row.pk: row for row in there.order_by("sort_key", "pk")}
    names = names_as({pk: (row.name, way_of(row, roles)) for pk, row in rows.items()})
    waiting = waiting_with(actor, now)
    nothing = (None, False)
    return [
        WouldPlayNow(pk, names[pk], until[user], *waiting.get(user, nothing))
        for pk, user in ((pk, row.user_id or 0) for pk, row in rows.items())
    ]


def waiting_tables(actor: Actor, club_id: int, now: datetime) -> Sequence[WaitingTable]:
    """The tables at which the actor may sit down opposite, the newest first."""
    waiting = club_tables_visible_to(actor, club_id, now).filter(friendly__claimed_at=None)
    others = waiting.exclude(pk__in=tables_opened_by(actor, club_id, now).values("pk"))
    return [waiting_table(table.friendly) for table in others.order_by("-pk")]


def own_waiting_table(actor: Actor, club_id: int, now: datetime) -> WaitingTable | None:
    """The table that the actor has opened and that waits for somebody."""
    own = tables_opened_by(actor, club_id, now).filter(friendly__claimed_at=None).first()
    return None if own is None else waiting_table(own.friendly)


def club_of_table(friendly: Friendly) -> str:
    """The club for which a friendly was opened, by name; "" for none."""
    table = ClubTable.objects.filter(friendly=friendly).select_related("club").first()
    return "" if table is None else table.club.name


def club_table_at(actor: Actor, club_id: int, match: int, now: datetime) -> ClubTable | None:
    """The table at which a match is played, taken or not, where the actor may see it."""
    return club_tables_visible_to(actor, club_id, now).filter(**{_MATCH: match}).first()


def club_tables_visible_to(actor: Actor, club_id: int, now: datetime) -> QuerySet[ClubTable]:
    """The tables that are opened for a club, taken or not, and have not had their time: those of
    the actor, and of whom they may challenge."""
    if actor.user_id is None:
        return ClubTable.objects.none()
    others = challengeable_by(actor).filter(club=club_id).values("user")
    opener = f"{_MATCH}__seats__guest__user"
    seen = Q(**{opener: actor.user_id}) | Q(**{f"{opener}__in": others})
    return _tables(club_id, now).filter(seen, **{f"{_MATCH}__seats__seat": OPENER})


def tables_opened_by(actor: Actor, club_id: int, now: datetime) -> QuerySet[ClubTable]:
    """Those of the actor alone."""
    opener = {f"{_MATCH}__seats__seat": OPENER, f"{_MATCH}__seats__guest__user": actor.user_id}
    return _tables(club_id, now).filter(**opener)


def _tables(club_id: int, now: datetime) -> QuerySet[ClubTable]:
    there = ClubTable.objects.filter(club=club_id, friendly__in=friendlies_open(now))
    return there.select_related("friendly__tournament")
