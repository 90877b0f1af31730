"""What the beat does: find from the database whatever a lost message should have done."""

from datetime import datetime, timedelta

from django.db.models import F, OuterRef, Q, Subquery

from players.models import Answer
from players.permissions import Actor
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Round, Stage, StandingTable
from tournaments.services.advancing import advance
from tournaments.services.notices import send_notices
from tournaments.services.rounds import publish_due_rounds
from tournaments.services.standings import compute_standings

ANSWERS_KEPT = timedelta(hours=48)
LIVE = [TournamentState.RUNNING, TournamentState.FINISHED]


def tick(*, by: Actor, now: datetime) -> None:
    """Publish what is due, advance what is behind, compute what is old, send what waits."""
    due = Round.objects.filter(
        state=RoundState.DRAFT, publish_at__lte=now, stage__tournament__state__in=["running"]
    )
    for tournament in due.values_list("stage__tournament_id", flat=True).distinct():
        publish_due_rounds(tournament_id=tournament, by=by, now=now)
    for stage in _behind():
        advance(stage_id=stage, by=by, now=now)
        compute_standings(stage_id=stage, by=by, now=now)
    for stage in Stage.objects.filter(tournament__state=TournamentState.RUNNING):
        send_notices(stage_id=stage.pk, by=by, now=now)
    Answer.objects.filter(at__lt=now - ANSWERS_KEPT).delete()


def _behind() -> list[int]:
    """Stages whose tournament has changed since their standings were computed: nothing is ever
    behind in any other way, as the standings come last."""
    newest = (
        StandingTable.objects.filter(stage=OuterRef("pk"))
        .order_by("-round__number")
        .values("version")[:1]
    )
    stages = Stage.objects.filter(tournament__state__in=LIVE).annotate(known=Subquery(newest))
    behind = stages.filter(Q(known__isnull=True) | ~Q(known=F("tournament__version")))
    return list(behind.values_list("pk", flat=True))
