"""The stages of an event as links on its public pages."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.tournaments.services.stages.test_plans import commits, play_stage, staged  # noqa: F401 - a fixture
from tournaments.services.stages.plans import StagePlan

pytestmark = pytest.mark.django_db

GROUPS_THEN_A_FINAL = [
    StagePlan("round_robin", {"groups": 2}),
    StagePlan("single_elimination", take=2),
]


def read(tournament, tab, query=""):
    address = reverse(tab, args=[tournament.club.slug, tournament.slug])
    return Client().get(address + query)


def test_each_page_of_a_stage_leads_to_the_others_and_keeps_what_was_asked(commits):  # noqa: F811
    event = staged(commits, GROUPS_THEN_A_FINAL, entrants=4)
    play_stage(commits, event, 1)
    for tab in ("matches", "standings"):
        html = read(event, tab).content.decode()
        assert '<a href="?stage=1">Groups</a>' in html
        assert '<a href="?stage=2" aria-current="true">Single elimination</a>' in html
        first = read(event, tab, "?stage=1").content.decode()
        assert '<a href="?stage=1" aria-current="true">Groups</a>' in first
        assert first.count('/?stage=1"') == 3, "the tabs of a stage lead to the same stage"
        assert first != html
        assert read(event, tab, "?stage=3").status_code == 404

        cache.clear()
        both = [read(event, tab, query) for query in ("?stage=1", "?stage=2")]
        assert all("ETag" in answer.headers for answer in both)
        again = [read(event, tab, query) for query in ("?stage=1", "?stage=2")]
        assert [answer.content for answer in again] == [answer.content for answer in both]
    for tab in ("entrants", "event_rules"):
        assert "?stage=" not in read(event, tab).content.decode()
