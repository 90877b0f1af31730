"""The desk names who is not at their online table, and calls them by one press."""

import pytest
from django.test import Client

from games.services.connections import begin_connection
from players.models import Membership
from tests.builders import board_of, make_tournament, make_user, owner_of
from tests.online import OnlineEvent
from tests.pages.player.test_tonight import at, client_of, text_of
from tests.pages.referee.test_online_tables import online, queries, seated
from tournaments.models import Summons
from web.db import clock
from web.page import new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent(entrants=4)


@pytest.fixture
def director(event: OnlineEvent) -> Client:
    return client_of(owner_of(event.tournament.club))


def press(client: Client, event: OnlineEvent, act: str) -> str:
    """What the desk says after a press."""
    form = {"key": new_key(), "act": act}
    return text_of(client.post(at(event.tournament, "desk"), form, follow=True))


def names(event: OnlineEvent) -> list[str]:
    return [seat.player.name for seat in event.board.match.seats.order_by("seat")]


def test_one_is_called_then_all(event: OnlineEvent, director: Client) -> None:
    desk = at(event.tournament, "desk")
    first, second = names(event)
    said = text_of(director.get(desk))
    assert "Not at their tables yet 4" in said, "with the other match, whose two have no account"
    assert f"{first} Semi-final 1. Has not sat down." in said
    assert "No account: call them yourself." in said
    match = event.board.match_id
    said = press(director, event, f"summon:{match}:0")
    assert f"Called to their tables: {first}." in said
    assert f"{first} Semi-final 1. Has not sat down. Called just now." in said
    assert f"Called to their tables: {second}." in press(director, event, "summon")
    refused = press(director, event, "summon")
    assert "Nobody was called" in refused
    assert Summons.objects.count() == 2


def test_the_same_press_twice_calls_once(event: OnlineEvent, director: Client) -> None:
    form = {"key": new_key(), "act": "summon"}
    for _ in range(2):
        assert director.post(at(event.tournament, "desk"), form).status_code == 302
    assert Summons.objects.count() == 2


def test_who_is_there_is_not_named(event: OnlineEvent, director: Client) -> None:
    event.begin()
    for seat in (0, 1):
        begin_connection(table=event.table.pk, seat=seat, network="", now=clock.now())
    part = director.get(f"{at(event.tournament, 'desk')}?part=missing")
    assert names(event)[0] not in text_of(part)
    assert "<html" not in part.text


def test_a_referee_calls_nobody(event: OnlineEvent) -> None:
    user = make_user()
    Membership.objects.create(club=event.tournament.club, user=user, role="referee")
    form = {"key": new_key(), "act": "summon"}
    assert client_of(user).post(at(event.tournament, "desk"), form).status_code == 403
    assert not Summons.objects.exists()


def test_in_a_room_nobody_is_missing() -> None:
    event = make_tournament()
    assert "Not at their tables" not in text_of(
        client_of(owner_of(event.club)).get(at(event, "desk"))
    )


def test_what_cannot_be_called_is_no_press(event: OnlineEvent, director: Client) -> None:
    other = board_of(event.tournament, 1, 2).match_id
    form = {"key": new_key(), "act": f"summon:{other}:0"}
    assert director.post(at(event.tournament, "desk"), form).status_code == 409


def test_many_tables_ask_no_more_of_the_database_than_two() -> None:
    few, many = online(4), online(16)
    for event, matches in ((few, 2), (many, 8)):
        for number in range(1, matches + 1):
            seated(event, number)
    asked = [queries(event, f"{at(event, 'desk')}?part=missing") for event in (few, many)]
    assert asked[0] == asked[1]
