"""The pages of a match in a hybrid event: how it moves, and what its sheet says of each hand."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import owner_of
from tests.hybrid import HybridEvent
from tests.pages.match.test_match import address, client_of, text_of
from tests.pages.match.test_offered_online import writes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> HybridEvent:
    return HybridEvent(entrants=4)


@pytest.fixture
def referee(event: HybridEvent) -> Client:
    return client_of(owner_of(event.tournament.club))


@pytest.fixture
def players(event: HybridEvent) -> list[Client]:
    return [client_of(user) for user in event.users]


def move(client: Client, event: HybridEvent, to: str, **said: str) -> str:
    """Press the button; the page to which it leads."""
    response = client.post(address(event.board, "move/"), {"to": to, **said})
    assert response.status_code in (302, 303), text_of(response)
    return response["Location"]


def page(client: Client, event: HybridEvent, path: str = "") -> str:
    return text_of(client.get(address(event.board, path)))


def test_an_official_moves_it_and_says_why(event: HybridEvent, referee: Client) -> None:
    assert "Play on online" in page(referee, event)
    move(referee, event, "online", reason="The last train.")
    assert "Back to the table" in page(referee, event)
    audit = reverse("audit", args=[event.tournament.club.slug, event.tournament.slug])
    said = text_of(referee.get(audit))
    assert "it moved to an online table" in said
    assert "The last train." in said


def test_players_are_told_who_has_asked(event: HybridEvent, players: list[Client]) -> None:
    first, second = players
    assert move(first, event, "online") == address(event.board)
    assert "You asked to play on online. It moves when Player 0004 asks, too." in page(first, event)
    assert "Player 0001 asks to play on online." in page(second, event)
    assert move(second, event, "online") == address(event.board, "table/")
    assert "Sit down" in page(second, event, "table/")


def test_at_the_online_table_the_other_one_reads_who_asks(
    event: HybridEvent, players: list[Client]
) -> None:
    event.go_online()
    seat = event.begin()["seat"]
    asks = "asks to go back to the table."
    version = event.view()["version"]
    event.go_back(1 - seat, 202)
    event.go_back(1 - seat, 202)
    assert event.view()["version"] == version + 1
    assert asks in page(players[seat], event, "table/")
    assert asks not in page(players[1 - seat], event, "table/")
    event.act(seat, event.view(seat)["actions"][0], version=version)


def test_an_ask_is_taken_back(event: HybridEvent, players: list[Client]) -> None:
    first, second = players
    move(first, event, "online")
    assert "Take it back" in page(first, event)
    assert "Take it back" not in page(second, event)
    assert move(first, event, "stay") == address(event.board)
    assert "Ask to play on online" in page(first, event)
    assert "asks to play on online" not in page(second, event)


def test_at_the_online_table_an_ask_that_was_taken_back_is_not_read(
    event: HybridEvent, players: list[Client]
) -> None:
    event.go_online()
    seat = event.begin()["seat"]
    asks = "asks to go back to the table."
    for times in (1, 0, 1):
        if times:
            event.go_back(1 - seat, 202)
        else:
            event.take_back_ask(1 - seat)
        assert page(players[seat], event, "table/").count(asks) == times


def test_tonight_shows_what_the_other_one_asks(event: HybridEvent, players: list[Client]) -> None:
    first, second = players
    move(first, event, "online")
    asked = text_of(second.get("/me/"))
    assert "Player 0001 asks to play on online." in asked
    assert "Play on online" in asked.replace("asks to play on online", "")
    assert "asks to play on online" not in text_of(first.get("/me/"))
    move(first, event, "stay")
    assert "asks to play on online" not in text_of(second.get("/me/"))


def test_a_form_that_comes_late_changes_nothing(
    event: HybridEvent, referee: Client, players: list[Client]
) -> None:
    move(referee, event, "online")
    move(players[0], event, "online")
    assert event.now()["asked"] == [False, False]


def test_visitors_and_other_entrants_find_no_button(event: HybridEvent) -> None:
    assert "Play on online" not in page(Client(), event)
    assert Client().post(address(event.board, "move/"), {"to": "online"}).status_code == 302


def test_the_sheet_says_where_each_hand_was_played(event: HybridEvent, referee: Client) -> None:
    event.write_hand()
    assert "at the table" not in page(referee, event, "pad/")
    event.go_online()
    event.begin()
    event.play_hand()
    said = page(referee, event)
    assert "at the table" in said
    assert "online" in said.split("Game 1")[-1]


def test_what_is_offered_follows_the_match(event: HybridEvent, referee: Client) -> None:
    assert "Score pad" in page(referee, event)
    event.go_online()
    shown = page(referee, event)
    assert "Score pad" not in shown
    assert "Online table" in shown
    event.begin()
    for user in (owner_of(event.tournament.club), *event.users):
        assert writes(event, client_of(user)) == set()
    event.go_back()
    shown = page(referee, event)
    assert "Score pad" in shown
    assert "Online table" not in shown
    assert "in the room now" in page(referee, event, "table/")
    assert "in the room now" in page(referee, event, "table/card/")


def test_a_deal_that_was_broken_off_says_so(event: HybridEvent, referee: Client) -> None:
    event.go_online()
    event.begin()
    event.go_back()
    assert "broken off: the match moved" in page(referee, event, "deals/")


def test_the_pad_corrects_only_hands_of_the_room(event: HybridEvent, referee: Client) -> None:
    event.write_hand()
    event.go_online()
    event.begin()
    event.play_hand()
    event.go_back()
    pad = referee.get(address(event.board, "pad/")).content.decode()
    assert "?hand=1" in pad
    assert "?hand=2" not in pad


def test_tonight_leads_to_where_the_match_is(event: HybridEvent, players: list[Client]) -> None:
    own = players[0].get(reverse("me")).content.decode()
    assert address(event.board, "table/") not in own
    event.go_online()
    own = players[0].get(reverse("me")).content.decode()
    assert address(event.board, "table/") in own


def test_the_tables_of_the_referee_show_both_places(event: HybridEvent, referee: Client) -> None:
    tables = reverse("tables", args=[event.tournament.club.slug, event.tournament.slug])
    assert "Online tables" not in text_of(referee.get(tables))
    event.go_online()
    shown = referee.get(tables)
    assert "Online tables" in text_of(shown)
    assert "Playing" in text_of(shown)
    assert address(event.board, "table/card/") in shown.content.decode()


def test_the_event_says_that_matches_may_move(event: HybridEvent) -> None:
    start = reverse("tournament", args=[event.tournament.club.slug, event.tournament.slug])
    assert "Between two hands it may go on online" in text_of(Client().get(start))


def test_only_a_match_that_is_online_can_be_watched(event: HybridEvent) -> None:
    place = [event.tournament.club.slug, event.tournament.slug]
    table = address(event.board, "table/")

    def shown_on() -> list[str]:
        pages = ("tournament", "matches")
        return [name for name in pages if table in html_of(reverse(name, args=place))]

    event.write_hand()
    assert shown_on() == []
    event.go_online()
    assert shown_on() == ["tournament", "matches"]


def html_of(path: str) -> str:
    return Client().get(path).content.decode()
