"""The main job end to end: a real evening through the REST API of the running product."""

import os
import random

from django.db import connection

from tests.acceptance.evening import EXPECTED, Client, Evening
from tests.services import Worker

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"


def test_a_club_evening_is_played_from_roster_to_champion(client: Client, worker: Worker) -> None:
    """Hand by hand, all ten matches; on PostgreSQL, unless it's the long run, the last three."""
    is_whole = IS_LONG or connection.vendor == "sqlite"
    evening = Evening(client, chance=random.Random(11), hand_by_hand=10 if is_whole else 3)
    evening.begin()
    turns = 0
    for table in evening.turns():
        table.write()
        turns += 1
    assert turns == EXPECTED["hands"] or not is_whole
    evening.finish()
