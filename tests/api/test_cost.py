"""What a hand costs the database: it is posted some four hundred times an evening."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.api.client import Api
from tests.builders import board_of, make_tournament, make_user, owner_of

MOST_QUERIES = 20
KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by", ["owner", "player"])
def test_a_hand_takes_at_most_20_queries_begin_and_commit_counted(by: str) -> None:
    tournament = make_tournament()
    board = board_of(tournament, 1, 1)
    user = owner_of(tournament.club)
    if by == "player":
        user = make_user()
        Player.objects.filter(match_seats__match=board.match, match_seats__seat=0).update(user=user)
    api, version = Api(user), board.match.version
    for key in ("first", "later"):
        with CaptureQueriesContext(connection) as queries:
            body = {"version": version, **KNOCK}
            left = api.post(f"matches/{board.match_id}/hands/", body, key=key)
        version = left["version"]
    statements = [query["sql"] for query in queries]
    assert len(statements) <= MOST_QUERIES, "\n".join(statements)
