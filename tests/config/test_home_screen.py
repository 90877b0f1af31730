"""What a browser or a shared link reads of a page besides the page."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from config.styles import PAPER, PAPER_IN_THE_DARK
from tests.builders import make_tournament

pytestmark = pytest.mark.django_db


def head_of(path: str) -> str:
    html = Client().get(path).content.decode()
    return html[: html.index("</head>")]


def said(head: str, name: str) -> str:
    found = re.findall(rf'<meta (?:name|property)="{name}" content="([^"]*)"', head)
    assert len(found) == 1, name
    return unescape(found[0])


def test_every_page_says_what_it_is() -> None:
    tournament = make_tournament(name='The "Quiet" Cup & more')
    club = tournament.club
    pages = [reverse("home"), reverse("count"), reverse("club", args=[club.slug])]
    event = [club.slug, tournament.slug]
    names = ("tournament", "matches", "standings", "entrants", "event_rules")
    pages += [reverse(name, args=event) for name in names]
    for path in pages:
        head = head_of(path)
        title = unescape(re.search("<title>(.*) · Undercut</title>", head)[1])
        assert said(head, "og:title") == title
        assert len(said(head, "description")) > 40, path
        assert said(head, "og:description") == said(head, "description")
        assert said(head, "og:type") == "website"
        assert said(head, "twitter:card"), path
    assert said(head, "og:title") == 'Rules, The "Quiet" Cup & more'


def test_a_page_has_one_address_where_everybody_reaches_the_installation() -> None:
    tournament = make_tournament()
    path = reverse("standings", args=[tournament.club.slug, tournament.slug])
    with override_settings(IS_REACHABLE=True, BASE_URL="https://gin.example"):
        for asked in (path, f"{path}?stage=1", f"{path}?stage=1"):  # the last is the kept copy
            head = head_of(asked)
            assert f'<link rel="canonical" href="https://gin.example{path}">' in head
            assert said(head, "og:url") == f"https://gin.example{path}"
    with override_settings(IS_REACHABLE=False):
        head = head_of(reverse("count"))
    assert "canonical" not in head
    assert "og:url" not in head


def test_the_icons_are_there() -> None:
    manifest = Client().get(reverse("manifest"))
    assert manifest["Content-Type"] == "application/manifest+json"
    folder = settings.BASE_DIR / "static" / "img"
    for icon in manifest.json()["icons"]:
        assert (folder / icon["src"].rpartition("/")[2]).exists()
    icon = Client().get("/favicon.ico")
    assert (icon["Content-Type"], icon.content[:4]) == ("image/x-icon", b"\0\0\1\0")
    assert 'href="/static/img/touch-icon.png"' in head_of(reverse("home"))


def test_the_frame_of_the_browser_has_the_colour_of_the_paper() -> None:
    head = head_of(reverse("home"))
    for theme, colour in (("light", PAPER), ("dark", PAPER_IN_THE_DARK)):
        wanted = f'content="{colour}" media="(prefers-color-scheme: {theme})"'
        assert wanted in head
