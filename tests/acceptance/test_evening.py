"""The main job end to end: a real evening through the REST API of the running product."""

import random

from tests.acceptance.evening import EXPECTED, Client, Evening
from tests.services import Worker


def test_a_club_evening_is_played_from_roster_to_champion(client: Client, worker: Worker) -> None:
    evening = Evening(client, chance=random.Random(11))
    evening.begin()
    hands = 0
    for table in evening.turns():
        table.write()
        hands += 1
    assert hands == EXPECTED["hands"]
    evening.finish()
