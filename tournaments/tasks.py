"""The tasks: each has the name of the service that it calls and nothing else in it."""

from celery import shared_task

from kernel.permissions import SYSTEM
from tournaments.services.events import memos, ticking
from tournaments.services.stages import advancing, notices, rounds, standings
from web.db.clock import now


@shared_task
def advance(stage_id: int) -> None:
    advancing.advance(stage_id=stage_id, by=SYSTEM, now=now())


@shared_task
def publish_due_rounds(tournament_id: int) -> None:
    rounds.publish_due_rounds(tournament_id=tournament_id, by=SYSTEM, now=now())


@shared_task
def compute_standings(stage_id: int) -> None:
    standings.compute_standings(stage_id=stage_id, by=SYSTEM, now=now())


@shared_task
def send_notices(stage_id: int) -> None:
    notices.send_notices(stage_id=stage_id, by=SYSTEM, now=now())


@shared_task
def purge_memos(tournament_id: int) -> None:
    memos.purge_memos(tournament_id=tournament_id, by=SYSTEM, now=now())


@shared_task
def tick() -> None:
    ticking.tick(by=SYSTEM, now=now())
