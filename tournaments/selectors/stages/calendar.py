"""The evenings of a club, or of all: what is on, what comes, what is over and who won it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from kernel.permissions import Actor
from players.models import Club, Player
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Entry, StandingTable, Tournament
from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.names import way_of_showing
from tournaments.selectors.stages.sides import sides_of

NEXT = (TournamentState.DRAFT, TournamentState.REGISTRATION, TournamentState.CHECK_IN)
OVER = (TournamentState.FINISHED, TournamentState.ARCHIVED, TournamentState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Calendar:
    """`next` begins with the next one, `past` with the last one; each tournament with the number of
    its `entrants`. `champions` are by its id, as far as there are any."""

    now: QuerySet[Tournament]
    next: QuerySet[Tournament]
    past: QuerySet[Tournament]
    champions: Mapping[int, str]


def calendar_of(tournaments: QuerySet[Tournament], *, past: int | None = None) -> Calendar:
    """These tournaments in the order in which they matter; of those that are over the last
    `past`, or all of them."""
    entered = Q(
        entries__approval__isnull=False,
        entries__withdrawal__isnull=True,
        entries__swapped_out__isnull=True,
    )
    rows = tournaments.select_related("club").annotate(entrants=Count("entries", filter=entered))
    now = rows.filter(state=TournamentState.RUNNING).order_by("-starts_at", "-id")
    soon = rows.filter(state__in=NEXT).order_by(F("starts_at").asc(nulls_last=True), "id")
    over = rows.filter(state__in=OVER).order_by(F("starts_at").desc(nulls_last=True), "-id")[:past]
    return Calendar(now, soon, over, champions(over))


def prepared_tournament(actor: Actor, club: Club) -> Tournament | None:
    """The next of a club's evenings that are being prepared, as far as `actor` may see them."""
    prepared = tournaments_visible_to(actor).filter(club=club, state__in=NEXT)
    return prepared.order_by("starts_at", "id").first()


def next_in_own_clubs(actor: Actor, *, limit: int) -> Sequence[Tournament]:
    """The next evenings of the clubs of which the actor is, or in whose list they stand."""
    own = Q(club__memberships__user=actor.user_id) | Q(club__players__user=actor.user_id)
    shown = (TournamentState.REGISTRATION, TournamentState.CHECK_IN)
    coming = tournaments_visible_to(actor).filter(own, state__in=shown).select_related("club")
    return list(coming.distinct().order_by(F("starts_at").asc(nulls_last=True), "id")[:limit])


def champions(tournaments: Iterable[Tournament]) -> Mapping[int, str]:
    """Who won each of them that was played to its end, by the name that everybody may read."""
    first: dict[int, int] = {}
    played = [
        tournament.pk for tournament in tournaments if tournament.state != TournamentState.CANCELLED
    ]
    tables = StandingTable.objects.filter(stage__tournament__in=played)
    for table in tables.select_related("stage").order_by("stage__number", "round__number"):
        for row in table.rows:
            if row["rank"] == 1:
                first[table.stage.tournament_id] = row["entry"]
    winners = Entry.objects.filter(pk__in=first.values(), members__board=1)
    rows = winners.annotate(shown=way_of_showing("members__"))
    return {
        row.tournament_id: row.name
        if row.shown == Player.Shown.FULL
        else sides_of(row.tournament_id, full_names=False)[row.pk].name
        for row in rows
    }
