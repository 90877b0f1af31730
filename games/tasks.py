"""The tasks: each has the name of the service that it calls and nothing else in it."""

from celery import shared_task

from games.services.tables import bot_moves, ticking
from web.db.clock import now


@shared_task
def tick_tables() -> None:
    ticking.tick_tables(now=now())


@shared_task
def move_bot(match_id: int, version: int) -> None:
    bot_moves.move_bot(match=match_id, version=version)
