"""Redis goes away in the middle of the evening, and comes back."""

import random
import time
from itertools import islice

from tests.acceptance.evening import Client, Evening
from tests.services import Process, Worker

SOON = 10.0  # seconds: asking for Redis again and again would take longer


def test_results_are_taken_without_redis_and_the_bracket_follows_when_it_is_back(
    client: Client, worker: Worker, redis_process: Process
) -> None:
    evening = Evening(client, chance=random.Random(11), hand_by_hand=0)
    evening.begin()
    redis_process.end()
    try:
        for table in islice(evening.turns(), 2):
            began = time.monotonic()
            table.write()
            assert time.monotonic() - began < SOON
    finally:
        redis_process.start()
    for table in evening.turns():
        if not table.is_over:
            table.write()
    evening.finish()
