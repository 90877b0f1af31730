"""The longer forms about a club and its people keep what is typed until it is saved."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players.models import Player
from tests.builders import make_club, make_tournament, owner_of, sign_in
from tournaments.models import Staff
from web.page import new_key

pytestmark = pytest.mark.django_db
FORM = re.compile(r"<form[^>]*data-keep=\"([^\"]+)\"[^>]*>(.*?)</form>", re.DOTALL)


def test_each_keeps_what_is_typed_by_a_name_of_its_own(client: Client) -> None:
    club = make_club()
    event = make_tournament(club, entrants=0, start=False)
    player = Player.objects.create(club=club, name="Anna")
    sign_in(client, owner_of(club))
    pages = {
        reverse("new_club"): ("new-club", "time_zone"),
        reverse("club_settings", args=[club.slug]): ("club", "time_zone"),
        reverse("edit_player", args=[club.slug, player.pk]): (
            f"player-{player.pk}",
            "home_club",
        ),
        reverse("staff", args=[club.slug, event.slug]): ("referee-pass", "tables"),
    }
    for page, (kept_as, field) in pages.items():
        html = client.get(page).text
        [(name, form)] = FORM.findall(html)
        assert name == kept_as
        assert f'name="{field}"' in form
        assert 'name="key"' in form  # by which the browser is told that it was taken
        assert 'type="password"' not in form
        assert 'id="typed"' in html


def test_a_pass_that_was_made_is_told_as_taken(client: Client) -> None:
    event = make_tournament(make_club(), entrants=0, start=False)
    sign_in(client, owner_of(event.club))
    page, key = reverse("staff", args=[event.club.slug, event.slug]), new_key()
    refused = client.post(page, {"name": "Robin", "tables": "one", "key": key})
    assert refused.status_code == 400
    assert "taken" not in client.cookies
    client.post(page, {"name": "Robin", "key": key})
    assert Staff.objects.filter(name="Robin").exists()
    assert client.cookies["taken"].value == key
