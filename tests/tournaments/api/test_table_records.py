"""The records of online hands, and what it takes to check their deals: who reads which."""

import pytest

from games.engine.gin.fair.verification import verify_deals
from games.engine.gin.notation.record import replay
from games.engine.gin.notation.text import parse_record
from tests.builders import make_user, owner_of
from tests.client import Api
from tests.online import WORDS, OnlineEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


def readers(event: OnlineEvent) -> dict[str, Api]:
    return {
        "seat 0": event.seats[0],
        "seat 1": event.seats[1],
        "staff": Api(owner_of(event.tournament.club)),
        "user": Api(make_user("Stranger")),
        "visitor": Api(),
    }


def record(event: OnlineEvent, api: Api, n: int = 1, status: int = 200):
    return api.get(f"{event.match}hands/{n}/record/", status)


def deals(event: OnlineEvent, api: Api, status: int = 200):
    return api.get(f"{event.match}deals/", status)


def test_a_hand_has_a_record_when_it_is_over(event: OnlineEvent) -> None:
    event.begin()
    for api in readers(event).values():
        record(event, api, status=404)
        assert [deal["d"] for deal in deals(event, api)["deals"]] in ([], [0])
    view = event.play_hand()
    found = record(event, event.seats[0])
    for api in readers(event).values():
        assert record(event, api) == found
    assert (found["n"], found["d"], found["dealer"]) == (1, view["d"], view["dealer"])
    assert found["points"] == view["score"]["points"]
    assert replay(found)["points"] == found["points"]


def test_what_is_published_can_be_checked(event: OnlineEvent) -> None:
    event.begin()
    event.play_hand()
    for seat in (0, 1):
        event.ready(seat)
    event.play_hand()
    published = deals(event, Api())
    assert published["seatings"][0]["words"] == list(WORDS)
    records = [record(event, Api(), n) for n in (1, 2)]
    checked = verify_deals({**published, "records": records})
    assert checked["deals"] == published["dealt"]


def test_a_hand_that_was_cut_off_says_why(event: OnlineEvent) -> None:
    event.begin()
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    found = record(event, Api())
    assert (found["result"], found["reason"], found["winner"]) == ("cut_off", "resigned", None)
    assert replay(found)["finished"] is False
    assert verify_deals({**deals(event, Api()), "records": [found]})


def test_as_text_it_is_read_back(event: OnlineEvent) -> None:
    event.begin()
    event.play_hand()
    path = f"/api/v1/{event.match}hands/1/record/"
    answer = Api().client.get(path, {"as": "text"})
    assert answer.headers["Content-Type"].startswith("text/plain")
    _rules, hands = parse_record(answer.content.decode())
    found = record(event, Api())
    assert list(hands[0].actions) == [action["action"] for action in found["actions"]]
    assert Api().client.get(path, {"as": "pdf"}).status_code == 400


def test_where_nobody_may_look_on_it_is_open_when_the_match_is_over() -> None:
    event = OnlineEvent(spectators="none")
    event.begin()
    event.play_hand()
    found = readers(event)
    for name, api in found.items():
        expected = 404 if name in ("user", "visitor") else 200
        record(event, api, status=expected)
        deals(event, api, status=expected)
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    for api in found.values():
        record(event, api)
        assert deals(event, api)["deals"]


def test_there_is_no_other_hand_and_no_other_match(event: OnlineEvent) -> None:
    event.begin()
    event.play_hand()
    record(event, Api(), 2, 404)
    Api().get("matches/999/hands/1/record/", 404)
    Api().get("matches/999/deals/", 404)
