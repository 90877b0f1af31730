"""Redis goes away in the middle of the evening, and comes back."""

import random
from itertools import islice

from tests.acceptance.evening import Client, Evening
from tests.services import Process, Worker, wait_until

CONNECTED = "Connected to redis"


def come_back(worker: Worker, connected: int) -> None:
    """Wait until the worker, that had connected so many times, has Redis again.

    One that loses it in the middle of a task may end: Celery's transport then stumbles over the
    message that it can't give back. The server starts such a worker again, and so do we.
    """
    wait_until(
        lambda: worker.has_ended() or worker.output().count(CONNECTED) > connected,
        what="the worker connected again, or ended",
    )
    if worker.has_ended():
        worker.start()


def test_results_are_taken_without_redis_and_the_bracket_follows_when_it_is_back(
    client: Client, worker: Worker, redis_process: Process
) -> None:
    evening = Evening(client, chance=random.Random(11), hand_by_hand=0)
    evening.begin()
    connected = worker.output().count(CONNECTED)
    redis_process.end()
    try:
        for table in islice(evening.turns(), 2):
            table.write()
    finally:
        redis_process.start()
    come_back(worker, connected)
    for table in evening.turns():
        if not table.is_over:
            table.write()
    evening.finish()
