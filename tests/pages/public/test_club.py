"""A club's page: evenings first, then the players, whom one finds by their name."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Club, Membership, Player
from tests.builders import make_club, make_players, make_user, sign_in
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def read(club: Club, query: str = "", client: Client | None = None) -> str:
    return (client or Client()).get(reverse("club", args=[club.slug]) + query).text


def listed(html: str) -> list[str]:
    names = re.search(r'<ul class="names">(.*?)</ul>', html, re.S)
    return re.findall(r"<a [^>]*>(.*?)</a>", names[1]) if names else []


def test_a_few_players_are_listed_and_many_are_looked_for():
    club = make_club()
    make_players(club, 24)
    assert len(listed(read(club))) == 24
    assert 'role="search"' not in read(club)
    make_players(club, 1)
    Player.objects.create(club=club, name="Žofie Nová")
    html = read(club)
    assert listed(html) == []
    assert 'role="search"' in html
    assert listed(read(club, "?q=zofie")) == ["Žofie Nová"]
    assert "Nobody is called “quux”." in read(club, "?q=quux")


def test_who_is_short_for_others_is_not_found_by_their_family_name():
    club = make_club()
    make_players(club, 25)
    Player.objects.create(club=club, name="Zofie Novak")
    Club.objects.filter(pk=club.pk).update(names="short")
    assert listed(read(club, "?q=novak")) == []
    member, client = make_user(), Client()
    Membership.objects.create(club=club, user=member, role="member")
    sign_in(client, member)
    assert listed(read(club, "?q=novak", client)) == ["Zofie Novak"]


def test_many_results_come_when_they_are_asked_for():
    club = make_club()
    for number in range(9):
        Tournament.objects.create(
            club=club,
            slug=f"cup-{number}",
            name=f"Cup {number}",
            state="finished",
            rules={},
            rules_version=1,
        )
    html = read(club)
    assert html.count('id="to-') == 8
    assert "?results=all" in html
    everything = read(club, "?results=all")
    assert everything.count('id="to-') == 9
    assert "?results=all" not in everything
