"""The director's pages between two stages: who goes on, the draft of the next one, the desk."""

import re

import pytest

from tests.builders import DIRECTOR, NOW, make_tournament, owner_of, sign_in
from tests.pages.director.test_round_room import act, at, told
from tests.stock import stocked
from tests.tournaments.services.stages.test_plans import play_stage, play_stage_by_hand, staged
from tournaments.models import Stage
from tournaments.services.stages import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@pytest.fixture
@stocked
def event(commits):
    """Two groups of four of which the knock-out of four is drawn."""
    made = staged(commits, publishing="by_hand")
    play_stage_by_hand(commits, made)
    return made


@pytest.fixture
def owner(event, client):
    sign_in(client, owner_of(event.club))
    return client


def test_the_draft_of_the_next_stage_says_who_goes_on_and_why(owner, event):
    words = told(owner.get(at("draw", event)))
    assert "Single elimination, a draft" in words
    assert "They go on" in words
    assert re.search(r"[12]\. Player 0001 Place 1 of group 1 ", words)
    assert "Publish the draw" in words
    assert "Somebody does not come" not in words


def test_it_is_published_dropped_and_comes_again(owner, commits, event):
    address = at("draw", event)
    act(owner, commits, address, "drop")
    assert not Stage.objects.get(tournament=event, number=2).rounds.exists()
    assert "Draw the next stage: Single elimination" in told(owner.get(address))
    desk = told(owner.get(at("desk", event)))
    assert "Draw: Single elimination All results are in." in desk
    act(owner, commits, address, "draw")
    desk = owner.get(at("desk", event))
    assert "Publish: Semi-finals It is drawn, and only the staff see it." in told(desk)
    assert f'href="{address}"' in desk.text
    act(owner, commits, address, "publish")
    assert "The next stage has begun." in told(owner.get(address))
    first = Stage.objects.get(tournament=event, number=2).rounds.get(number=1)
    assert first.state == "published"


def test_the_groups_say_why_nobody_is_seeded_into_a_pair(owner, commits, event):
    groups = make_tournament(event.club, name="Groups", format="round_robin", start=False)
    rounds.draw_stage(tournament_id=groups.pk, by=DIRECTOR, now=NOW)
    words = told(owner.get(at("draw", groups)))
    assert "Player 0001" in words
    assert "add up" not in words


def test_the_desk_of_a_swiss(commits, owner, event):
    fields = {"format": "swiss", "format_settings": {"rounds": 2}, "publishing": "by_hand"}
    with commits(execute=True):
        swiss = make_tournament(event.club, name="Swiss", **fields)
    words = told(owner.get(at("desk", swiss)))
    assert "In play: Round 1 0 of 2 results are in. Then comes: Round 2." in words
    play_stage(commits, swiss, 1)
    desk = owner.get(at("desk", swiss))
    assert "Publish: Round 2" in told(desk)
    assert f'href="{at("round", swiss, 2)}"' in desk.text
    act(owner, commits, at("round", swiss, 2), "drop")
    assert "Draw: Round 2 All results are in." in told(owner.get(at("desk", swiss)))
    act(owner, commits, at("rounds", swiss), "draw")
    act(owner, commits, at("desk", swiss), "publish:2")
    words = told(owner.get(at("desk", swiss)))
    assert "In play: Round 2 0 of 2 results are in. With the last one the event is over." in words
