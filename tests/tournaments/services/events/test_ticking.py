"""Rounds that are published later, by themselves."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, win
from tournaments.models import Round, Tournament
from tournaments.services.events import setup
from tournaments.services.events.ticking import tick
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db

HOUR = NOW + timedelta(hours=1)


@pytest.fixture
def drawn():
    tournament = make_tournament(start=False)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    return tournament


def plan(tournament, number=1, at=HOUR):
    rounds.publish_round(tournament_id=tournament.pk, number=number, at=at, by=DIRECTOR, now=NOW)


def states(tournament):
    tournament.refresh_from_db()
    numbers = Round.objects.filter(stage__tournament=tournament).order_by("number")
    return [tournament.state, *numbers.values_list("state", flat=True)]


@pytest.fixture
def ticked(django_capture_on_commit_callbacks):
    """A tick at a time, with the tasks that it asks for."""

    def at(now):
        with django_capture_on_commit_callbacks(execute=True):
            tick(by=DIRECTOR, now=now)

    return at


@pytest.fixture
def clock_says(monkeypatch):
    """The tasks take their time from the database; here it is told."""

    def say(now):
        monkeypatch.setattr("tournaments.tasks.now", lambda: now)

    return say


def test_a_planned_first_round_starts_the_tournament_at_its_hour(drawn, ticked, clock_says):
    plan(drawn)
    ticked(NOW)
    assert states(drawn) == ["draft", "draft", "draft"]
    clock_says(HOUR)
    ticked(HOUR)
    assert states(drawn) == ["running", "published", "draft"]


def test_a_planned_publication_can_be_called_off(drawn, ticked, clock_says):
    plan(drawn)
    rounds.unpublish_round(tournament_id=drawn.pk, number=1, by=DIRECTOR, now=NOW)
    clock_says(HOUR)
    ticked(HOUR)
    assert states(drawn) == ["draft", "draft", "draft"]


def test_a_round_waits_for_the_one_before_it(drawn, ticked, clock_says):
    plan(drawn, at=None)
    plan(drawn, number=2)
    rounds.unpublish_round(tournament_id=drawn.pk, number=1, by=DIRECTOR, now=NOW)
    clock_says(HOUR)
    ticked(HOUR)
    assert states(drawn) == ["check_in", "draft", "draft"]
    plan(drawn, at=None)
    ticked(HOUR)
    assert states(drawn) == ["running", "published", "published"]


def test_a_planned_round_is_not_published_before_its_hour(drawn, ticked, clock_says):
    plan(drawn, at=None)
    plan(drawn, number=2)
    win(board_of(drawn, 1, 1), seat=0)
    clock_says(NOW)
    ticked(NOW)
    assert states(drawn) == ["running", "running", "draft"]
    clock_says(HOUR)
    ticked(HOUR)
    assert states(drawn) == ["running", "running", "published"]


def test_nothing_is_published_in_a_tournament_that_is_called_off(drawn, ticked, clock_says):
    plan(drawn)
    setup.move_tournament(
        tournament_id=drawn.pk, action="cancel", name="Autumn Cup", by=DIRECTOR, now=NOW
    )
    clock_says(HOUR)
    ticked(HOUR)
    assert states(drawn) == ["cancelled", "draft", "draft"]


def test_of_an_event_is_only_asked_what_it_is_told_of():
    tournament = make_tournament()

    def asks() -> bool:
        with CaptureQueriesContext(connection) as captured:
            tick(by=DIRECTOR, now=NOW)
        return any("tournaments_timeproposal" in query["sql"] for query in captured)

    assert not asks()
    Tournament.objects.filter(pk=tournament.pk).update(window_days=7)
    assert asks()
