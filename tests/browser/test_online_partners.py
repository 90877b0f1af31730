"""An online table between partners in a browser: one's own hand, and how the other one stands."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import session_of
from tests.tournaments.api.test_partners import RULES
from tests.tournaments.api.test_partners_online import FourOnline

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


class Four:
    """A match between partners whose first round is dealt."""

    def __init__(self) -> None:
        self.table = FourOnline(rules=RULES | {"first_dealer": "random", "target": 500})
        self.table.sit_down()
        made = self.table.evening.made
        self.path = reverse("online_table", args=(made["club"], made["slug"], self.table.match))
        user = self.table.api[0].user
        assert user is not None
        self.session = session_of(user)

    def act(self, seat: int) -> None:
        """What is to be done in the hand of this seat."""
        self.table.act(self.table.view(seat)["turn"])


@pytest.fixture
def four(server: str, aside: Callable) -> Four:
    return aside(Four)


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_own_hand_and_the_round(
    four: Four, server: str, opened: Callable[..., Page], aside: Callable, size: dict[str, int]
) -> None:
    page = opened(viewport=size)
    page.context.add_cookies([{"name": "sessionid", "value": four.session, "url": server}])
    watch(page, server + four.path)
    expect(page.locator(".ot-seat")).to_have_count(2)
    expect(page.locator("#round")).to_contain_text("You play with Player 02.")
    expect(page.locator("#round")).to_contain_text("Being played")
    keep(page, size, "playing")
    # What the others do is not counted here.
    live = page.locator("#live")
    version = int(live.get_attribute("data-version") or 0)
    for _ in range(4):
        aside(lambda: four.act(2))
    aside(lambda: four.act(0))
    expect(live).to_have_attribute("data-version", str(version + 1))
    aside(lambda: four.table.play_hand(0))
    expect(page.locator("#round-waits")).to_be_visible()
    keep(page, size, "over")
    aside(lambda: four.table.play_hand(2))
    expect(page.locator("#round-waits")).to_have_count(0)
    expect(page.locator("#round")).to_contain_text("Over")
    keep(page, size, "round_over")


def keep(page: Page, size: dict[str, int], name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if directory := os.environ.get("UNDERCUT_LOOK"):
        page.screenshot(path=Path(directory) / f"{name}-{size['width']}.png", full_page=True)
