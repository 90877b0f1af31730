"""Rummy, Battle Royal and Jersey at online tables, through the API: whole matches with people and
computer players."""

import pytest

from games.engine.console import replay
from tests.tournaments.counted_seats import KNOCK, RUMMY, TWO, WILD, CountedOnline

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("rules", "bots"),
    [(RUMMY, (1, 2, 3)), (TWO, (1,)), (KNOCK, (0, 2)), (WILD, (1, 2))],
    ids=["rummy", "two", "knock", "wild"],
)
def test_whole_matches_are_written_down_checked_and_replayed(rules, bots) -> None:
    table = CountedOnline(rules, bots)
    table.sit_down()
    shown = table.play("club")
    assert shown["state"] == "finished"
    table.check_deals()
    for record in table.published()["records"]:
        again = replay(record)
        assert (again["finished"], again["points"]) == (True, record["points"])
