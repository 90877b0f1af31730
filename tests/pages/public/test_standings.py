"""The standings tab: what is compared, who goes on, groups, rounds, parts."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

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
from tests.tournaments.services.stages.test_plans import commits, play_stage, staged  # noqa: F401 - a fixture
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages.ranking import compared_in
from tournaments.services.stages.plans import StagePlan
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


def read(tournament, query="", status=200, client=None):
    address = reverse("standings", args=[tournament.club.slug, tournament.slug])
    response = (client or Client()).get(address + query)
    assert response.status_code == status
    return response.content.decode()


def rows(html):
    """The rows of all tables as the text of their cells, the heads and the lines of a cut too."""
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.S)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in found]
    text = [[unescape(re.sub(r"<[^>]+>", " ", cell)) for cell in row] for row in cells]
    return [[" ".join(cell.split()) for cell in row] for row in text]


def kept(tournament):
    settle_stage(stage_id=tournament.stages.get(number=1).pk, by=DIRECTOR, now=NOW)
    return tournament


def test_a_table_has_what_is_compared_in_the_directors_order_and_lots_in_words():
    tournament = make_tournament(
        entrants=3,
        format="swiss",
        format_settings={"rounds": 1, "tiebreaks": ["match_points", "net_points", "lots"]},
    )
    win(board_of(tournament, 1, 1), 1)
    html = read(kept(tournament))
    head, *table = rows(html)
    # Who has the bye has a point and no match won.
    assert head == ["Player", "Won", "Points", "Net", "Played"]
    assert sorted(row[1:] for row in table) == [
        ["0", "0", "0", "1"],
        ["0", "1", "0", "0"],
        ["1", "1", "0", "1"],
    ]
    assert any("by lot: level in everything else" in row[0] for row in table)
    says = re.findall(r'<div id="(says-\w+)"', html)
    assert says == ["says-match_points", "says-net_points", "says-lots"]
    assert all(f'href="#{key}"' in html for key in says[:2])


def test_no_column_repeats_another():
    settings = {"rounds": 1, "tiebreaks": ["match_points", "net_points"]}
    tournament = make_tournament(entrants=4, format="swiss", format_settings=settings)
    for number in (1, 2):
        win(board_of(tournament, 1, number), 1)
    head, *table = rows(read(kept(tournament)))
    assert head == ["Player", "Points", "Net", "Played"]
    assert [row[1] for row in table] == ["1", "1", "0", "0"]


def test_a_telephone_has_points_and_one_tie_break_and_the_rest_behind_the_name():
    tournament = make_tournament(entrants=4, format="swiss", format_settings={"rounds": 1})
    for number in (1, 2):
        win(board_of(tournament, 1, number), 1)
    html = read(kept(tournament))
    near = re.findall(r'<th scope="col" class="n">(.*?)</th>', html)
    assert [re.sub("<[^>]+>", "", one) for one in near] == ["Points", "Games"]
    behind = re.search(r"<details.*?</details>", html, re.S)[0]
    assert re.findall(r"<dt>(.*?)</dt>", behind) == [
        "Head-to-head",
        "Buchholz",
        "Net points",
        "Played",
    ]
    assert "by lot: level in everything else" in behind


def test_the_line_of_the_cut_stands_in_each_group(commits):  # noqa: F811 - the fixture
    plans = [StagePlan("round_robin", {"groups": 2}), StagePlan("single_elimination", take=2)]
    event = staged(commits, plans, entrants=6)
    play_stage(commits, event, 1)
    html = read(event, "?stage=1")
    assert re.findall(r"<h3[^>]*>(.*?)</h3>", html) == ["Group 1", "Group 2"]
    table = [row[0].split(" Ahead")[0].split(" Nobody")[0] for row in rows(html)]
    line = "Place 1 goes on"
    assert [table.index(line), table.index(line, 3)] == [2, 7]
    assert 'class="cut"' not in read(event), "nobody goes on from the last stage"
    answer = Api().get(f"tournaments/{event.pk}/standings/", stage=1)
    assert [row["group"] for row in answer["rows"]] == [1, 1, 1, 2, 2, 2]
    assert [row["drawn"] for row in answer["rows"]] == [0] * 6


def test_the_director_reads_the_stage_that_is_on_while_the_next_is_a_draft(commits):  # noqa: F811
    plans = [StagePlan("swiss", {"rounds": 1}), StagePlan("single_elimination", take=2)]
    event = staged(commits, plans, entrants=6, publishing="by_hand")
    play_stage(commits, event, 1)
    assert event.stages.get(number=2).rounds.get(number=1).state == "draft"
    director = Client()
    sign_in(director, owner_of(event.club))
    assert 'class="cut"' in read(event, client=director)
    assert 'class="cut"' not in read(event, "?stage=2", client=director)


def test_each_round_has_its_own_table(commits):  # noqa: F811 - the fixture
    with commits(execute=True):
        tournament = make_tournament(
            entrants=4, format="swiss", format_settings={"rounds": 3}, publishing="automatic"
        )
    for number in (1, 2):
        for pairing in (1, 2):
            with commits(execute=True):
                win(board_of(tournament, number, pairing), 0)
    html = read(tournament)
    assert '<a href="?round=1">Round 1</a>' in html
    assert "?round=3" not in html, "nothing of it is played"
    assert [row[1] for row in rows(html)[1:]] == ["2", "1", "1", "0"]
    first = read(tournament, "?round=1")
    assert "Standings after round 1" in first
    assert [row[1] for row in rows(first)[1:]] == ["1", "1", "0", "0"]
    for query in ("?round=4", "?round=0", "?round=x", "?page=2", "?page=0"):
        read(tournament, query, status=404)


def test_a_long_table_comes_in_parts_and_leads_everybody_to_their_row():
    tournament = kept(make_tournament(entrants=101))
    user, client = make_user(), Client()
    Player.objects.filter(entry_members__entry=entry_at(tournament, 101)).update(user=user)
    sign_in(client, user)
    first, second = read(tournament, client=client), read(tournament, "?page=2", client=client)
    assert (len(rows(first)), len(rows(second))) == (101, 2)
    assert '<a href="?page=2">101</a>' in first
    assert 'href="?page=2#me"' in first
    assert 'id="me"' not in first
    assert 'id="me"' in second
    assert 'href="#me"' in second


def test_near_the_end_a_row_says_what_is_sure(commits):  # noqa: F811 - the fixture
    with commits(execute=True):
        tournament = make_tournament(entrants=4, format="round_robin")
    assert {row["chance"] for row in standings(tournament)} == {None}
    for number in (1, 2):
        for pairing in (1, 2):
            with commits(execute=True):
                win(board_of(tournament, number, pairing), 0)
    assert [(row["won"], row["chance"]) for row in standings(tournament)] == [
        (2, "Sure of first place"),
        (1, "Can't come first any more"),
        (1, "Can't come first any more"),
        (0, "Can't come first any more"),
    ]
    assert "<b>Sure of first place</b>" in read(tournament)
    for pairing in (1, 2):
        with commits(execute=True):
            win(board_of(tournament, 3, pairing), 0)
    assert {row["chance"] for row in standings(tournament)} == {None}, "nothing is open"


def standings(tournament):
    return Api().get(f"tournaments/{tournament.pk}/standings/")["rows"]


def test_the_order_of_what_is_compared_is_the_stages_and_not_that_of_the_stored_rows():
    """PostgreSQL sorts the names within JSON."""
    rows = [{"tiebreaks": {"lots": 5, "buchholz": 1, "match_points": 2}}]
    stage = Stage(format="swiss", settings={"tiebreaks": ["match_points", "buchholz", "lots"]})
    assert compared_in(StandingTable(stage=stage, rows=rows)) == (
        "match_points",
        "buchholz",
        "lots",
    )
    assert compared_in(StandingTable(stage=Stage(format=KNOCK_OUT), rows=[{"tiebreaks": {}}])) == ()
