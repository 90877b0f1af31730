"""Without a network: a page that says what to do, what was typed kept, and nothing private."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from redis import Redis

from tests.browser.conftest import PHONE
from tests.browsers import CLUB_HOST
from tests.builders import make_tournament, make_user, sign_in
from tests.services import served
from tournaments.models import Tournament

pytestmark = pytest.mark.sampled

KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = (await Promise.all(caches_.map((one) => one.keys()))).flat();
  const texts = await Promise.all(requests.map(async (one) => (await caches.match(one)).text()));
  return requests.map((one, at) => [new URL(one.url).pathname, texts[at]]);
}"""
KEEP_A_HAND = """localStorage.setItem("undercut.outbox", JSON.stringify([
  {what: "Hand 7", where: "Final", page: "/c/club/cup/matches/1/pad/", key: "k", who: "7"}]))"""


@pytest.fixture
def server(server: str) -> str:
    """On the computer itself: browsers have a service worker there, and with TLS."""
    return server.replace(CLUB_HOST, "127.0.0.1")


def readers_session() -> tuple[Tournament, str]:
    tournament, client = make_tournament(), Client()
    sign_in(client, make_user("Secret Reader"))
    return tournament, client.cookies["sessionid"].value


def test_a_page_opened_without_a_network_says_so_and_comes_by_itself(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(readers_session)
    address = f"{server}/c/{tournament.club.slug}/{tournament.slug}/"
    page = opened(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(address)
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate(KEEP_A_HAND)
    page.context.set_offline(True)
    page.goto(f"{address}standings/")
    expect(page.get_by_role("heading", name="This page can't be fetched now")).to_be_visible()
    expect(page.get_by_role("link", name="Hand 7, Final")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()


def test_a_server_that_was_away_is_found_again(
    transactional_db: None, redis: Redis, aside: Callable, opened: Callable[..., Page]
) -> None:
    """No network comes back then, and the browser says nothing."""
    tournament = aside(make_tournament)
    page = opened(viewport=PHONE)
    with served() as server:
        address = f"{server}/c/{tournament.club.slug}/{tournament.slug}/standings/"
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready")
    page.goto(address)
    expect(page.get_by_role("heading", name="This page can't be fetched now")).to_be_visible()
    with served(urlsplit(server).port):
        expect(page.get_by_role("heading", name="Standings")).to_be_visible()


def test_nothing_of_a_reader_is_kept(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament, session = aside(readers_session)
    page = opened(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page.goto(f"{server}/c/{tournament.club.slug}/{tournament.slug}/")
    page.evaluate("navigator.serviceWorker.ready")
    page.goto(f"{server}/account/")
    kept = dict(page.evaluate(KEPT))
    assert "This page can't be fetched now" in kept.pop("/offline/").replace("&#x27;", "'")
    assert all(path.startswith("/static/") for path in kept)
    assert not any("Secret Reader" in text for text in kept.values())
