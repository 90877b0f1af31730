"""What a call of an online table asks of the database: as much in a late hand as in the first."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.acceptance.scripted_match import ScriptedMatch
from tests.online import OnlineEvent
from tests.scripted_seats import Call

pytestmark = pytest.mark.django_db(transaction=True)

MOST_OF_A_VIEW = 4
MOST_OF_AN_ACTION = 9


def queries_of_a_turn(match: ScriptedMatch) -> tuple[int, int]:
    """The queries of a view, and of an action that ends nothing."""
    view = match.play(lambda view: view["phase"] == "discard" and bool(view["actions"]))
    seat, offered = view["turn"], view["actions"]
    thrown = next(text for text in offered if text.startswith("discard"))
    with CaptureQueriesContext(connection) as looked:
        view = match.look(seat)
    body = {"version": view["version"], "action": thrown}
    with CaptureQueriesContext(connection) as acted:
        match.send(seat, Call("actions", body))
    return len(looked), len(acted)


def test_a_long_match_costs_no_more_than_a_short_one() -> None:
    event = OnlineEvent(rules={"preset": "club", "target": 500})
    match = ScriptedMatch(event.board.match_id, event.seats, seed=3)
    first = queries_of_a_turn(match)
    match.play_hands(3)
    assert queries_of_a_turn(match) == first
    view, action = first
    assert view <= MOST_OF_A_VIEW
    assert action <= MOST_OF_AN_ACTION
