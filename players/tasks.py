"""The tasks: each has the name of the service that it calls and nothing else in it."""

from celery import shared_task

from kernel.permissions import SYSTEM
from players.services import sending
from web.db.clock import now


@shared_task
def send_mails() -> None:
    sending.send_mails(by=SYSTEM, now=now())
