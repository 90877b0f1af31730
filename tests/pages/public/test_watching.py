"""From the pages of an event to its online tables, as far as one may look on there."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import boards_at, team_event
from tests.counted_hands import CarefulMatch
from tests.online import NO_CLOCK, OnlineEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

WATCH = r'<a class="watch" href="([^"]+)"'


def page_of(tournament: Tournament, name: str) -> str:
    place = [] if name == "home" else [tournament.club.slug, tournament.slug]
    return Client().get(reverse(name, args=place)).content.decode()


def tables_on(tournament: Tournament, name: str) -> list[str]:
    """Where "Watch" leads."""
    return re.findall(WATCH, page_of(tournament, name))


def played(**fields: object) -> OnlineEvent:
    """An event in whose first match a hand was played."""
    event = OnlineEvent(entrants=4, **fields)
    Tournament.objects.filter(pk=event.tournament.pk).update(starts_at=timezone.now())
    event.view()
    CarefulMatch(event.board.match_id).play_hand()
    event.tournament.refresh_from_db()
    return event


@pytest.mark.parametrize("spectators", ["hand_end", "live_public"])
@pytest.mark.parametrize("format", ["single_elimination", "swiss"])
def test_watch_leads_to_the_tables_that_are_played(format: str, spectators: str) -> None:
    event = played(format=format, spectators=spectators)
    for name, count in (("tournament", 2), ("matches", 2), ("home", 1)):
        tables = set(tables_on(event.tournament, name))
        assert len(tables) == count, name
        assert all(Client().get(table).status_code == 200 for table in tables)
        assert any(f"/{event.match}table/" in table for table in tables)


@pytest.mark.parametrize("format", ["single_elimination", "swiss"])
@pytest.mark.parametrize("fields", [{"spectators": "none"}, {}])
def test_where_nobody_looks_on_nothing_leads_there(format: str, fields: dict[str, str]) -> None:
    event = played(format=format, **fields)
    if not fields:
        at_a_table = {"play": "table", "clock": None, "flag": "", "spectators": ""}
        Tournament.objects.update(**at_a_table, public_version=99)
        event.tournament.refresh_from_db()
    for name in ("tournament", "matches", "home"):
        assert tables_on(event.tournament, name) == [], name


def test_a_match_that_is_over_is_watched_no_more() -> None:
    event = played()
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    for name in ("tournament", "matches"):
        tables = tables_on(event.tournament, name)
        assert tables
        assert not any(f"/{event.match}table/" in table for table in tables)


def test_between_teams_it_leads_to_each_board() -> None:
    event = team_event(play="online", clock=NO_CLOCK)
    boards = boards_at(event, 1, 1)
    path = reverse("team_match", args=[event.club.slug, event.slug, boards[0].pairing_id])
    found = re.findall(WATCH, Client().get(path).content.decode())
    assert [int(re.search(r"/matches/(\d+)/table/$", table)[1]) for table in found] == [
        board.match_id for board in boards
    ]
    assert all(Client().get(table).status_code == 200 for table in found)
    assert tables_on(event, "tournament") == []
