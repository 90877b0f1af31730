"""The results board: a row a table, each saved by itself."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Match, Submission
from kernel.permissions import Actor, Role
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.formats import RULES
from tests.pages.director.test_rooms import at, told
from tests.stock import stocked
from tests.tournaments.tables import play_out
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events import setup
from tournaments.services.events.staff import appoint_staff
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Four entrants at two tables, best of five."""
    made = make_tournament(start=False)
    setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    return made


@pytest.fixture
def director(tournament: Tournament, client: Client) -> Client:
    sign_in(client, owner_of(tournament.club))
    return client


def typed(tournament: Tournament, number: int, first: object, second: object) -> dict[str, object]:
    match = board_of(tournament, 1, number).match
    row = {"match": match.pk, "version": match.version, "key": f"k{number}"}
    return row | {"first": first, "second": second}


def post(client: Client, tournament: Tournament, row: dict[str, object]) -> HttpResponse:
    return client.post(at("board", tournament), row, follow=True)


def field(html: str, match: int, name: str) -> str:
    found = re.search(rf'<input id="{match}-{name}"[^>]*value="([^"]*)"', html)
    assert found, name
    return found[1]


def test_a_row_is_saved_by_itself_and_says_so(tournament: Tournament, director: Client) -> None:
    row = typed(tournament, 1, 3, 1)
    page = post(director, tournament, row)
    assert page.redirect_chain == [(f"{at('board', tournament)}?saved={row['match']}", 302)]
    text = told(page)
    assert "Player 0001 beat Player 0004, 3–1. Player 0001 3 Player 0004 1 Saved" in text
    assert "1 result is missing." in text
    assert "data-saved" in page.content.decode()
    assert board_of(tournament, 1, 2).match.state == Match.States.OPEN


def test_the_same_row_twice_is_one_result(tournament: Tournament, director: Client) -> None:
    row = typed(tournament, 1, 0, 3)
    post(director, tournament, row)
    assert post(director, tournament, row).status_code == 200
    assert Submission.objects.get().payload == {"games_won": [0, 3]}


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (3, "", "Type the games of both."),
        (3, 3, "Who wins has 3 games, the other fewer."),
        (2, 1, "Who wins has 3 games, the other fewer."),
        ("x", 1, "Type"),
    ],
)
def test_what_is_no_result_is_said_in_the_row_and_stays_typed(
    tournament: Tournament, director: Client, first: object, second: object, words: str
) -> None:
    row = typed(tournament, 2, first, second)
    page = post(director, tournament, row)
    html = page.content.decode()
    assert page.status_code == 400
    assert words in told(page)
    assert field(html, row["match"], "first") == str(first)
    assert field(html, row["match"], "second") == str(second)
    assert 'name="key" value="k2"' in html
    assert not Submission.objects.exists()


def test_over_a_newer_version_both_are_in_sight(tournament: Tournament, director: Client) -> None:
    row = typed(tournament, 1, 3, 0)
    win(board_of(tournament, 1, 1), 1)
    page = post(director, tournament, row)
    assert page.status_code == 409
    text = told(page)
    assert "Player 0004 beat Player 0001, 3–1." in text
    assert "Somebody else was faster. You typed 3–0: correct it if you are right." in text
    assert "Correct : Semi-final 1" in text


def test_over_a_newer_report_mine_may_be_saved_anyway(
    tournament: Tournament, director: Client
) -> None:
    row = typed(tournament, 1, 3, 0)
    board = board_of(tournament, 1, 1)
    player = board.match.seats.get(seat=1).player
    player.user = make_user("Björn")
    player.save()
    win(board, 1, by=Actor("page", user_id=player.user_id, roles=frozenset({Role.PLAYER})))
    page = post(director, tournament, row)
    html = page.content.decode()
    assert page.status_code == 409
    assert "Somebody else has changed this match meanwhile." in told(page)
    assert "Reported 1–3" in told(page)
    assert "Save mine anyway" in html
    assert field(html, row["match"], "first") == "3"
    assert 'name="key" value="k1"' not in html
    again = typed(tournament, 1, 3, 0) | {"key": "k9"}
    assert "Player 0001 beat Player 0004, 3–0." in told(post(director, tournament, again))


def test_over_hands_the_row_leads_to_the_pad(tournament: Tournament, director: Client) -> None:
    row = typed(tournament, 1, 3, 0)
    board = board_of(tournament, 1, 1)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 4, 19), by=DIRECTOR, now=NOW
    )
    assert "Written down hand by hand" in told(director.get(at("board", tournament)))
    page = post(director, tournament, row)
    assert page.status_code == 409
    assert "You typed 3–0: correct it if you are right. Written down hand by hand" in told(page)


def test_a_match_to_points_is_entered_by_its_games(client: Client) -> None:
    made = make_tournament(rules="pagat", start=False)
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    Match.objects.update(rules={**made.rules, "match_type": "points", "match_n": 300})
    sign_in(client, owner_of(made.club))
    assert "Counted by points: enter the games." in told(client.get(at("board", made)))


def test_before_the_start_there_is_nothing_to_type(client: Client) -> None:
    made = make_tournament(start=False)
    sign_in(client, owner_of(made.club))
    assert "results are entered only while it is running" in told(client.get(at("board", made)))


def test_a_table_of_the_address_has_the_focus(tournament: Tournament, director: Client) -> None:
    html = director.get(at("board", tournament), {"table": "2"}).content.decode()
    assert html.count("autofocus") == 1


def test_who_judges_at_one_table_has_its_row_alone(tournament: Tournament, client: Client) -> None:
    referee = make_user("Ruth")
    appoint_staff(
        tournament_id=tournament.pk, user=referee, role="referee", tables=[2], by=DIRECTOR, now=NOW
    )
    sign_in(client, referee)
    text = told(client.get(at("board", tournament)))
    assert "Player 0002" in text
    assert "Player 0001" not in text
    assert client.post(at("board", tournament), typed(tournament, 1, 3, 0)).status_code == 403


def test_others_are_kept_out(tournament: Tournament, client: Client) -> None:
    assert client.get(at("board", tournament)).status_code == 302
    sign_in(client, make_user())
    assert client.get(at("board", tournament)).status_code == 403
    assert post(client, tournament, typed(tournament, 1, 3, 0)).status_code == 403


def test_the_live_part_alone_goes_to_htmx(tournament: Tournament, director: Client) -> None:
    page = director.get(at("board", tournament), headers={"HX-Request": "true"})
    assert page.content.decode().strip().startswith('<div id="live"')


def test_results_that_are_written_on_a_pad_are_missing_too(client: Client) -> None:
    made = make_tournament(entrants=6, format="table_rounds", rules=RULES["table"])
    sign_in(client, owner_of(made.club))
    page = client.get(at("board", made))
    assert "2 results are missing." in told(page)
    assert "Enter saves" not in told(page)
    assert page.text.count("Score pad") == 2
    play_out(board_of(made, 1, 1))
    assert "1 result is missing." in told(client.get(at("board", made)))
