"""A referee gives a penalty with one hand on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_ruling import Finger, at_a_table, enter, room
from tournaments.models import Board, Penalty

MOST_TAPS = 4


@pytest.fixture
def board(aside: Callable, server: str) -> tuple[Board, str]:
    return aside(at_a_table)


@pytest.mark.browser
def test_a_penalty_takes_four_taps_and_another_step_two_more(
    server: str, board: tuple[Board, str], opened: Callable[..., Page], aside: Callable
) -> None:
    match, session = board
    page, finger = opened(viewport=PHONE, has_touch=True, color_scheme="dark"), Finger()
    enter(page, server, session)
    page.goto(f"{room(server, match)}tables/1/")
    finger.tap(page.get_by_role("link", name="Penalty"))
    finger.tap(page.locator("label", has_text="Notes, photos or a tracking device"))
    finger.tap(page.locator("label", has_text="Player 0001"))
    expect(page.locator(".bar-sum")).to_contain_text("Warning, Player 0001")
    expect(page.locator(".opt").first).to_contain_text("The item is taken away.")
    finger.tap(page.get_by_role("button", name="Give the penalty"))
    expect(page.get_by_role("heading", name="Penalties")).to_be_visible()
    assert finger.taps <= MOST_TAPS
    page.goto(f"{room(server, match)}matches/{match.match_id}/penalty/?rule=T_NOTES&offender=0")
    page.get_by_text("Another step, at your discretion").tap()
    page.locator(".opt", has_text="25 points to the opponent").tap()
    expect(page.locator(".bar-sum")).to_contain_text("25 points, Player 0001")
    expect(page.locator(".bar-sum")).to_contain_text("marked as discretionary")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Give the penalty").tap()
    expect(page.get_by_role("heading", name="Penalties")).to_be_visible()
    given = aside(lambda: list(Penalty.objects.values_list("step", "discretionary")))
    assert given == [("warning", False), ("point_penalty", True)]
