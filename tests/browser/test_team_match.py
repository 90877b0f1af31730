"""A match between teams, followed on a phone."""

from collections.abc import Callable

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, watch
from tests.builders import boards_at, say_games, team_event


def test_its_page_changes_with_each_board_and_leads_to_them(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    tournament = aside(team_event)
    first, second, third = aside(lambda: boards_at(tournament, 1, 1))
    place = [tournament.club.slug, tournament.slug, first.pairing_id]
    page = opened(viewport=PHONE)
    watch(page, server + reverse("team_match", args=place))
    said, won = page.locator("#match-said"), page.locator(".tally b")
    expect(page.locator(".fields .state")).to_have_text("Ready")

    aside(lambda: say_games(first, [3, 1]))
    expect(said).to_have_text("Semi-final 1: Team A against Team D, 1–0 on boards.")
    expect(won).to_have_text(["1", "0"])
    expect(page.locator("#news")).to_contain_text("board 1: Player 0001 beat Player 0013, 3–1.")

    aside(lambda: [say_games(second, [0, 3]), say_games(third, [3, 2])])
    expect(won).to_have_text(["2", "1"])
    expect(page.locator(".mast")).to_contain_text("Team A beat Team D, 2–1 on boards.")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0

    page.get_by_role("link", name="Board 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Player 0002 (Team A) v Player 0014 (Team D)"
    )
    page.get_by_role("link", name="Board 3").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Player 0003 (Team A) v Player 0015 (Team D)"
    )
    page.get_by_role("link", name="Team A v Team D, 2–1").click()
    expect(page).to_have_title("Team A v Team D, Club Cup · Undercut")
