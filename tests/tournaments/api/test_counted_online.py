"""Rummy, Battle Royal and Jersey at online tables, through the API: whole matches with people and
computer players."""

import pytest

from games.engine.console import replay
from tests.tournaments.counted_seats import JERSEY, KNOCK, ROYAL, RUMMY, TWO, WILD, CountedOnline

pytestmark = pytest.mark.django_db(transaction=True)


MATCHES = {
    "rummy": (RUMMY, (1, 2, 3)),
    "two": (TWO, (1,)),
    "knock": (KNOCK, (0, 2)),
    "wild": (WILD, (1, 2)),
    "royal": (ROYAL, (0, 2)),
    "jersey": (JERSEY, (1,)),
}


@pytest.mark.parametrize(("rules", "bots"), MATCHES.values(), ids=MATCHES)
def test_whole_matches_are_written_down_checked_and_replayed(rules, bots) -> None:
    table = CountedOnline(rules, bots)
    table.sit_down()
    shown = table.play("club")
    assert shown["state"] == "finished"
    table.check_deals()
    for record in table.published()["records"]:
        again = replay(record)
        assert (again["finished"], again["points"]) == (True, record["points"])
