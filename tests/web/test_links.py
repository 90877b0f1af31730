"""Links that leave the program begin with its one address, whatever host a request names."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from config.embedded.options import ROOT
from players.models import Mail
from tests.browser.demo_evening import AUTUMN, DemoEvening, make_demo_evening
from tests.browser.places import places
from web.links import absolute_url

pytestmark = pytest.mark.sampled

EVIL = "evil.example"
OURS = "https://gin.example"
ONLY_HERE = "Only this computer opens this address."
FORGED = {"HTTP_HOST": EVIL, "HTTP_X_FORWARDED_HOST": EVIL, "HTTP_FORWARDED": f"host={EVIL}"}
ADDRESS = re.compile(r"https?://[\w.:\[\]-]+")
# Words of a request that say under which name it came, and where the program may ask for them.
OF_THE_REQUEST = {"build_absolute_uri", "get_current_site", "get_host", "_get_raw_host"}
HOST_HEADERS = {"HTTP_HOST", "SERVER_NAME", "Host", "X-Forwarded-Host", "HTTP_X_FORWARDED_HOST"}
ASKED = {
    ("pages/account/passes.py", "get_host"),  # is the page to go back to one of ours?
    ("pages/account/sign_in.py", "get_host"),  # the same
    ("web/links.py", "BASE_URL"),
}
IN_TEMPLATES = re.compile(
    r"build_absolute_uri|get_host|request\.META|request\.headers|\bdomain\b|(?<!og:)\bsite_name\b"
    r"|https?://\{|://\{\{"
)


def test_a_link_begins_with_the_address_of_the_settings(settings: Settings) -> None:
    settings.BASE_URL = OURS
    assert absolute_url("/claim/token/") == "https://gin.example/claim/token/"
    with pytest.raises(ValueError):
        absolute_url("https://evil.example/claim/token/")
    with pytest.raises(ValueError):
        absolute_url("//evil.example/claim/token/")


@pytest.fixture
def evening(db: None, settings: Settings) -> DemoEvening:
    """An installation that answers to any name: all that it links to must not follow it."""
    settings.BASE_URL = OURS
    settings.ALLOWED_HOSTS = ["*"]
    settings.OPEN_SIGN_UP = True
    return make_demo_evening()


def as_reader(evening: DemoEvening, reader: str) -> Client:
    client = Client(**FORGED)
    if session := evening.sessions.get(reader):
        client.cookies[project.SESSION_COOKIE_NAME] = session
    return client


def test_no_page_follows_a_forged_host(evening: DemoEvening) -> None:
    followed = []
    for place in places(evening):
        answer = as_reader(evening, place.reader).get(place.path)
        if EVIL in answer.text or EVIL in str(answer.headers):
            followed.append(place.title)
    assert followed == []


def pages_with_new_links(evening: DemoEvening) -> dict[str, str]:
    """Where a link is shown once: after an invitation, a claim link, a pass."""
    owner, club = as_reader(evening, "owner"), evening.club
    player = club.players.filter(user=None, merged_into=None, anonymised_at=None).first()
    acts = {
        reverse("members", args=[club.slug]): {"act": "invite", "email": "new@club.example"},
        reverse("edit_player", args=[club.slug, player.pk]): {"act": "link"},
        reverse("staff", args=[club.slug, AUTUMN]): {"name": "Ruth", "tables": "1"},
    }
    return {
        address: owner.post(address, {"role": "referee", **act}, follow=True).text
        for address, act in acts.items()
    }


def test_no_link_that_a_page_makes_follows_a_forged_host(evening: DemoEvening) -> None:
    for address, page in pages_with_new_links(evening).items():
        assert f'href="{OURS}/' in page, address
        assert EVIL not in page, address


def test_a_page_with_a_link_that_only_this_computer_opens_says_so(
    evening: DemoEvening, settings: Settings
) -> None:
    settings.BASE_URL, settings.IS_REACHABLE = "http://127.0.0.1:8000", False
    linking = set()
    for place in places(evening):
        page = as_reader(evening, place.reader).get(place.path).text
        assert (settings.BASE_URL in page) == (ONLY_HERE in page), place.title
        if ONLY_HERE in page:
            linking.add(place.name)
    assert linking == {"check_in", "club_settings", "online_table", "print_cards", "tournament"}
    for address, page in pages_with_new_links(evening).items():
        assert f'href="{settings.BASE_URL}/' in page, address
        assert ONLY_HERE in page, address
    settings.BASE_URL = "http://192.168.1.5:8000"
    for address, page in pages_with_new_links(evening).items():
        assert f'href="{settings.BASE_URL}/' in page, address
        assert ONLY_HERE not in page, address


def test_no_link_of_the_api_follows_a_forged_host(evening: DemoEvening) -> None:
    owner, club = as_reader(evening, "owner"), evening.club
    base = f"/api/v1/clubs/{club.slug}/"
    player = club.players.filter(user=None, merged_into=None, anonymised_at=None).first()
    invitation = {"email": "new@club.example", "role": "referee"}
    answers = [
        owner.post(f"{base}invitations/", invitation, "application/json").json(),
        owner.post(f"{base}players/{player.pk}/claim-link/", {}, "application/json").json(),
        owner.get(f"{base}players/?page_size=1&page=2").json(),
        owner.get("/api/v1/tournaments/?page_size=1&page=2").json(),
    ]
    found = [ADDRESS.findall(str(answer)) for answer in answers]
    assert found == [[OURS], [OURS], [OURS] * 2, [OURS] * 2]


def test_no_mail_follows_a_forged_host(
    evening: DemoEvening, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    owner, club = as_reader(evening, "owner"), evening.club
    player = club.players.filter(user=None, merged_into=None, anonymised_at=None).first()
    player.email = "player@club.example"
    player.save()
    mail.outbox.clear()
    Mail.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        invitation = {"act": "invite", "email": "new@club.example", "role": "referee"}
        owner.post(reverse("members", args=[club.slug]), invitation)
        claim = {"act": "link", "mail": "1"}
        owner.post(reverse("edit_player", args=[club.slug, player.pk]), claim)
        forgotten = {"email": club.memberships.get(role="owner").user.email}
        as_reader(evening, "").post(reverse("password_reset"), forgotten)
    assert len(mail.outbox) == 3
    for letter in mail.outbox:
        assert ADDRESS.findall(letter.body) == [OURS], letter.body


def python_files() -> Iterator[Path]:
    for package in ("config", "games", "kernel", "pages", "players", "tournaments", "web"):
        yield from (ROOT / package).rglob("*.py")


def words_of(tree: ast.AST) -> Iterator[str]:
    """What a module asks for that depends on how a request came in, and the address itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name):
            name = node.attr if isinstance(node, ast.Attribute) else node.id
            if name in OF_THE_REQUEST or (isinstance(node, ast.Attribute) and name == "BASE_URL"):
                yield name
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names if alias.name in OF_THE_REQUEST)
        elif isinstance(node, ast.Constant) and node.value in HOST_HEADERS:
            yield str(node.value)


def test_no_code_makes_a_link_of_what_a_request_says() -> None:
    asked = {
        (str(path.relative_to(ROOT)), word)
        for path in python_files()
        for word in words_of(ast.parse(path.read_text()))
    }
    assert asked == ASKED


def test_no_template_makes_a_link_of_what_a_request_says() -> None:
    found = {
        (str(path.relative_to(ROOT)), match[0])
        for path in (ROOT / "templates").rglob("*.*")
        for match in IN_TEMPLATES.finditer(path.read_text())
    }
    assert found == set()
