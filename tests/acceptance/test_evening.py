"""The main job end to end: a real evening through the REST API of the running product."""

import os
import random

from tests.acceptance.evening import EXPECTED, Client, Evening
from tests.services import Worker

IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"


# Elsewhere on PostgreSQL test_kills.py plays it, once in calm.
def test_a_club_evening_is_played_from_roster_to_champion(client: Client, worker: Worker) -> None:
    """All ten matches hand by hand; unless it's the long run the last three, the others by their
    games: what each hand comes to `tests/tournaments/services/test_evening.py` asks."""
    evening = Evening(client, chance=random.Random(11), hand_by_hand=10 if IS_LONG else 3)
    evening.begin()
    turns = 0
    for table in evening.turns():
        table.write()
        turns += 1
    assert turns == EXPECTED["hands"] or not IS_LONG
    evening.finish()
