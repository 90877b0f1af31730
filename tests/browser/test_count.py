"""Count a hand in a browser: by thumb, by keyboard, and by its address alone."""

import re

import pytest
from playwright.sync_api import Page, expect

KNOCKER = "7S 7H 7D JS QS KS 2C 3C 4C 5D"
DEFENDER = "KH KD KC 9H 8H TS 5S 4D 2D AC"


@pytest.fixture
def count(server: str, page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/count/")
    return page


def test_tapped_cards_are_counted_at_once_and_the_address_shows_the_same(count: Page) -> None:
    for card in f"{KNOCKER} {DEFENDER}".split():
        count.locator(f'[data-card="{card}"]').click()
    outcome = count.locator(".outcome")
    expect(outcome).to_contain_text("Knock: 23 to the knocker")
    expect(count.locator('[data-card="5D"]')).to_have_attribute("data-holder", "first")
    expect(count).to_have_url(re.compile("defender=.*AC$"))
    count.reload()
    expect(outcome).to_contain_text("Knock: 23 to the knocker")


def test_by_keyboard_alone(count: Page) -> None:
    count.locator('[data-card="AS"]').focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "Enter"):
        count.keyboard.press(key)
    expect(count.locator("#counted")).to_contain_text("run of 3")
    count.keyboard.press("ArrowDown")
    expect(count.locator('[data-card="TS"]')).to_be_focused()
