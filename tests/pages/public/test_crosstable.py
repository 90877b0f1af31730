"""The crosstable of a round robin: in the API and on its page."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from pages.public import crosstable
from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.client import Api
from tournaments.services.desk import results
from tournaments.services.events import setup
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


def round_robin(entrants=4, **settings):
    return make_tournament(
        entrants=entrants, format="round_robin", format_settings={"draws": True, **settings}
    )


def record(board, level, payload):
    return results.record_result(
        board=board,
        version=board.match.version,
        level=level,
        payload=payload,
        by=DIRECTOR,
        now=NOW,
    )


def publish(tournament, number):
    rounds.publish_round(tournament_id=tournament.pk, number=number, by=DIRECTOR, now=NOW)


def page(tournament, query="", client=None):
    address = reverse("crosstable", args=[tournament.club.slug, tournament.slug])
    response = (client or Client()).get(address + query)
    assert response.status_code == 200
    return response.content.decode()


def rows(html):
    """The names with the words of their cells, table after table."""
    found = re.findall(r"<tr(?: class=\"me\" id=\"me\")?>(.*?)</tr>", html, re.S)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in found]
    text = [[unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]
    return {row[0].lstrip("0123456789"): row[1:] for row in text if row[0] != "Player"}


def played():
    """Four players: one match won, one drawn, one given up, one in play; two are to come."""
    tournament = round_robin()
    publish(tournament, 2)
    win(board_of(tournament, 1, 1), 0)
    record(board_of(tournament, 1, 2), "drawn", {"games_won": [1, 1]})
    record(board_of(tournament, 2, 1), "walkover", {"walkover": 1})
    return tournament


def test_each_match_stands_in_the_rows_of_both():
    tournament = played()
    assert rows(page(tournament)) == {
        "Player 0003": ["1.5", "", "", "1–1", "+"],
        "Player 0001": ["1", "", "", "", "3–1"],
        "Player 0002": ["0.5", "1–1", "", "", ""],
        "Player 0004": ["0", "−", "1–3", "", ""],
    }


def test_half_points_have_the_decimal_sign_of_the_reader():
    german = rows(page(played(), client=Client(headers={"Accept-Language": "de"})))
    assert (german["Player 0003"][0], german["Player 0002"][0]) == ("1,5", "0,5")


def test_the_api_has_each_match_once_with_the_row_in_seat_0():
    tournament = played()
    visitor = Api()
    answer = visitor.get(f"tournaments/{tournament.pk}/crosstable/", stage=1)
    (group,) = answer["groups"]
    assert (answer["stage"], group["number"]) == (1, 1)
    assert len(group["results"]) == 6
    for result in group["results"]:
        match = visitor.get(f"matches/{result['match']}/")
        assert [result["row"], result["column"]] == [side["entry"] for side in match["players"]]
        assert (result["games_won"], result["winner"]) == (match["games_won"], match["winner"])
    decisions = [result["decision"] for result in group["results"]]
    assert decisions == ["played", "drawn", "walkover", None, None, None]


def test_groups_stand_apart_and_a_second_leg_in_the_same_cell():
    tournament = round_robin(4, groups=2, double=True)
    win(board_of(tournament, 1, 1), 0)
    html = page(tournament)
    assert re.findall(r'<h2 id="group-\d">(.*?)</h2>', html) == ["Group 1", "Group 2"]
    assert html.count("<table") == 2
    assert rows(html)["Player 0001"] == ["1", "", "3–1"]
    publish(tournament, 2)
    win(board_of(tournament, 2, 1), 0)
    assert "3–11–3" in rows(page(tournament))["Player 0001"], "two links in one cell"
    alone = page(tournament, "?group=2")
    assert re.findall(r'<h2 id="group-\d">(.*?)</h2>', alone) == ["Group 2"]
    assert "?group=1" in alone


def test_a_large_group_stays_light():
    html = page(round_robin(33))
    assert '<td class="self">' in html
    assert not re.search(r"<td[^>]*><a", html), "no link in a cell"


def test_of_many_groups_the_readers_own_is_shown(monkeypatch):
    monkeypatch.setattr(crosstable, "MOST_CELLS", 4)
    tournament = round_robin(4, groups=2)
    user, client = make_user(), Client()
    Player.objects.filter(entry_members__entry=entry_at(tournament, 2)).update(user=user)
    sign_in(client, user)
    assert set(rows(page(tournament))) == {"Player 0001", "Player 0004"}
    html = page(tournament, client=client)
    assert re.findall(r'<h2 id="group-\d">(.*?)</h2>', html) == ["Group 2"]
    assert re.search(r'<tr class="me" id="me">.*?Player 0002', html, re.S)


def test_only_a_round_robin_has_one():
    tournament = make_tournament()
    place = [tournament.club.slug, tournament.slug]
    assert Client().get(reverse("crosstable", args=place)).status_code == 404
    Api().get(f"tournaments/{tournament.pk}/crosstable/", status=404)
    assert "crosstable/" not in Client().get(reverse("standings", args=place)).content.decode()


def test_a_draft_is_for_the_staff_alone():
    tournament = make_tournament(start=False, format="round_robin")
    setup.move_tournament(
        tournament_id=tournament.pk, action="open_registration", by=DIRECTOR, now=NOW
    )
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    owner = Client()
    sign_in(owner, owner_of(tournament.club))
    assert "Player 0001" in page(tournament, client=owner)
    assert "Player 0001" not in page(tournament)
    assert Api().get(f"tournaments/{tournament.pk}/crosstable/")["groups"] == []
