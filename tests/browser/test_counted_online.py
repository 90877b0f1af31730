"""Tables at which everybody plays every hand, in a browser: rummy with its melds, and Battle
Royal."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import session_of
from tests.tournaments.counted_seats import ROYAL, WILD, CountedOnline

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


class Table:
    """A match of which the first hand is dealt; the sessions of its seats."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.table = CountedOnline(rules)
        self.table.sit_down()
        made = self.table.evening.made
        self.path = reverse("online_table", args=(made["club"], made["slug"], self.table.match))
        self.sessions = {seat: session_of(user) for seat, user in self.table.users.items()}

    def play_hand(self) -> None:
        """The first hand, to its end."""
        while self.table.view(0)["state"] == "playing":
            self.table.act(self.table.view(0)["turn"])

    def may_take_either(self) -> tuple[int, list[str]]:
        """Who is in turn, as soon as two discards may be taken, and which."""
        return self._until("take", 2, ("pass", "draw"))

    def may(self, kind: str) -> tuple[int, str]:
        """Who is in turn, as soon as they may do something of this kind, and what."""
        turn, found = self._until(kind, 1, ("meld", "draw"))
        return turn, found[0]

    def _until(self, kind: str, least: int, wanted: Sequence[str]) -> tuple[int, list[str]]:
        """Who is in turn, as soon as they have the choice of so many actions of this kind."""
        while self.table.view(0)["state"] != "finished":
            turn = self.table.view(0)["turn"]
            if turn is None:
                for seat in self.table.seats:
                    self.table.ready(seat)
                continue
            actions = self.table.view(turn)["actions"]
            found = [text for text in actions if text.split()[0] == kind]
            if len(found) >= least:
                return turn, found
            liked = [text for text in actions if text.split()[0] in wanted]
            self.table.act(turn, action=(liked or actions)[0])
        raise AssertionError(f"the match is over, and nobody could {kind}")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_card_is_laid_off_on_a_meld_of_the_table(
    server: str, opened: Callable[..., Page], aside: Callable, size: dict[str, int]
) -> None:
    table = aside(lambda: Table(WILD))
    seat, action = aside(lambda: table.may("lay_off"))
    page = opened(viewport=size)
    cookie = {"name": "sessionid", "value": table.sessions[seat], "url": server}
    page.context.add_cookies([cookie])
    watch(page, server + table.path)
    expect(page.locator(".ot-seat")).to_have_count(3)
    held = page.locator(".ot-hand [data-card]").count()
    keep(page, size, "rummy")
    card, meld = action.split()[1], action.split()[3]
    name = "JK" if card.startswith("(") else card
    page.locator(f".ot-hand [data-card='{name}'] button").first.click()
    page.locator(f"[data-onto='{meld}']").first.click()
    expect(page.locator(".ot-hand [data-card]")).to_have_count(held - 1)
    keep(page, size, "rummy-laid")


@pytest.mark.parametrize("rules", [WILD, ROYAL], ids=["rummy", "royal"])
def test_the_page_makes_the_deals_anew(
    server: str, opened: Callable[..., Page], aside: Callable, rules: dict[str, Any]
) -> None:
    table = aside(lambda: Table(rules))
    aside(table.play_hand)
    page = opened(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": table.sessions[0], "url": server}])
    watch(page, server + table.path)
    expect(page.locator("#step-on")).to_be_visible()
    keep(page, PHONE, f"over-{rules['table_size']}-{rules.get('variant', 'rummy')}")
    made = table.table.evening.made
    page.goto(server + reverse("deals", args=(made["club"], made["slug"], table.table.match)))
    page.locator("#check").click()
    expect(page.locator("#told")).to_contain_text("Everything fits. Deals that were checked: 2")


def test_battle_royal_offers_both_discards(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    table = aside(lambda: Table(ROYAL))
    seat, _action = aside(table.may_take_either)
    page = opened(viewport=PHONE)
    cookie = {"name": "sessionid", "value": table.sessions[seat], "url": server}
    page.context.add_cookies([cookie])
    watch(page, server + table.path)
    expect(page.locator("[data-pile='discards'] .pcard")).to_have_count(2)
    keep(page, PHONE, "royal")
    page.locator("#own button[value^='take']").last.click()
    expect(page.locator(".ot-hand [data-card]")).to_have_count(11)


def keep(page: Page, size: dict[str, int], name: str) -> None:
    """A picture of the page, where somebody wants to look at it."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if directory := os.environ.get("UNDERCUT_LOOK"):
        page.screenshot(path=Path(directory) / f"{name}-{size['width']}.png", full_page=True)
