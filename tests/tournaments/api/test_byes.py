"""A bye that a computer player fills, through the API."""

import pytest

from tests.builders import board_of, make_user, owner_of
from tests.byes import ByeEvent
from tests.client import Api
from tests.online import NO_CLOCK

pytestmark = pytest.mark.django_db


def test_the_bye_is_listed_and_filled_and_twice_is_once() -> None:
    event = ByeEvent()
    offered = {
        "pairing": event.bye.pk,
        "round": 1,
        "opponent": "club",
        "match": None,
        "url": None,
        "is_over": False,
        "won": None,
    }
    assert event.api.get(event.path)["byes"] == [offered]
    [made] = event.fill()["byes"]
    assert event.fill()["byes"] == event.api.get(event.path)["byes"] == [made]
    assert made["match"] == event.board.match_id
    assert made == {**offered, "match": made["match"], "url": made["url"]}
    assert event.view()["players"] == [
        {"name": event.player.name},
        {"name": "Computer (Club)", "bot": "club"},
    ]


def test_it_is_played_to_its_end_against_the_computer() -> None:
    event = ByeEvent()
    event.play()
    [bye] = event.api.get(event.path)["byes"]
    assert bye["is_over"]
    assert bye["won"] == (event.board.match.winner == 0)


def test_everybody_else_finds_neither_the_bye_nor_the_table() -> None:
    event = ByeEvent()
    player = board_of(event.tournament, 1, 1).match.seats.first().player
    player.user = make_user("Other")
    player.save()
    event.begin()
    entrant, club = Api(player.user), Api(owner_of(event.tournament.club))
    assert entrant.get(event.path)["byes"] == []
    assert entrant.post(event.path, {"pairing": event.bye.pk}, 404)
    Api().get(event.path, 401)
    for api in (club, Api(make_user("Stranger"))):
        api.get(event.path, 403)
        api.post(event.path, {"pairing": event.bye.pk}, 403)
    api, match = event.api, f"matches/{event.board.match_id}/"
    event.give_up(0)
    for other in (Api(), entrant, club):
        for path in (event.table, match, f"{match}deals/", f"{match}hands/1/record/"):
            other.get(path, 404)
    api.get(f"{match}deals/")
    api.get(match, 404)  # it is no match of the event: it has its table alone
    api.post(f"{match}rematch/", {}, 403)


def test_its_hands_are_read_and_hints_are_given_there() -> None:
    event = ByeEvent()
    event.begin()
    while event.view()["state"] != "playing" or event.view()["turn"] != 0:
        event.go_on()
    assert event.api.get(f"{event.table}hint/")["action"] in event.view()["actions"]
    event.give_up(0)
    event.api.get(f"matches/{event.board.match_id}/hands/1/record/")


def test_the_setting() -> None:
    event = ByeEvent(play="online", clock=NO_CLOCK)
    owner, path = Api(owner_of(event.tournament.club)), f"tournaments/{event.tournament.pk}/"
    assert owner.get(path)["bye_opponent"] == "club"
    assert owner.patch(path, {"bye_opponent": "expert"})["bye_opponent"] == "expert"
    assert owner.patch(path, {"bye_opponent": None})["bye_opponent"] is None
    owner.patch(path, {"bye_opponent": "tibor"}, 400)
