"""The one way in which services ask for work by a worker."""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def enqueue(name: str, *args: object, after: float = 0) -> None:
    """Ask a worker for task `name` once the running transaction has committed, to be done `after`
    so many seconds.

    With the broker away nothing is raised: what was to be done stands in the database and the
    tick finds it there.
    """

    def send() -> None:
        try:
            current_app.signature(name, args=args).apply_async(countdown=after or None)
        except OperationalError:
            logger.warning("The broker is away; the tick will do %s%r", name, args)

    transaction.on_commit(send)
