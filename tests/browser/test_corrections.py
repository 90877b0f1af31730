"""A referee corrects a wrong winner after the next match has begun, and takes it back."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_accessibility import TAGS, WIDER_THAN_THE_WINDOW
from tests.browser.test_preparation import sign_in
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, owner_of, win
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events import setup
from tournaments.services.stages.settling import settle_stage


@pytest.fixture
def tournament(server: str, aside: Callable) -> Tournament:
    """Eight entrants; the first round is over, one semi-final too, the final has not begun."""

    def make() -> Tournament:
        made = make_tournament(entrants=8)
        setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
        stage = made.stages.get().pk
        for number in (1, 2, 3, 4):
            win(board_of(made, 1, number), 0)
        settle_stage(stage_id=stage, by=DIRECTOR, now=NOW)
        semi_final = board_of(made, 2, 1)
        for count in (20, 31):
            semi_final.match.refresh_from_db()
            results.record_hand(
                board=semi_final,
                version=semi_final.match.version,
                entry=knock(0, 5, count),
                by=DIRECTOR,
                now=NOW,
            )
        return made

    return aside(make)


def test_a_wrong_winner_is_corrected_played_matches_void_and_taken_back(
    server: str, tournament: Tournament, opened: Callable[..., Page], aside: Callable
) -> None:
    page = opened(viewport=PHONE, color_scheme="dark")
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    page.wait_for_url("**/desk/")
    match = aside(lambda: board_of(tournament, 1, 1).match_id)
    page.goto(f"{server}/c/{tournament.club.slug}/{tournament.slug}/matches/{match}/result/")
    page.locator(".seg label", has_text="Player 0008").click()
    page.locator(".seg label", has_text="1").last.click()
    page.get_by_label("Reason of the correction").fill("The slip was misread.")
    page.get_by_role("button", name="Correct the result").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("What the correction changes")
    expect(page.get_by_text("Player 0008 wins, and not Player 0001.")).to_be_visible()
    found = Axe().run(page, options={"runOnly": TAGS})
    assert not found.violations_count, found.generate_report()
    assert not page.evaluate(WIDER_THAN_THE_WINDOW)

    page.locator("label.opt", has_text="void").click()
    page.get_by_label("To make play void").fill("Quarter-finals")
    page.get_by_role("button", name="Save the correction").click()
    expect(page.locator("#match-said")).to_contain_text("Player 0008 beat Player 0001")
    page.get_by_role("button", name="Undo the correction").click()
    expect(page.locator("#match-said")).to_contain_text("Player 0001 beat Player 0008")
    expect(page.get_by_role("button", name="Make the correction again")).to_be_visible()
