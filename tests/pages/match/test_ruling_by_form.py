"""What a referee is offered in each form of the game: on the page, and through the API."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.irregularities.by_form import FORMS, changes_in
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.rules import rules_from
from games.models import Ruling
from games.ruled_games import those_of
from pages.match.ruling_state import WHEN
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_teams, owner_of, sign_in
from tests.client import Api
from tournaments.models import Board
from tournaments.services.events import entries, setup, teams
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {
    "standard": {"preset": "club"},
    "straight": {"preset": "straight"},
    "eleven": {"preset": "german"},
    "doubling": {"preset": "club", "variant": "doubling"},
    "round_the_corner": {"preset": "round-the-corner"},
    "partnership": {"preset": "rummy-games", "variant": "partnership"},
}


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> dict[str, str]:
    return RULES[request.param]


@pytest.fixture
def board(rules: dict[str, str]) -> Board:
    club = make_club()
    made = setup.create_tournament(club=club, name="Evening", rules=rules, by=DIRECTOR, now=NOW)
    write = {"tournament_id": made.pk, "by": DIRECTOR, "now": NOW}
    if made.has_partners:
        teams.enter_teams(teams=make_teams(club, 2, 2), **write)
    else:
        entered = [player for team in make_teams(club, 2, 1) for player in team.players]
        entries.enter_players(players=[(player, None) for player in entered], **write)
    rounds.start_tournament(seed="s", **write)
    return board_of(made, 1, 1)


def address(board: Board) -> str:
    event = board.pairing.round.stage.tournament
    return reverse("ruling", args=[event.club.slug, event.slug, board.match_id])


def test_what_applies_is_offered_and_nothing_else(
    board: Board, rules: dict[str, str], client: Client
) -> None:
    owner = owner_of(board.pairing.round.stage.tournament.club)
    sign_in(client, owner)
    offered: set[str] = set()
    for when in WHEN:
        page = client.get(address(board), {"when": when}).text
        offered |= set(re.findall(r'name="rule" value="(\w+)"', page))
    applying = {row.id: row for row in those_of(rules_from(rules))}
    assert offered == applying.keys()
    api = Api(owner)
    listed = {row["id"]: row for row in api.get(f"matches/{board.match_id}/irregularities/")}
    assert listed.keys() == applying.keys()
    form = rules_from(rules).variant
    for code, row in applying.items():
        assert listed[code]["changes"] == list(changes_in(row, form))


def test_what_does_not_apply_is_refused_with_a_sentence(
    board: Board, rules: dict[str, str], client: Client
) -> None:
    owner = owner_of(board.pairing.round.stage.tournament.club)
    sign_in(client, owner)
    api = Api(owner)
    gone = IRREGULARITIES.keys() - {row.id for row in those_of(rules_from(rules))}
    for code in gone:
        row = IRREGULARITIES[code]
        body = {"version": board.match.version, "rule": code, "offender": 0, "n": 1}
        if row.options:
            body |= {"option": row.options[0].code, "conditions": [*row.options[0].open]}
        body["conditions"] = [one for one in body.get("conditions", []) if one[0] != "!"]
        error = api.post(f"matches/{board.match_id}/rulings/", body, 400)["error"]
        assert error["code"] == "not_in_this_form", code
        page = client.get(address(board), {"rule": code, "phase": row.phases[0]})
        assert page.status_code == 200
        assert "rule-text" not in page.text
    assert not Ruling.objects.exists()


def test_a_changed_row_says_what_is_otherwise(
    board: Board, rules: dict[str, str], client: Client
) -> None:
    sign_in(client, owner_of(board.pairing.round.stage.tournament.club))
    form = rules_from(rules).variant
    for row in those_of(rules_from(rules)):
        page = unescape(client.get(address(board), {"rule": row.id}).text)
        assert ("In this form of the game:" in page) == bool(changes_in(row, form))
        assert all(how in page for how in changes_in(row, form))


def test_the_catalogue_says_the_forms_of_each_row(client: Client) -> None:
    rows = {row["id"]: row for row in Api(owner_of(make_club())).get("irregularities/")}
    assert [one["variant"] for one in rows["COUNT_RELIED_ON"]["forms"]] == ["partnership"]
    assert len(rows["LOOK_BACK"]["forms"]) == len(FORMS)
    (changed,) = [one for one in rows["LAYOFF_ON_GIN"]["forms"] if one["changes"]]
    assert changed["variant"] == "round_the_corner"
