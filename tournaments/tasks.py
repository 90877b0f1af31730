"""The tasks: each has the name of the service that it calls and nothing else in it."""

from celery import shared_task

from kernel.permissions import SYSTEM
from tournaments.services.desk import closing_windows, self_playing, table_settling, turn_mails
from tournaments.services.events import lone_matches, memos, practice_copies, ticking
from tournaments.services.stages import rounds, settling
from web.db.clock import now


@shared_task
def settle_stage(stage_id: int) -> None:
    settling.settle_stage(stage_id=stage_id, by=SYSTEM, now=now())


@shared_task
def settle_table(match_id: int) -> None:
    table_settling.settle_table(match_id=match_id, by=SYSTEM, now=now())


@shared_task
def tell_turns() -> None:
    turn_mails.tell_turns(now=now())


@shared_task
def publish_due_rounds(tournament_id: int) -> None:
    rounds.publish_due_rounds(tournament_id=tournament_id, by=SYSTEM, now=now())


@shared_task
def close_windows(tournament_id: int) -> None:
    closing_windows.close_windows(tournament_id=tournament_id, by=SYSTEM, now=now())


@shared_task
def purge_memos(tournament_id: int) -> None:
    memos.purge_memos(tournament_id=tournament_id, by=SYSTEM, now=now())


@shared_task
def remove_expired() -> None:
    lone_matches.remove_expired(now=now())


@shared_task
def remove_practices() -> None:
    practice_copies.remove_over(now=now())


@shared_task
def play_on(practice_id: int) -> None:
    self_playing.play_on(practice_id=practice_id, now=now())


@shared_task
def tick() -> None:
    ticking.tick(by=SYSTEM, now=now())
