"""A new visitor with a telephone plays a hand against the computer."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.online_players import OnlinePlayer, Tapping
from tests.browser.thumb import Thumb
from tests.builders import make_club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_one_tap_from_the_front_page_to_the_first_cards(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    aside(make_club)  # a server without one has nothing but its set-up
    thumb = Thumb(opened(viewport=PHONE))
    thumb.page.goto(server)
    thumb.press("Play a hand")
    expect(thumb.page.locator(".ot-hand [data-card]")).not_to_have_count(0)
    assert thumb.taps <= 2
    expect(thumb.page.get_by_text("Computer (Club)").first).to_be_visible()
    person, page = OnlinePlayer(thumb.page, Tapping), thumb.page
    for _ in range(8):  # the computer's turns come and go meanwhile
        wait_for(page, person.is_asked)
        before = person.version
        person.act()
        wait_for(page, lambda before=before: person.version != before)


def wait_for(page: Page, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, page.locator("#live").inner_text()
        page.wait_for_timeout(20)  # time.sleep would keep Playwright from listening
