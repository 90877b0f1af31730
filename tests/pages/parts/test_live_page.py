"""The copies of the public pages: never stale, never another reader's."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.timezone import localtime

from players.models import Membership, Player
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
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.services.events.people import show_names
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = ("tournament", "matches", "standings", "event_rules")
NOWHERE = {
    "default": {
        "BACKEND": "config.redis_cache.PageCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
}


@pytest.fixture
@stocked
def tournament() -> Tournament:
    tournament = make_tournament()
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def read(tournament: Tournament, tab: str, client: Client | None = None, **headers: str) -> str:
    address = reverse(tab, args=[tournament.club.slug, tournament.slug])
    response = (client or Client()).get(address, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def browser_of(user: object) -> Client:
    client = Client()
    sign_in(client, user)
    return client


@pytest.mark.parametrize("tab", KEPT)
def test_the_second_visitor_gets_the_copy(
    tournament: Tournament, tab: str, django_assert_num_queries: Callable
) -> None:
    first = read(tournament, tab)
    with django_assert_num_queries(1):
        assert read(tournament, tab) == first


@pytest.mark.parametrize("tab", KEPT)
def test_a_page_that_has_not_changed_costs_one_query(
    tournament: Tournament, tab: str, django_assert_num_queries: Callable
) -> None:
    address = reverse(tab, args=[tournament.club.slug, tournament.slug])
    etag = Client().get(address).headers["ETag"]
    with django_assert_num_queries(1):
        assert Client().get(address, headers={"If-None-Match": etag}).status_code == 304


def test_a_result_is_on_every_page_at_once(tournament: Tournament) -> None:
    before = {tab: read(tournament, tab) for tab in ("tournament", "matches", "standings")}
    win(board_of(tournament, 1, 1), 0)
    for tab, html in before.items():
        assert read(tournament, tab) != html, tab


@pytest.mark.parametrize("tab", [*KEPT, "entrants"])
def test_nothing_of_a_reader_is_in_the_copy_of_another(tournament: Tournament, tab: str) -> None:
    user = make_user("Ada Lovelace")
    Player.objects.filter(entry_members__entry=entry_at(tournament, 2)).update(user=user)
    entrant = read(tournament, tab, browser_of(user))
    assert "Ada Lovelace" in entrant
    for reader in (None, browser_of(make_user("Bea Bystander"))):
        html = read(tournament, tab, reader)
        assert "Ada Lovelace" not in html
        assert 'class="me"' not in html
    assert ('class="me"' in entrant) is (tab in ("standings", "entrants"))


@pytest.mark.parametrize("tab", ["tournament", "matches", "standings"])
def test_the_staffs_copy_is_the_staffs_alone(tournament: Tournament, tab: str) -> None:
    hidden = Player.objects.get(entry_members__entry=entry_at(tournament, 1))
    Player.objects.filter(pk=hidden.pk).update(shown="hidden")
    show_names(player=hidden, by=DIRECTOR, now=NOW)
    referee = make_user()
    tournament.club.memberships.create(user=referee, role=Membership.Roles.REFEREE)
    for staff in (browser_of(owner_of(tournament.club)), browser_of(referee)):
        assert hidden.name in read(tournament, tab, staff)
        assert hidden.name not in read(tournament, tab)
        assert hidden.name not in read(tournament, tab, browser_of(make_user()))
        assert hidden.name in read(tournament, tab, staff)


def test_an_address_that_asks_for_something_else_is_answered_but_not_kept(
    tournament: Tournament,
) -> None:
    address = reverse("tournament", args=[tournament.club.slug, tournament.slug])
    cache.clear()
    for query in ("?more=1", "?page=1"):
        response = Client().get(address + query)
        assert response.status_code == 200
        assert "ETag" not in response.headers


def test_each_language_has_its_own_copy(tournament: Tournament) -> None:
    english = read(tournament, "matches")
    german = read(tournament, "matches", **{"Accept-Language": "de"})
    assert '<html lang="en">' in english
    assert '<html lang="de">' in german


def test_what_is_said_to_one_reader_is_not_kept(tournament: Tournament) -> None:
    address = reverse("matches", args=[tournament.club.slug, tournament.slug])
    told = Client()
    told.cookies["messages"] = "something"
    assert "ETag" not in told.get(address).headers


def test_a_club_with_another_name_has_new_pages(tournament: Tournament) -> None:
    club = tournament.club
    read(tournament, "tournament")
    type(club).objects.filter(pk=club.pk).update(name="Wednesday Club")
    html = read(tournament, "tournament")
    assert "Wednesday Club" in html
    assert "Tuesday Gin Club" not in html


@pytest.mark.parametrize("reader", [Client, lambda: browser_of(make_user())])
def test_a_club_in_another_zone_has_new_times(
    tournament: Tournament, reader: Callable[[], Client]
) -> None:
    club, browser = tournament.club, reader()
    win(board_of(tournament, 1, 1), 0)
    here = read(tournament, "tournament", browser)
    at = localtime(NOW, ZoneInfo(club.time_zone))
    assert f"{at:%H:%M}" in here
    type(club).objects.filter(pk=club.pk).update(time_zone="Asia/Tokyo")
    there = read(tournament, "tournament", browser)
    assert f"{localtime(NOW, ZoneInfo('Asia/Tokyo')):%H:%M}" in there
    assert there != here


def test_without_redis_the_pages_are_made_anew(tournament: Tournament) -> None:
    with override_settings(CACHES=NOWHERE):
        html = read(tournament, "tournament")
    cache.clear()
    assert read(tournament, "tournament") == html
