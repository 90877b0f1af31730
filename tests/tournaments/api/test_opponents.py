"""Opponents of one's own, through the API alone."""

import pytest
from pytest_django import Settings

from tests.builders import make_user
from tests.client import Api
from tests.friendlies import open_body
from tests.tournaments.api.test_bots import BotTable

pytestmark = pytest.mark.django_db

BODY = {"name": "Aunt Max", "portrait": "mats", "manner": {"level": "beginner", "memory": 3}}


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


@pytest.fixture
def ada() -> Api:
    return Api(make_user("Ada"))


def test_one_is_made_read_changed_and_taken_away(ada: Api) -> None:
    made = ada.post("opponents/", BODY, 201)
    at = f"opponents/{made['id']}/"
    assert made["bot"] == f"own-{made['id']}"
    assert (made["manner"]["level"], made["manner"]["memory"]) == ("beginner", 3)
    assert made["manner"]["until_turn"] is None
    assert ada.get(at) == made
    assert ada.get("opponents/")["results"] == [made]
    changed = ada.patch(at, {"name": "Uncle Max", "manner": {"knocks_at": 4}})
    assert changed["name"] == "Uncle Max"
    assert changed["portrait"] == "mats"
    assert changed["manner"] == {**made["manner"], "knocks_at": 4}
    ada.delete(at, status=204)
    ada.get(at, 404)


def test_what_cannot_be_is_said_at_its_field(ada: Api) -> None:
    for body, field in [
        ({**BODY, "portrait": "club"}, "portrait"),
        ({**BODY, "name": ""}, "name"),
        ({**BODY, "manner": {"caution": 301}}, "manner.caution"),
        ({**BODY, "manner": {"cheats": 1}}, "manner.cheats"),
        ({**BODY, "manner": {"level": "master"}}, "manner.level"),
    ]:
        assert field in ada.post("opponents/", body, 400)["error"]["fields"]
    assert ada.get("opponents/")["results"] == []


def test_too_many_are_refused(ada: Api) -> None:
    for _ in range(20):
        ada.post("opponents/", BODY, 201)
    assert ada.post("opponents/", BODY, 409)["error"]["code"] == "too_many_opponents"


def test_sent_twice_it_is_one(ada: Api) -> None:
    first = ada.post("opponents/", BODY, 201, key="0123456789abcdef")
    assert ada.post("opponents/", BODY, 201, key="0123456789abcdef") == first
    assert len(ada.get("opponents/")["results"]) == 1


def test_its_owner_alone_finds_it(ada: Api) -> None:
    made, ben = ada.post("opponents/", BODY, 201), Api(make_user("Ben"))
    at = f"opponents/{made['id']}/"
    ben.get(at, 404)
    ben.patch(at, {"name": "B"}, 404)
    ben.delete(at, status=404)
    assert made["bot"] in ada.get("bots/")["bots"]
    for other in (ben, Api()):
        assert made["bot"] not in other.get("bots/")["bots"]
        refused = other.post("friendlies/", open_body(opponent={"bot": made["bot"]}), 400)
        assert refused["error"]["code"] == "unknown_bot"


def test_it_plays_under_its_name_and_with_its_face(ada: Api) -> None:
    made = ada.post("opponents/", BODY, 201)
    table = BotTable(ada, name="", opponent={"bot": made["bot"]})
    face = {"name": "Aunt Max", "bot": made["bot"], "portrait": "mats"}
    assert table.view()["players"][1] == face
    table.sit_down()
    ada.patch(f"opponents/{made['id']}/", {"name": "New", "manner": {"level": "expert"}})
    while table.view()["state"] != "hand_over":
        assert table.go_on()
    assert table.view()["players"][1] == face
