"""Somebody who prepares an evening tries its rules: one hand from both seats, on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Hand, Match
from tests.browser.conftest import PHONE, awaited
from tests.browser.test_preparation import sign_in
from tests.builders import make_club, owner_of
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

OTHER_SEAT = "You now play the other seat"
MOST_PRESSES = 200


def test_a_hand_is_played_from_both_seats_under_rules_from_the_wizard(
    server: str, opened: Callable[..., Page], aside: Callable
) -> None:
    club = aside(make_club)
    wizard = opened(viewport=PHONE)
    sign_in(wizard, server, aside(lambda: owner_of(club).email))
    wizard.goto(f"{server}/c/{club.slug}/new/")
    wizard.get_by_label("Name of the tournament").fill("Gin for Beginners")
    wizard.get_by_role("button", name="Next: rules and length").click()
    wizard.get_by_text("Change single rules").click()
    wizard.locator("[name=knob-gin_bonus]").fill("33")
    with wizard.context.expect_page() as came:
        wizard.get_by_role("button", name="Try these rules").click()
    page = came.value
    expect(page.locator(".rule-words")).to_contain_text("33")
    # A press before the page's scripts run is a plain form, and loads the page anew.
    with awaited(page):
        page.get_by_role("button", name="Open a table with these rules").click()
    assert aside(lambda: Match.objects.get().rules["gin_bonus"]) == 33

    asked: list[str] = []
    page.on(
        "request",
        lambda request: asked.append(request.method) if request.resource_type == "xhr" else None,
    )
    said, seats = play_hand(page)
    assert set(asked) == {"POST"}, "no look exchanges what is pressed next"
    assert seats == {"First seat", "Second seat"}
    assert said, "the page says that the other seat is played"
    assert aside(Hand.objects.count) == 1

    page.get_by_role("button", name="Ready for the next hand").click()
    expect(page.locator("#live")).not_to_contain_text("Ready for the next hand")

    # What was typed in the wizard is there as it was.
    expect(wizard.locator("[name=knob-gin_bonus]")).to_have_value("33")
    wizard.get_by_role("button", name="Next: format, tables, players").click()
    wizard.get_by_role("button", name="Make the tournament").click()
    expect(wizard.locator("#notices")).to_contain_text("Gin for Beginners is made")
    made = aside(lambda: Tournament.objects.listed().get())
    assert made.rules["gin_bonus"] == 33


def play_hand(page: Page) -> tuple[int, set[str]]:
    """Press what there is to press until the hand is over: how often the page said that the other
    seat is played, and which seats were played."""
    said, seats = 0, set[str]()
    for _ in range(MOST_PRESSES):
        if page.get_by_role("button", name="Ready for the next hand").count():
            return said, seats
        said += page.get_by_text(OTHER_SEAT).count()
        seats.add(page.locator(".ot-switch [aria-current]").inner_text().split("\n")[0].strip())
        assert page.locator(".ot-hand").count() <= 1, "one hand at a time"
        press(page)
    raise AssertionError("The hand does not come to its end.")


def press(page: Page) -> None:
    """One action, the one that ends the hand soonest; until the page shows what came of it.

    By key: of two clicks on the same place within half a second the second is left out.
    """
    before = page.locator("#live").get_attribute("data-version")
    buttons = (
        page.locator(".ot-knock"),
        page.get_by_role("button", name="Best for me"),
        page.get_by_role("button", name="I deal"),
        page.get_by_role("button", name="Draw from the stock"),
        page.get_by_role("button", name="Pass"),
    )
    found = next((button.first for button in buttons if button.count()), None)
    if found is not None:
        found.press("Enter")
    else:
        throw_best(page)
    expect(page.locator("#live")).not_to_have_attribute("data-version", before or "")


def throw_best(page: Page) -> None:
    """Throw the card that leaves the least."""
    counts = [int(text) for text in page.locator(".ot-card small").all_inner_texts()]
    page.locator(".ot-card").nth(counts.index(min(counts))).press("Enter")
    page.locator(".ot-throw").press("Enter")
