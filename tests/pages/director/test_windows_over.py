"""Matches that wait for the director once the window of their round is over: on the desk, on
Tonight."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from kernel.permissions import SYSTEM
from tests.builders import DIRECTOR, NOW, knock, make_tournament, owner_of, sign_in
from tests.league import AFTER, END, League
from tests.pages.director.test_desk import desk
from tests.pages.director.test_rooms import at
from tests.pages.player.test_tonight import text_of
from tournaments.models import RoundWindow, Tournament
from tournaments.services.desk.closing_windows import close_windows
from tournaments.services.desk.results import record_hand
from tournaments.services.stages.windows import move_window

pytestmark = pytest.mark.django_db

NOTHING = (
    "Player 0002 v Player 0003. The window of Round 1 is over; nothing was played. Enter a result "
    "or move the window."
)


@pytest.fixture
def league() -> League:
    return League(unplayed="director")


@pytest.fixture
def director(league: League, client: Client) -> Client:
    sign_in(client, owner_of(league.tournament.club))
    return client


def close(tournament: Tournament) -> None:
    close_windows(tournament_id=tournament.pk, by=SYSTEM, now=AFTER)


def test_what_was_not_played_waits_for_the_director(league: League, director: Client) -> None:
    page = desk(director, league.tournament)
    assert "It publishes itself when the window is over." in page
    assert "its window is over" not in page
    close(league.tournament)
    page = desk(director, league.tournament)
    assert "Next Round 1: its window is over, without a result Player 0001 – Player" in page
    assert f"Round 1, match 2: its window is over, without a result {NOTHING} To the match" in page
    html = director.get(at("desk", league.tournament)).text
    for number in (1, 2):
        assert f'href="{at("match", league.tournament, league.board(number).match_id)}"' in html


def test_tonight_of_the_director_says_so(league: League, director: Client) -> None:
    close(league.tournament)
    page = text_of(director.get("/me/", follow=True))
    assert "Round 1: its window is over, without a result" in page


def test_a_match_that_was_begun_is_said_to_be(league: League, director: Client) -> None:
    for number in (1, 2):
        board = league.board(number)
        hand = {"version": board.match.version, "entry": knock(0, 3, 20)}
        record_hand(board=board, by=DIRECTOR, now=NOW, **hand)
    close(league.tournament)
    page = desk(director, league.tournament)
    assert "The window of Round 1 is over; they have not finished. Enter a result or" in page
    assert "nothing was played" not in page


def test_with_more_time_nothing_waits(league: League, director: Client) -> None:
    close(league.tournament)
    later = END.replace(day=17)
    move = {"tournament_id": league.tournament.pk, "number": 1, "by": DIRECTOR, "now": AFTER}
    move_window(until=later, **move)
    assert "its window is over" not in desk(director, league.tournament)
    assert RoundWindow.objects.count() == 2


def test_many_matches_ask_no_more_of_the_database_than_two(client: Client) -> None:
    asked = []
    for entrants in (4, 12):
        fields = {"format": "round_robin", "window_days": 7, "unplayed": "director"}
        made = make_tournament(entrants=entrants, name=f"Of {entrants}", **fields)
        close(made)
        sign_in(client, owner_of(made.club))
        desk(client, made)
        with CaptureQueriesContext(connection) as queries:
            page = desk(client, made)
        assert page.count("nothing was played") == entrants // 2 - 1
        asked.append(len(queries))
    assert asked[0] == asked[1]
