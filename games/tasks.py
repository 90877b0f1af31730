"""The tasks: each has the name of the service that it calls and nothing else in it."""

from celery import shared_task

from games.services.tables import ticking
from web.db.clock import now


@shared_task
def tick_tables() -> None:
    ticking.tick_tables(now=now())
