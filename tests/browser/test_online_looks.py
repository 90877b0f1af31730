"""What a look at an online table leaves alone: what was done, what is typed, and the focus."""

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_online_moves import page, table
from tests.browser.test_phrases import PlayedHand, enter
from tests.browsers import CLUB_HOST

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

__all__ = ["enter", "page", "table"]

TABLE = re.compile(r"/table/$")
LOOK = "document.dispatchEvent(new Event('live:behind'))"


@pytest.fixture
def played(server: str, aside: Callable) -> PlayedHand:
    return aside(PlayedHand)


def hold(page: Page, method: str) -> list[Callable[[], None]]:
    """The next such request to the table reaches the server at once; its answer reaches the page
    when what will be in the list is called."""
    held: list[Callable[[], None]] = []

    def keep(route: Route) -> None:
        if route.request.method != method:
            route.continue_()
            return
        # Only the browser knows the name of the host.
        asked = route.request
        headers = asked.all_headers() | {"host": urlsplit(asked.url).netloc}
        answer = route.fetch(url=asked.url.replace(CLUB_HOST, "127.0.0.1"), headers=headers)
        held.append(lambda: route.fulfill(response=answer))

    page.route(TABLE, keep, times=1)
    return held


def wait_for(page: Page, held: list[Callable[[], None]]) -> Callable[[], None]:
    """How to let go what is held, as soon as the server has answered."""
    deadline = time.monotonic() + 30
    while not held:
        assert time.monotonic() < deadline, "nothing was asked of the table"
        page.wait_for_timeout(10)
    return held[0]


def hold_look(page: Page) -> Callable[[], None]:
    """Have the page look at its table; its answer is held until this is called."""
    held = hold(page, "GET")
    page.evaluate(LOOK)
    return wait_for(page, held)


def looks_of(page: Page) -> list[str]:
    """Fills up with the looks of the page."""
    looks: list[str] = []
    page.on(
        "request",
        lambda asked: (
            looks.append(asked.url) if asked.method == "GET" and TABLE.search(asked.url) else None
        ),
    )
    return looks


def test_a_look_from_before_a_phrase_is_dropped(
    played: PlayedHand, enter: Callable[[str, str], Page]
) -> None:
    page = enter(played.sessions[0], played.path)
    let_go = hold_look(page)
    page.get_by_role("button", name=re.compile("^Mute")).click()
    heard_again = page.get_by_role("button", name="Hear their phrases again")
    expect(heard_again).to_be_visible()
    looks = looks_of(page)
    with page.expect_response(TABLE):
        let_go()
    page.wait_for_timeout(200)
    expect(heard_again).to_be_visible()
    assert len(looks) == 1, "it looks anew"


def test_no_look_follows_ones_own_move(page: Page) -> None:
    """Though the socket tells of it before the form is answered."""
    page.evaluate("document.addEventListener('live:frame', () => (window.isTold = true))")
    looks, held = looks_of(page), hold(page, "POST")
    page.get_by_role("button", name="Draw from the stock").click()
    page.wait_for_function("() => window.isTold")
    wait_for(page, held)()
    expect(page.locator(".ot-card")).to_have_count(11)
    page.wait_for_timeout(500)
    assert not looks
