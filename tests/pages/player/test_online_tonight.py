"""Who has an online match finds its table: on Tonight, on the event's pages, on their match."""

import pytest
from django.test import Client

from games.services.connections import begin_connection
from tests.builders import DIRECTOR, board_of, make_tournament, make_user
from tests.online import OnlineEvent
from tests.pages.player.test_tonight import at, client_of, text_of, user_of
from tournaments.services.desk.calls import make_call
from tournaments.services.desk.summoning import summon_players
from web.db import clock

pytestmark = pytest.mark.django_db

TABS = ("tournament", "matches", "standings", "entrants", "event_rules")


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent(entrants=4)


def table_of(event: OnlineEvent) -> str:
    return at(event.tournament, "online_table", event.board.match_id)


def player(event: OnlineEvent, seat: int = 0) -> Client:
    return client_of(event.users[seat])


def summon(event: OnlineEvent) -> None:
    summon_players(tournament_id=event.tournament.pk, by=DIRECTOR, now=clock.now())


def main_of(html: str) -> str:
    """Where the main button of a page leads."""
    return html.partition('class="btn btn-main btn-big" href="')[2].partition('"')[0]


def test_tonight_leads_there_before_and_while_it_runs(event: OnlineEvent) -> None:
    page = player(event).get("/me/")
    assert "Sit down and begin." in text_of(page)
    assert main_of(page.text) == table_of(event)
    event.begin()
    event.play_hand()
    page = player(event).get("/me/")
    assert "You are playing" in text_of(page)
    assert main_of(page.text) == table_of(event)


def test_tonight_leads_there_though_a_referee_is_called(event: OnlineEvent) -> None:
    make_call(board=event.board, about="count", by=DIRECTOR, now=clock.now())
    page = player(event).get("/me/")
    assert "We have sorted it out" in text_of(page)
    assert main_of(page.text) == table_of(event)


def test_of_two_events_each_leads_to_its_table(event: OnlineEvent) -> None:
    other = OnlineEvent(name="North Cup")
    seat = other.board.match.seats.get(seat=0)
    seat.player.user = event.users[0]
    seat.player.save()
    html = player(event).get("/me/").text
    assert table_of(event) in html
    assert table_of(other) in html


def test_who_is_called_reads_it_first_until_they_come(event: OnlineEvent) -> None:
    event.ready(1)
    summon(event)
    said = text_of(player(event).get("/me/"))
    assert "You are called" in said
    assert "You are called to your online table: you play" in said
    assert "You are called to your online table." in text_of(
        player(event).get(at(event.tournament, "tournament"))
    )
    begin_connection(table=event.table.pk, seat=0, network="", now=clock.now())
    for seat, is_called in enumerate((False, True)):
        for address in ("/me/", at(event.tournament, "tournament")):
            said = text_of(player(event, seat).get(address))
            assert ("You are called" in said) is is_called, (seat, address)


@pytest.mark.parametrize("tab", TABS)
def test_the_pages_of_the_event_lead_there(event: OnlineEvent, tab: str) -> None:
    address = at(event.tournament, tab)
    page = player(event).get(address)
    assert "Your match can begin at its online table." in text_of(page)
    assert main_of(page.text) == table_of(event)
    event.begin()
    event.play_hand()
    said = text_of(player(event).get(address, headers={"HX-Request": "true"}))
    assert "Your match is going on at its online table." in said
    assert "<html" not in said
    for reader in (Client(), client_of(make_user())):
        assert "Your match" not in text_of(reader.get(address)), "they may watch, no more"


def test_what_comes_beside_the_live_part_takes_its_place(event: OnlineEvent) -> None:
    address = at(event.tournament, "tournament")
    live = player(event).get(address, headers={"HX-Request": "true"}).text
    assert '<div id="own-table" hx-swap-oob="true">' in live
    assert '<div id="own-table">' in player(event).get(address).text


def test_once_it_is_over_nothing_leads_there(event: OnlineEvent) -> None:
    event.begin()
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    page = player(event).get(at(event.tournament, "tournament"))
    assert table_of(event) not in page.text
    assert main_of(player(event).get("/me/").text) != table_of(event)


def test_a_match_that_waits_for_its_other_player_has_no_table_yet(event: OnlineEvent) -> None:
    final = board_of(event.tournament, 2, 1).match_id
    html = player(event).get(at(event.tournament, "tournament")).text
    assert at(event.tournament, "online_table", final) not in html


def test_the_match_leads_there_as_the_first_thing_to_press(event: OnlineEvent) -> None:
    html = player(event).get(at(event.tournament, "match", event.board.match_id)).text
    assert f'class="btn btn-main" href="{table_of(event)}">Play online<' in html


def test_the_pages_of_an_event_in_a_room_say_nothing_of_it() -> None:
    event = make_tournament()
    reader = client_of(user_of(event, 1))
    assert "own-table" not in reader.get(at(event, "tournament")).text
