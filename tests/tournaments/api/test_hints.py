"""A hint at a table against a computer player, and none anywhere else."""

import pytest
from pytest_django import Settings

from games.services.tables.bot_moves import move_bot
from tests.client import Api
from tests.friendlies import FriendlyPair
from tests.tournaments.api.test_bots import BotTable

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


def test_each_turn_of_a_hand_is_played_as_advised() -> None:
    table = BotTable()
    table.sit_down()
    advised = 0
    while (view := table.view())["state"] != "hand_over":
        if view["turn"] == 1 or view["state"] == "drawing":
            table.go_on()
            continue
        hint = table.api.get(f"{table.match}table/hint/")
        assert hint["reasons"]
        body = {"version": view["version"], "action": hint["action"]}
        table.api.post(f"{table.match}table/actions/", body)
        advised += 1
    assert advised


@pytest.mark.parametrize(
    "rules", [{"game": "rummy", "table_size": 3}, {"variant": "battle_royal"}], ids=str
)
def test_where_all_play_every_hand_hints_are_given_as_well(rules: dict[str, object]) -> None:
    table = BotTable(rules=rules, opponent={"bots": ["club", "expert"]})
    table.sit_down()
    advised = 0
    while (view := table.view())["state"] != "hand_over":
        if view["turn"] not in (0, None):
            move_bot(match=table.number, version=view["version"])
            continue
        body = {"version": view["version"]}
        if view["state"] == "drawing":
            body["action"] = view["actions"][0]
        else:
            hint = table.api.get(f"{table.match}table/hint/")
            assert hint["reasons"]
            body["action"] = hint["action"]
            advised += 1
        table.api.post(f"{table.match}table/actions/", body)
    assert advised


def test_out_of_turn_there_is_nothing_to_say() -> None:
    table = BotTable()
    refused = table.api.get(f"{table.match}table/hint/", 409)["error"]
    assert refused["code"] == "not_your_turn"


def test_who_plays_a_person_is_told_nothing() -> None:
    pair = FriendlyPair().join()
    pair.begin()
    for api in pair.seats:
        refused = api.get(f"{pair.match}table/hint/", 403)["error"]
        assert refused["code"] == "forbidden"


def test_who_has_no_seat_is_told_nothing() -> None:
    table = BotTable()
    table.sit_down()
    Api().get(f"{table.match}table/hint/", 404)
