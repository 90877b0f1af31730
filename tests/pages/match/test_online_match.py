"""The pages of a match at an online table: they show what the table wrote, and write nothing."""

import re

import pytest
from django.test import Client

from games.engine.gin.irregularities.table import IRREGULARITIES
from games.models import Match
from games.selectors.matches import match_record
from games.services.adjustments import adjust
from kernel.permissions import ONLINE
from tests.builders import NOW, board_of, make_tournament, make_user, owner_of
from tests.games.services.online import deal_at, seat_online, write_online
from tests.pages.match.test_match import address, client_of, text_of, version
from tests.stock import stocked

pytestmark = pytest.mark.django_db

BY_TABLE = "This match is played at its online table"


@pytest.fixture
@stocked
def tournament():
    made = make_tournament()
    for seat in board_of(made, 1, 1).match.seats.all():
        seat.player.user = make_user(seat.player.name)
        seat.player.save()
    return made


@pytest.fixture
def board(tournament):
    board = board_of(tournament, 1, 1)
    seat_online(board.match)
    return board


@pytest.fixture
def referee(tournament) -> Client:
    return client_of(owner_of(tournament.club))


@pytest.fixture
def player(board) -> Client:
    return client_of(board.match.seats.get(seat=0).player.user)


def play(board, **hand):
    match = Match.objects.get(pk=board.match_id)
    return write_online(record=match_record(match), by=ONLINE, now=NOW, **hand)


def test_the_pad_shows_the_sheet_and_takes_no_hand(board, referee, player):
    play(board)
    for client in (referee, player):
        page = client.get(address(board, "pad/"))
        assert BY_TABLE in text_of(page)
        assert 'id="entry-form"' not in page.content.decode()
        assert "Knock 4 v 19" in text_of(page).replace("  ", " ")
        assert "?hand=1" not in page.content.decode()


def test_a_hand_is_not_opened_to_be_corrected(board, referee):
    play(board)
    assert BY_TABLE in text_of(referee.get(address(board, "pad/?hand=1")))
    fields = {"key": "k1", "version": version(board), "n": 1, "kind": "void"}
    assert referee.post(address(board, "pad/"), fields).status_code != 302


def test_a_result_is_entered_before_the_first_deal_alone(board, referee, player):
    said = "Hands were dealt at the online table"
    assert said not in text_of(referee.get(address(board, "result/")))
    assert BY_TABLE in text_of(player.get(address(board, "report/")))
    deal_at(board.match.table, NOW)
    assert said in text_of(referee.get(address(board, "result/")))


def test_the_page_of_the_match_leads_to_no_form_that_is_closed(board, referee, player):
    play(board)
    assert f"{address(board)}result/" not in referee.get(address(board)).content.decode()
    assert f"{address(board)}report/" not in player.get(address(board)).content.decode()


def test_the_referee_is_offered_what_can_happen_there(board, referee):
    play(board)
    page = referee.get(address(board, "ruling/"), {"when": ""}).content.decode()
    offered = {row for row in IRREGULARITIES if re.search(rf"{row}\b", page)}
    assert offered == {"LOOK_BACK_AGREED", "MELD_NON_MINIMAL", "LAYOFF_MISSED"}
    page = referee.get(address(board, "ruling/"), {"free": "1"}).content.decode()
    assert 'value="void_hand"' in page
    assert 'value="expose_hand"' not in page
    assert "The hand that is being played" not in page
    deal_at(board.match.table, NOW)
    page = referee.get(address(board, "ruling/"), {"free": "1"}).content.decode()
    assert "The hand that is being played" in page


def test_a_result_says_where_it_was_played(board):
    for _hand in range(3):
        play(board, kind="gin", counts=(0, 98))
    assert "Played at the online table." in text_of(Client().get(address(board)))


def test_a_hand_that_was_cut_off_says_by_what_on_page_and_paper_and_in_the_api(board, referee):
    play(board, cut="flag")
    match = Match.objects.get(pk=board.match_id)
    reference = {"reference": "resigned:3"}
    adjust(record=match_record(match), kind="game_loss", seat=1, by=ONLINE, now=NOW, **reference)
    said = text_of(Client().get(address(board)))
    assert "cut off, the time was over" in said
    assert "resigned: the game goes to" in said
    (game,) = Client().get(f"/api/v1/matches/{board.match_id}/").json()["games"]
    assert game["ended_by"] == "resigned"
    (hand,) = game["hands"]
    assert (hand["kind"], hand["cut_off"], hand["n"]) == ("void", True, 1)
