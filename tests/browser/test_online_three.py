"""An online table of three in a browser: who plays, who sits out, and what all have."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import session_of
from tests.tournaments.api.test_three_online import ThreeOnline

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


class Three:
    """A match at a table of three whose first hand is dealt; the sessions of its seats."""

    def __init__(self) -> None:
        self.table = ThreeOnline()
        self.table.sit_down()
        made = self.table.evening.made
        self.path = reverse("online_table", args=(made["club"], made["slug"], self.table.match))
        self.sessions = {seat: session_of(user) for seat, user in self.table.users.items()}
        self.players, self.idle = self.table.players, self.table.idle

    def get_ready(self) -> None:
        for seat in self.players:
            self.table.ready(seat)


@pytest.fixture
def three(server: str, aside: Callable) -> Three:
    return aside(Three)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_hand_from_beside_it_and_the_next_one(
    three: Three, server: str, opened: Callable[..., Page], aside: Callable, size: dict[str, int]
) -> None:
    page = opened(viewport=size)
    page.context.add_cookies(
        [{"name": "sessionid", "value": three.sessions[three.idle], "url": server}]
    )
    watch(page, server + three.path)
    expect(page.locator(".ot-seat")).to_have_count(2)
    expect(page.locator("#table-said")).to_contain_text("You sit out this hand")
    expect(page.locator("#round")).to_contain_text("Sitting out")
    keep(page, size, "sits_out")
    aside(lambda: three.table.play_hand(three.players[0]))
    expect(page.locator("#table-said")).not_to_contain_text("You sit out")
    keep(page, size, "over")
    check_deals(page, server, three)
    aside(three.get_ready)
    page.locator("#step-on").click()
    expect(page.locator("#table-said")).to_contain_text("play")
    keep(page, size, "next")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_who_plays_reads_who_sits_out(
    three: Three, server: str, opened: Callable[..., Page], size: dict[str, int]
) -> None:
    page = opened(viewport=size)
    page.context.add_cookies(
        [{"name": "sessionid", "value": three.sessions[three.players[0]], "url": server}]
    )
    watch(page, server + three.path)
    expect(page.locator(".ot-hand [data-card]")).to_have_count(10)
    expect(page.locator("#round tbody tr")).to_have_count(1)
    keep(page, size, "plays")


def check_deals(page: Page, server: str, three: Three) -> None:
    """The page makes the draw of three cards and the hand anew, and goes back to the table."""
    made = three.table.evening.made
    page.goto(server + reverse("deals", args=(made["club"], made["slug"], three.table.match)))
    page.locator("#check").click()
    expect(page.locator("#told")).to_contain_text("Everything fits. Deals that were checked: 2")
    watch(page, server + three.path)


def keep(page: Page, size: dict[str, int], name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if directory := os.environ.get("UNDERCUT_LOOK"):
        page.screenshot(path=Path(directory) / f"three-{name}-{size['width']}.png", full_page=True)
