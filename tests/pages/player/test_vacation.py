"""The page on which a player of an event by days says that they are away."""

import re

import pytest
from django.test import Client

from tests.builders import make_user, sign_in
from tests.by_days import TWO_DAYS
from tests.online import OnlineEvent
from web.page import new_key

pytestmark = pytest.mark.django_db


def client_of(event: OnlineEvent, seat: int) -> Client:
    client = Client()
    sign_in(client, event.users[seat])
    return client


def path_of(event: OnlineEvent) -> str:
    return f"/c/{event.tournament.club.slug}/{event.tournament.slug}/vacation/"


def press(client: Client, event: OnlineEvent, **fields: str) -> str:
    answer = client.post(path_of(event), {"key": new_key(), **fields}, follow=True)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_from_tonight_and_back_again() -> None:
    event = OnlineEvent(clock=TWO_DAYS | {"vacation": 14})
    event.begin()
    turn = int(event.view()["turn"])
    client = client_of(event, turn)
    assert path_of(event) in client.get("/me/").text
    assert "You have 14 left this year." in client.get(path_of(event)).text
    assert "You are away until" in press(client, event, act="begin", days="5")
    assert event.view()["state"] == "adjourned"
    page = client.get("/me/").text
    assert "for your turn" not in page
    assert path_of(event) in page, "the way back"
    assert "You have 13 left this year." in press(client, event, act="end")
    assert event.view()["state"] == "playing"


@pytest.mark.parametrize("days", ["15", "0", "many", ""])
def test_what_is_no_number_of_days_is_refused(days: str) -> None:
    event = OnlineEvent(clock=TWO_DAYS | {"vacation": 14})
    said = press(client_of(event, 0), event, act="begin", days=days)
    assert "You may still be away for 14 days this year." in said


def test_there_is_none_where_the_event_has_none_or_one_does_not_play() -> None:
    event = OnlineEvent(clock=TWO_DAYS)
    assert client_of(event, 0).get(path_of(event)).status_code == 404
    assert "vacation" not in client_of(event, 0).get("/me/").text
    event = OnlineEvent(clock=TWO_DAYS | {"vacation": 14})
    stranger = Client()
    sign_in(stranger, make_user("Stranger"))
    assert stranger.get(path_of(event)).status_code == 403
