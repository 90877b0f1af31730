"""The rooms in which an evening is prepared, through the test client."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.models import Club
from tests.builders import (
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
)
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ROSTER = Path(__file__).parents[1] / "data" / "night-11" / "roster.csv"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


def draft(club: Club, entrants: int = 4, **fields: object) -> Tournament:
    return make_tournament(club, entrants=entrants, start=False, **fields)


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def told(response: HttpResponse) -> str:
    """The page as text."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(words).split())


def seeds(tournament: Tournament) -> list[str]:
    named = tournament.entries.filter(seed__isnull=False).order_by("seed")
    return list(named.values_list("name", flat=True))


CLUB_PAGES = ("new", "roster", "members", "club_settings", "edit_players", "leave_club")
PAGES = ("entries", "check_in", "draw", "settings", "copy")


class TestWhoMay:
    @pytest.mark.parametrize("name", CLUB_PAGES)
    def test_the_rooms_of_a_club(self, club: Club, client: Client, name: str) -> None:
        address = reverse(name, args=[club.slug])
        assert client.get(address)["Location"].startswith(reverse("sign_in"))
        sign_in(client, make_user())
        assert client.get(address).status_code == 403
        sign_in(client, owner_of(club))
        assert client.get(address).status_code == 200

    @pytest.mark.parametrize("name", PAGES)
    def test_the_rooms_of_a_tournament(self, club: Club, client: Client, name: str) -> None:
        tournament = make_tournament(club)
        address = at(name, tournament)
        assert client.get(address)["Location"].startswith(reverse("sign_in"))
        sign_in(client, make_user())
        assert client.get(address).status_code == 403
        assert client.post(address, {"act": "draw"}).status_code == 403
        sign_in(client, owner_of(club))
        assert client.get(address).status_code == 200
