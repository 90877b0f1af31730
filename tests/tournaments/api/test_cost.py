"""What a hand costs the database: it is posted some four hundred times an evening."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.celery import app
from players.models import Player
from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.client import Api

MOST_QUERIES = 20
REPORT = 1  # query more where the last hand is a player's: in which seat do they sit?
END = 1  # and one where the match is over: is a referee called to it?
HANDS = 5  # of this kind, until the match is over
KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}


@pytest.fixture(autouse=True)
def without_worker() -> Iterator[None]:
    """What follows from the end of a match is a worker's, and waits in the broker."""
    app.conf.task_always_eager = False
    yield
    app.conf.task_always_eager = True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by", ["owner", "player"])
def test_no_hand_takes_more_than_20_queries_begin_and_commit_counted(by: str) -> None:
    """The first, with which the round begins, those in the middle, and the one that ends the match
    (or, written by a player, makes it a report)."""
    tournament = make_tournament(best_of=1)
    board = board_of(tournament, 1, 1)
    user = owner_of(tournament.club)
    if by == "player":
        user = make_user()
        Player.objects.filter(match_seats__match=board.match, match_seats__seat=0).update(user=user)
    api, left = Api(user), {"version": board.match.version}
    api.get("clubs/")  # the first use of a token in an hour is noted
    for n in range(1, HANDS + 1):
        with CaptureQueriesContext(connection) as queries:
            body = {"version": left["version"], **KNOCK}
            left = api.post(f"matches/{board.match_id}/hands/", body, key=f"hand {n}")
        assert (left["state"] == "running") == (n < HANDS)
        statements = [query["sql"] for query in queries]
        most = MOST_QUERIES + REPORT * (left["state"] == "reported")
        most += END * (left["state"] == "finished")
        assert len(statements) <= most, "\n".join([f"hand {n}:", *statements])
