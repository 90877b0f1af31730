"""Lists as files: harmless to spreadsheets, with the names and rights of their pages."""

import csv
import io

import pytest
from django.test import Client
from django.urls import reverse

from pages.parts.csv_file import harmless
from players.models import Player
from tests.builders import (
    board_of,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    play_boards,
    sign_in,
    team_event,
    win,
)
from tournaments.models import Tournament


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+49 30", "'+49 30"),
        ("-x", "'-x"),
        ("@a", "'@a"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        ("Anna", "Anna"),
        (-3, -3),
        (None, None),
    ],
)
def test_no_cell_is_a_formula(cell: object, written: object) -> None:
    assert harmless(cell) == written


pytestmark = pytest.mark.django_db(transaction=True)


def table(place: str, tournament: Tournament, user: object = None, query: str = "") -> list[dict]:
    client = Client()
    if user:
        sign_in(client, user)
    response = client.get(reverse(place, args=[tournament.club.slug, tournament.slug]) + query)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    text = response.content.decode()
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_the_results_of_a_stage() -> None:
    tournament = make_tournament()
    win(board_of(tournament, 1, 1), 0)
    first, *others = table("results_file", tournament)
    assert (first["First side"], first["Games of the first"], first["Winner"]) == (
        "Player 0001",
        "3",
        "Player 0001",
    )
    assert [row["Second side"] for row in others] == ["Player 0003", ""]


def test_each_board_of_teams_is_a_row() -> None:
    tournament = team_event(number=2, boards=3)
    play_boards(tournament, 1, 1, [3, 1], [3, 1], [1, 3])
    rows = table("results_file", tournament)
    assert [row["Board"] for row in rows] == ["1", "2", "3"]
    assert {row["Team of the first"] for row in rows} == {"Team A"}


def test_the_standings_have_all_ranks_with_their_reasons() -> None:
    tournament = make_tournament(format="swiss", format_settings={"rounds": 2})
    win(board_of(tournament, 1, 1), 0)
    rows = table("standings_file", tournament)
    assert rows[0]["Player"] == "Player 0001"
    assert rows[0]["Won"] == "1"
    assert rows[0]["Reason"]


def test_before_the_draw_there_are_headings_alone() -> None:
    tournament = make_tournament(start=False)
    assert table("standings_file", tournament, owner_of(tournament.club)) == []
    assert table("results_file", tournament, owner_of(tournament.club)) == []


def test_names_are_those_that_the_reader_sees() -> None:
    tournament = make_tournament(entrants=2)
    player = tournament.club.players.order_by("pk")[0]
    Player.objects.filter(pk=player.pk).update(name="=Anna Simek", shown="short")
    tournament.entries.filter(members__player=player).update(name="=Anna Simek")
    for place, column in (
        ("entrants_file", "Player"),
        ("standings_file", "Player"),
        ("results_file", "First side"),
    ):
        assert table(place, tournament)[0][column] == "'=Anna S.", place
        staff = table(place, tournament, owner_of(tournament.club))
        assert staff[0][column] == "'=Anna Simek", place


def test_a_draft_is_for_its_staff_alone() -> None:
    tournament = make_tournament(start=False)
    address = reverse("entrants_file", args=[tournament.club.slug, tournament.slug])
    assert Client().get(address).status_code == 404


def test_the_roster_is_for_who_edits_it() -> None:
    club = make_club()
    Player.objects.create(club=club, name="Ōkubo", email="mei@club.example")
    client = Client()
    address = reverse("roster_file", args=[club.slug])
    sign_in(client, make_user())
    assert client.get(address).status_code in (403, 404)
    sign_in(client, owner_of(club))
    assert "Ōkubo,,,mei@club.example" in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("page", "file"),
    [("matches", "results"), ("standings", "standings"), ("entrants", "entrants")],
)
def test_the_pages_lead_to_their_files(page: str, file: str) -> None:
    tournament = make_tournament()
    path = reverse(page, args=[tournament.club.slug, tournament.slug])
    assert f'/{file}.csv"' in Client().get(path).content.decode()
