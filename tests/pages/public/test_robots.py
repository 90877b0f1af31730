"""What search engines are told."""

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from players.services.clubs import edit_club
from tests.builders import DIRECTOR, NOW, make_tournament

pytestmark = pytest.mark.django_db

REACHED = override_settings(IS_REACHABLE=True, BASE_URL="https://gin.example")


def test_the_map_has_the_public_events_and_no_other() -> None:
    shown = make_tournament(name="Open Cup")
    draft = make_tournament(name="Secret Cup", start=False)
    closed = make_tournament(name="Closed Cup")
    edit_club(club=closed.club, names="members", by=DIRECTOR, now=NOW)
    with REACHED:
        answer = Client().get(reverse("sitemap"))
    assert answer["Content-Type"] == "application/xml"
    path = reverse("tournament", args=[shown.club.slug, shown.slug])
    assert f"<loc>https://gin.example{path}</loc>" in answer.text
    for hidden in (draft, closed):
        assert hidden.slug not in answer.text


def test_robots_are_led_to_it_and_away_from_what_is_of_one_reader() -> None:
    with REACHED:
        text = Client().get("/robots.txt").text
    assert "Sitemap: https://gin.example/sitemap.xml" in text
    assert "Disallow: /me/" in text


def test_without_an_address_for_everybody_there_is_no_map() -> None:
    with override_settings(IS_REACHABLE=False):
        assert "Sitemap" not in Client().get("/robots.txt").text
        assert Client().get("/sitemap.xml").status_code == 404
