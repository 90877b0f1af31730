"""A director changes every single rule on the page, and players read what they changed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine.gin.rules import rules_from
from games.engine.gin.rules.likeness import most_like
from pages.director import single_rules
from pages.parts.knob_words import BY_NAME, TITLES
from tests.browser.conftest import PHONE
from tests.browser.test_preparation import sign_in
from tests.builders import make_tournament, owner_of
from tests.pages.director.test_single_rules import other_value
from tournaments.models import Tournament

pytestmark = pytest.mark.sampled

# So that the others are of use: the upcard sets the limit, and hands are doubled.
WANTED = {name: other_value(knob, rules_from("club")) for name, knob in BY_NAME.items()} | {
    "variant": "doubling",
    "knock_limit": "upcard",
    "upcard_rule": "dealer_draws",
}


def test_every_single_rule_is_set_and_told(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    event = aside(lambda: make_tournament(start=False, name="House Cup"))
    page = opened(viewport=PHONE)
    sign_in(page, server, aside(lambda: owner_of(event.club).email))
    place = f"{server}/c/{event.club.slug}/{event.slug}"
    page.goto(f"{place}/settings/rules/")
    page.get_by_text("Change single rules").click()
    for name, value in WANTED.items():
        set_knob(page, name, single_rules.written(value))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notices")).to_contain_text("Saved.")

    kept = aside(lambda: Tournament.objects.get(pk=event.pk).rules)
    assert {name: kept[name] for name in WANTED} == WANTED
    page.goto(f"{place}/rules/")
    told = page.locator("section", has=page.get_by_role("heading", name="House rules"))
    rule_set, differing = most_like(rules_from(kept))
    expect(told).to_contain_text(f"The rules are “{rule_set.called}”, changed in what follows.")
    expect(told.get_by_role("listitem")).to_have_count(1 + len(differing))
    for knob in differing:
        expect(told).to_contain_text(f"{TITLES[knob.name]}: ")


def set_knob(page: Page, name: str, value: str) -> None:
    field = page.locator(f"[name='{single_rules.PREFIX}{name}']")
    if field.count() > 1:
        field.and_(page.locator(f"[value='{value}']")).check()
    elif field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(value)
    else:
        field.fill(value)
