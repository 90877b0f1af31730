"""A stage that is over has no draft left: what nobody has to play is published with its end."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, entry_at, make_tournament, win
from tests.tournaments.services.stages.test_plans import play_stage_by_hand, staged
from tournaments.models import Round
from tournaments.services.events import entries
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def states(tournament):
    tournament.refresh_from_db()
    found = Round.objects.filter(stage__tournament=tournament).order_by("stage__number", "number")
    return [tournament.state, *found.values_list("state", flat=True)]


def withdraw(tournament, *seeds):
    for seed in seeds:
        entry = entry_at(tournament, seed).pk
        write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
        entries.withdraw_entry(entry_id=entry, **write)


@pytest.fixture
def bracket():
    """The final of a bracket waits for the director."""
    tournament = make_tournament(publishing="by_hand")
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["running", "complete", "draft"]
    return tournament


def test_a_final_that_is_decided_without_play_is_published_and_shown(bracket):
    withdraw(bracket, 1)
    assert states(bracket) == ["finished", "complete", "complete"]
    page = reverse("tournament", args=[bracket.club.slug, bracket.slug])
    assert "Final" in Client().get(page).text


def test_one_that_was_taken_back_as_well(bracket):
    write = {"tournament_id": bracket.pk, "number": 2, "by": DIRECTOR, "now": NOW}
    rounds.publish_round(**write)
    rounds.unpublish_round(**write)
    withdraw(bracket, 1)
    assert states(bracket) == ["finished", "complete", "complete"]


def test_one_that_has_its_hour_as_well(bracket):
    later = NOW + timedelta(hours=1)
    write = {"tournament_id": bracket.pk, "number": 2, "by": DIRECTOR, "now": NOW}
    rounds.publish_round(at=later, **write)
    withdraw(bracket, 1)
    assert states(bracket) == ["finished", "complete", "complete"]


def test_while_something_is_to_be_played_a_round_waits():
    tournament = make_tournament(entrants=8, publishing="by_hand")
    for number in (1, 2, 3, 4):
        win(board_of(tournament, 1, number), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    withdraw(tournament, 1)
    assert states(tournament) == ["running", "complete", "draft", "draft"]
    withdraw(tournament, 2, 3)
    assert states(tournament) == ["finished", "complete", "complete", "complete"]


@pytest.mark.parametrize(
    ("format", "settings"),
    [
        ("double_elimination", {}),
        ("round_robin", {}),
        ("swiss", {"rounds": 2}),
        ("ladder", {"rounds": 2}),
    ],
)
def test_whatever_the_format(commits, format, settings):
    fields = {"format": format, "format_settings": settings, "publishing": "by_hand"}
    with commits(execute=True):
        tournament = make_tournament(**fields)
    for number in (1, 2):
        with commits(execute=True):
            win(board_of(tournament, 1, number), 0)
    for seed in (4, 3, 2):
        with commits(execute=True), suppress(Refusal):  # who has a bye has nothing to leave
            withdraw(tournament, seed)
    state, *found = states(tournament)
    assert state == "finished"
    assert set(found) == {"complete"}


def test_a_stage_before_the_last_one_as_well(commits):
    event = staged(commits, publishing="by_hand")
    play_stage_by_hand(commits, event)
    first = Round.objects.filter(stage__tournament=event, stage__number=1)
    assert set(first.values_list("state", flat=True)) == {"complete"}
