"""A round is drawn on the director's page while a match goes on, and pages say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import board_of, owner_of, sign_in, win
from tests.pages.match.test_match import text_of
from tests.tournaments.services.stages.test_leaving_open import late_table, one_game
from tests.tournaments.services.stages.test_plans import staged
from tests.tournaments.services.stages.test_swiss import pairs, play, publish
from tournaments.models import Round
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db

WITHOUT = "Paired while Player 0004 – Player 0008 of round 1 was open, counted as {}."
STILL_OPEN = "Player 0004 – Player 0008 of round 1 is still open"


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@pytest.fixture
def director(client):
    def sign(tournament):
        sign_in(client, owner_of(tournament.club))
        return client

    return sign


def at(tournament, name, *more):
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def without(commits, client, tournament, number, word):
    late = board_of(tournament, 1, 4).pairing_id
    with commits(execute=True):
        return client.post(
            at(tournament, "rounds"), {"act": f"draw_without:{number}", f"counts-{late}": word}
        )


def test_the_director_draws_without_the_match_that_is_missing(commits, director):
    tournament = late_table(commits)
    client = director(tournament)
    page = text_of(client.get(at(tournament, "rounds")))
    assert "Draw round 2 without it" in page
    assert "Level for now" in page
    assert "As it stands" not in page  # nobody leads
    answer = without(commits, client, tournament, 2, "level")
    assert answer.url == at(tournament, "round", 2)
    assert WITHOUT.format("level") in text_of(client.get(answer.url))
    assert pairs(tournament, 2) == [(1, 2), (3, 4), (8, 5), (6, 7)]


def test_who_leads_may_count_as_the_winner(commits, director):
    tournament = late_table(commits)
    one_game(commits, tournament, 1)
    client = director(tournament)
    assert "As it stands, 0–1 for now" in text_of(client.get(at(tournament, "rounds")))
    answer = without(commits, client, tournament, 2, "as_it_stands")
    assert WITHOUT.format("0–1") in text_of(client.get(answer.url))


def test_everybody_reads_what_the_round_rests_on_and_what_standings_wait_for(commits, director):
    tournament = late_table(commits)
    without(commits, director(tournament), tournament, 2, "level")
    standings, event = at(tournament, "standings"), at(tournament, "tournament")
    assert STILL_OPEN not in text_of(Client().get(standings))  # a draft is for the staff
    publish(commits, tournament, 2)
    page = text_of(Client().get(event))
    assert "Round 2 of 3" in page  # the round that is on
    assert WITHOUT.format("level") in page
    assert WITHOUT.format("level") not in text_of(Client().get(event, {"round": 1}))
    assert STILL_OPEN in text_of(Client().get(standings))
    with commits(execute=True):
        win(board_of(tournament, 1, 4), 0)
    assert WITHOUT.format("level") in text_of(Client().get(event, {"round": 2}))
    assert STILL_OPEN not in text_of(Client().get(standings))


def test_a_round_that_is_over_stays_the_newest_while_the_match_goes_on(commits, director):
    tournament = late_table(commits)
    without(commits, director(tournament), tournament, 2, "level")
    publish(commits, tournament, 2)
    play(commits, tournament, 2)
    assert "Round 2 of 3" in text_of(Client().get(at(tournament, "tournament")))


def test_a_draft_that_is_dropped_is_waited_for_again(commits, director):
    tournament = late_table(commits)
    client = director(tournament)
    answer = without(commits, client, tournament, 2, "level")
    with commits(execute=True):
        client.post(answer.url, {"act": "drop"})
    assert not Round.objects.filter(stage__tournament=tournament, number=2).exists()
    assert "Draw round 2 without it" in text_of(client.get(at(tournament, "rounds")))


def test_a_ladder_says_why_it_waits(commits, director):
    tournament = staged(commits, [StagePlan("ladder", {"rounds": 2})])
    page = text_of(director(tournament).get(at(tournament, "rounds")))
    assert "On a ladder the result says at which table" in page
    assert "without" not in page.split("What comes next")[1].split("walkover")[1]
