"""A draft of a round on a phone: two are exchanged by a drag, by the keyboard, without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.test_accessibility import AXE, TAGS
from tests.browser.test_preparation import sign_in
from tests.builders import DIRECTOR, NOW, make_tournament, owner_of
from tournaments.models import Tournament
from tournaments.services.stages import rounds

pytestmark = pytest.mark.sampled


@pytest.fixture
def draft(transactional_db: None, aside: Callable) -> Tournament:
    """The first round of a Swiss of seven: 1-4, 2-5, 3-6, and 7 has the bye."""

    def make() -> Tournament:
        made = make_tournament(entrants=7, format="swiss", publishing="by_hand", start=False)
        rounds.draw_stage(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        return made

    return aside(make)


def pairs(page: Page) -> Locator:
    return page.locator(".draft tbody tr")


def drag(page: Page, name: str, onto: str) -> None:
    """With the pointer, by the handle."""
    page.locator(".place-of", has_text=name).locator(".hdl").hover()
    page.mouse.down()
    target = page.locator(".place-of", has_text=onto)
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + 60, box["y"] + 10, steps=5)
    page.mouse.up()


def test_two_are_exchanged_by_drag_by_keyboard_and_without_scripts(
    server: str, opened: Callable[..., Page], draft: Tournament, aside: Callable
) -> None:
    email = aside(lambda: owner_of(draft.club).email)
    address = f"{server}/c/{draft.club.slug}/{draft.slug}/rounds/1/"
    page = opened(viewport=PHONE, has_touch=True)
    sign_in(page, server, email)
    page.goto(address)
    visited = page.evaluate("history.length")
    drag(page, "Player 0002", "Player 0004")
    expect(pairs(page).nth(0)).to_contain_text("Player 0002")
    expect(pairs(page).nth(1)).to_contain_text("Player 0004")
    page.get_by_role("button", name="Undo").click()
    expect(pairs(page).nth(0)).to_contain_text("Player 0004")

    for name in ("Player 0003", "Player 0007"):
        page.get_by_role("checkbox", name=name).focus()
        page.keyboard.press("Space")
    expect(page.locator("#chosen")).to_have_text("Player 0003 – Player 0007 are chosen.")
    page.get_by_role("button", name="Exchange").focus()
    page.keyboard.press("Enter")
    expect(pairs(page).nth(3)).to_contain_text("Player 0003")
    found = AXE.run(page, options={"runOnly": TAGS})
    assert not found.violations_count, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    assert page.evaluate("history.length") == visited
    plain = opened(viewport=PHONE, java_script_enabled=False)
    sign_in(plain, server, email)
    plain.goto(address)
    for name in ("Player 0003", "Player 0001"):
        plain.get_by_role("checkbox", name=name).check()
    plain.get_by_role("button", name="Exchange").click()
    expect(pairs(plain).nth(0)).to_contain_text("Player 0003")


def test_who_presses_keys_while_an_answer_is_on_its_way_loses_nothing(
    server: str, opened: Callable[..., Page], draft: Tournament, aside: Callable
) -> None:
    """On a slow line one goes on while the page is about to be replaced."""
    email = aside(lambda: owner_of(draft.club).email)
    page = opened(viewport=PHONE)
    sign_in(page, server, email)
    page.goto(f"{server}/c/{draft.club.slug}/{draft.slug}/rounds/1/")
    drag(page, "Player 0002", "Player 0004")
    expect(pairs(page).nth(0)).to_contain_text("Player 0002")
    held: list[Route] = []
    page.route("**/rounds/1/", lambda route: held.append(route), times=1)
    with page.expect_request("**/rounds/1/"):
        page.get_by_role("button", name="Undo").click()
    for name in ("Player 0003", "Player 0007"):
        page.get_by_role("checkbox", name=name).press("Space")
    exchange = page.get_by_role("button", name="Exchange")
    exchange.press("Enter")  # two answers at once: the later one could be shown first
    held[0].continue_()
    expect(pairs(page).nth(0)).to_contain_text("Player 0004")
    expect(page.locator("#chosen")).to_have_text("Player 0003 – Player 0007 are chosen.")
    expect(exchange).to_be_focused()
    page.keyboard.press("Enter")
    expect(pairs(page).nth(3)).to_contain_text("Player 0003")
    expect(page.get_by_role("checkbox", name="Player 0003")).not_to_be_checked()
    expect(exchange).to_be_focused()
