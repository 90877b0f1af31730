"""What the beat does: find from the database whatever a lost message should have done."""

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games.selectors.table_now import tables_untold
from games.services.connections import end_lost_connections, purge_connections
from games.services.uptime import purge_outages
from kernel.permissions import Actor
from players.access.kept_answers import purge_answers
from players.services.outbox import SEND, is_mail_due, purge_mail
from tournaments.domain.lifecycle import ACTIONS, RoundState, TournamentState
from tournaments.models import Practice, Round, Stage, StandingTable, Tournament
from tournaments.selectors.desk.correspondence import is_to_tell
from tournaments.selectors.events.memos import overdue
from tournaments.selectors.events.trials import has_expired
from tournaments.selectors.stages.windows import events_with_windows_over
from tournaments.services.events.club_play import forget_would_play
from tournaments.services.events.friendly_limits import forget_networks
from tournaments.services.events.practice_copies import PLAY_ON, practices_left
from tournaments.services.gate.changes import SETTLE
from tournaments.services.stages.notices import prepare_notices
from web import disk
from web.tasks import enqueue

LIVE = [TournamentState.RUNNING, TournamentState.FINISHED]


def tick(*, by: Actor, now: datetime) -> None:
    """Ask for what is due, behind or unsent, each as a task of its own: what is wrong with one
    tournament keeps no other one waiting. On a full disk all of it waits for the next tick."""
    disk.say_when_low()
    if disk.room() == disk.DiskRoom.FULL:
        return
    for tournament in _due(now):
        enqueue("tournaments.tasks.publish_due_rounds", tournament)
    for tournament in events_with_windows_over(now):
        enqueue("tournaments.tasks.close_windows", tournament)
    behind = set(_behind())
    running = _stages().filter(tournament__state=TournamentState.RUNNING)
    for stage in running.select_related("tournament"):
        if _has_news(stage, now):
            behind.add(stage.pk)
    for stage_id in sorted(behind):
        enqueue(SETTLE, stage_id)
    for match in tables_untold():
        enqueue("tournaments.tasks.settle_table", match)
    if is_to_tell(now):
        enqueue("tournaments.tasks.tell_turns")
    if has_expired(now):
        enqueue("tournaments.tasks.remove_expired")
    if Practice.objects.filter(expires_at__lte=now).exists():
        enqueue("tournaments.tasks.remove_practices")
    for practice in practices_left(now):
        enqueue(PLAY_ON, practice)
    for tournament in overdue(now):
        enqueue("tournaments.tasks.purge_memos", tournament)
    if is_mail_due(now=now):
        enqueue(SEND)
    purge_mail(now=now)
    purge_answers(now=now)
    end_lost_connections(now=now)
    purge_connections(now=now)
    purge_outages(now=now)
    forget_networks(now=now)
    forget_would_play(now=now)


def _due(now: datetime) -> list[int]:
    """Tournaments with a round whose hour has come."""
    rounds = Round.objects.filter(
        state=RoundState.DRAFT,
        publish_at__lte=now,
        stage__tournament__state__in=ACTIONS["publish_round"].states,
    )
    return list(rounds.values_list("stage__tournament_id", flat=True).distinct())


def _stages() -> QuerySet[Stage]:
    """All from which anything follows: from a friendly nothing does."""
    return Stage.objects.filter(tournament__kind=Tournament.Kinds.EVENT)


def _has_news(stage: Stage, now: datetime) -> bool:
    """Whether somebody is to be told of what happens in a running stage."""
    event = stage.tournament
    return prepare_notices(
        stage_id=stage.pk,
        now=now,
        is_online=event.has_online_tables,
        has_windows=event.window_days is not None,
    )


def _behind() -> list[int]:
    """Stages whose tournament has changed since their standings were computed: nothing is ever
    behind in any other way, as the standings come last."""
    newest = (
        StandingTable.objects.filter(stage=OuterRef("pk"))
        .order_by("-round__number")
        .values("version")[:1]
    )
    published = Round.objects.filter(stage=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    stages = _stages().filter(Exists(published), tournament__state__in=LIVE)
    stages = stages.annotate(known=Subquery(newest))
    behind = stages.filter(Q(known__isnull=True) | ~Q(known=F("tournament__version")))
    return list(behind.values_list("pk", flat=True))
