"""The director runs the evening on a laptop: the desk, the board by the keyboard, a word to all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.test_preparation import sign_in
from tests.builders import DIRECTOR, NOW, make_tournament, owner_of
from tournaments.models import Tournament
from tournaments.services.events import setup
from tournaments.services.stages import rounds

pytestmark = pytest.mark.sampled


@pytest.fixture
def tournament(server: str, aside: Callable) -> Tournament:
    """Four entrants at two tables; a round may take 50 minutes."""

    def make() -> Tournament:
        made = make_tournament(start=False)
        setup.set_tables(tournament_id=made.pk, tables=[(1, ""), (2, "")], by=DIRECTOR, now=NOW)
        rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
        rounds.plan_round(tournament_id=made.pk, number=1, minutes=50, by=DIRECTOR, now=NOW)
        return made

    return aside(make)


@pytest.fixture
def event(server: str, tournament: Tournament) -> str:
    return f"{server}/c/{tournament.club.slug}/{tournament.slug}/"


@pytest.fixture
def desk(
    server: str, event: str, tournament: Tournament, opened: Callable[..., Page], aside: Callable
) -> Page:
    page = opened(viewport=LAPTOP)
    sign_in(page, server, aside(lambda: owner_of(tournament.club).email))
    page.goto(f"{event}desk/")
    return page


def row(page: Page, table: int) -> Locator:
    return page.locator(f'.b-row[data-table="{table}"]')


def test_the_director_runs_the_final_from_the_desk(
    desk: Page, event: str, opened: Callable[..., Page]
) -> None:
    spectator = opened(viewport=PHONE)
    watch(spectator, event)

    desk.get_by_role("button", name="Start the clock").click()
    expect(desk.get_by_role("timer")).to_contain_text("left of 50 minutes")
    expect(spectator.get_by_role("timer")).to_contain_text("left of 50 minutes")

    desk.get_by_role("link", name="Results by table").click()
    desk.wait_for_url(f"{event}board/")
    row(desk, 1).get_by_label("Player 0001").focus()
    desk.keyboard.type("31")  # the second figure goes to the second field
    expect(row(desk, 1).get_by_label("Player 0004")).to_have_value("1")
    desk.keyboard.press("Enter")
    expect(row(desk, 2).get_by_label("Player 0002")).to_be_focused()
    desk.keyboard.type("23")
    expect(desk.locator("#news")).to_have_text("Player 0001 beat Player 0004, 3–1.")
    expect(row(desk, 2).get_by_label("Player 0003")).to_have_value("3")
    desk.keyboard.press("Enter")
    expect(row(desk, 1).get_by_label("Player 0003")).to_be_visible()  # the final

    desk.get_by_role("link", name="Desk").click()
    waits = desk.locator(".todo li")
    expect(waits).to_contain_text("Final: both players are known")
    waits.get_by_role("link", name="Score pad").click()
    desk.get_by_role("link", name="Match", exact=True).click()
    desk.get_by_role("link", name="Enter the result").click()
    desk.wait_for_url("**/result/")
    desk.get_by_text("Player 0003", exact=True).last.click()
    desk.locator(".seg label", has_text="2").click()
    desk.get_by_role("button", name="Save the result").click()
    expect(desk.get_by_text("Entered by the")).to_be_visible()

    expect(spectator.locator("#champion-1")).to_contain_text("Player 0003")
    desk.goto(f"{event}desk/")
    expect(desk.get_by_role("heading", name="Player 0003 has won")).to_be_visible()
    expect(desk.locator("#state")).to_have_text("Finished")


def test_arrows_move_and_escape_comes_back_to_the_table(desk: Page, event: str) -> None:
    desk.goto(f"{event}board/?table=1")
    first = row(desk, 1).get_by_label("Player 0001")
    expect(first).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(row(desk, 2).get_by_label("Player 0002")).to_be_focused()
    desk.keyboard.press("ArrowRight")
    expect(row(desk, 2).get_by_label("Player 0003")).to_be_focused()
    desk.keyboard.press("ArrowUp")
    expect(row(desk, 1).get_by_label("Player 0004")).to_be_focused()
    desk.keyboard.press("Escape")
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect(row(desk, 2).get_by_label("Player 0002")).to_be_focused()


def test_what_is_typed_stays_while_other_results_come_in(desk: Page, event: str) -> None:
    watch(desk, f"{event}board/?table=2")
    typed = row(desk, 2).get_by_label("Player 0002")
    typed.press("3")
    other = desk.context.new_page()
    other.goto(f"{event}board/?table=1")
    expect(row(other, 1).get_by_label("Player 0001")).to_be_focused()
    other.keyboard.type("30")
    other.keyboard.press("Enter")
    expect(row(desk, 1)).to_contain_text("Saved")
    expect(typed).to_have_value("3")
    expect(row(desk, 2).get_by_label("Player 0003")).to_be_focused()


def test_an_announcement_reaches_an_open_page(
    desk: Page, event: str, opened: Callable[..., Page]
) -> None:
    spectator = opened(viewport=PHONE)
    watch(spectator, event)
    desk.locator("#more summary").click()
    desk.get_by_role("link", name="Announce").click()
    desk.get_by_label("What everybody is told").fill("Coffee is ready.")
    desk.get_by_role("button", name="Announce").click()
    said = spectator.locator("#announcement")
    expect(said).to_have_text("Coffee is ready.")
    expect(spectator.locator("#news")).to_have_text("Coffee is ready.")
    desk.get_by_role("button", name="Take back").click()
    expect(said).to_have_count(0)


def test_time_is_added_and_the_last_minutes_are_said(
    desk: Page, event: str, opened: Callable[..., Page]
) -> None:
    desk.get_by_role("button", name="Start the clock").click()
    desk.locator("#more summary").click()
    desk.get_by_role("link", name="Add time").click()
    desk.get_by_role("button", name="Add time").click()
    expect(desk.get_by_role("timer")).to_contain_text("left of 55 minutes")
    page = opened(viewport=PHONE)
    page.clock.install()
    with page.expect_response(lambda answer: answer.request.method == "HEAD"):
        page.goto(event)  # what the time is it asks once, and before it is moved here
    timer = page.get_by_role("timer")
    expect(timer).to_contain_text("left of 55 minutes")
    expect(page.locator("#news")).to_be_empty()
    page.clock.fast_forward("44:30")
    page.clock.run_for(60_000)
    expect(page.locator("#news")).to_have_text("10 minutes left.")
    expect(timer).not_to_have_attribute("data-late", "")
    page.clock.run_for(300_000)
    expect(page.locator("#news")).to_have_text("5 minutes left.")
    expect(timer).to_have_attribute("data-late", "")
