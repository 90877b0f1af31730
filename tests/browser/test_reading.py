"""Reading the bracket: on a phone, by keyboard, on paper, without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.builders import board_of, make_tournament, win
from tournaments.models import Tournament

pytestmark = pytest.mark.sampled


@pytest.fixture
def tournament(transactional_db: None, aside: Callable) -> Tournament:
    """Sixteen slots, three rounds of them known, the first result in."""

    def make() -> Tournament:
        made = make_tournament(entrants=11, format_settings={"third_place": True})
        win(board_of(made, 1, 2), 0)
        return made

    return aside(make)


@pytest.fixture
def address(server: str, tournament: Tournament) -> str:
    return f"{server}/c/{tournament.club.slug}/{tournament.slug}/"


def heading(page: Page, number: int) -> object:
    return page.locator(f"#round-{number} h3")


def test_a_phone_shows_one_round_at_a_time(opened: Callable[..., Page], address: str) -> None:
    page = opened(viewport=PHONE)
    page.goto(address)
    expect(heading(page, 1)).to_be_visible()
    expect(heading(page, 2)).to_be_hidden()
    page.get_by_role("tab", name="Quarter-finals").click()
    expect(heading(page, 1)).to_be_hidden()
    expect(heading(page, 2)).to_be_visible()


def test_many_tabs_are_all_in_sight_on_a_phone(opened: Callable[..., Page], address: str) -> None:
    """German words are longer: the tabs take two lines."""
    page = opened(viewport=PHONE, locale="de-DE")
    page.goto(f"{address}rules/")
    tabs = page.locator(".tabs").get_by_role("link")
    expect(tabs.filter(has_text="Regeln")).to_have_attribute("aria-current", "page")
    assert tabs.count() >= 6
    for tab in tabs.all():
        expect(tab).to_be_in_viewport(ratio=0.9)


def test_the_rounds_are_reached_by_the_keyboard_alone(
    opened: Callable[..., Page], address: str
) -> None:
    page = opened(viewport=PHONE)
    page.goto(address)
    tab = page.locator("[role=tab]:focus")
    for _ in range(20):
        page.keyboard.press("Tab")
        if tab.count():
            break
    expect(tab).to_have_text("Round of 16")
    for key, name, number in (
        ("ArrowRight", "Quarter-finals", 2),
        ("End", "Final", 4),
        ("ArrowRight", "Final", 4),
        ("ArrowLeft", "Semi-finals", 3),
        ("Home", "Round of 16", 1),
        ("ArrowLeft", "Round of 16", 1),
    ):
        page.keyboard.press(key)
        expect(tab).to_have_text(name)
        expect(tab).to_have_attribute("aria-selected", "true")
        expect(heading(page, number)).to_be_visible()
    # One stop in the order of tabs, whatever the number of rounds.
    page.keyboard.press("Tab")
    expect(tab).to_have_count(0)


def test_a_laptop_shows_the_whole_draw_and_no_tabs(
    opened: Callable[..., Page], address: str
) -> None:
    page = opened()
    page.goto(address)
    for number in range(1, 5):
        expect(heading(page, number)).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_the_lines_of_a_round_meet_the_strokes_of_the_round_before(
    opened: Callable[..., Page], address: str
) -> None:
    page = opened()
    page.goto(address)

    def bottom(round: int, match: int, line: int) -> float:
        place = page.locator(f"#round-{round} ol .mt").nth(match).locator(".sl").nth(line)
        box = place.bounding_box()
        return box["y"] + box["height"]

    for round, matches in ((1, 8), (2, 4), (3, 2)):
        for match in range(matches):
            middle = (bottom(round, match, 0) + bottom(round, match, 1)) / 2
            assert bottom(round + 1, match // 2, match % 2) == pytest.approx(middle, abs=1.5)


def test_without_script_every_round_is_there(opened: Callable[..., Page], address: str) -> None:
    page = opened(viewport=PHONE, java_script_enabled=False)
    page.goto(address)
    for number in range(1, 5):
        expect(heading(page, number)).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    expect(page.locator(".third")).to_be_visible()


def test_on_paper_every_round_is_there_and_no_navigation(
    opened: Callable[..., Page], address: str
) -> None:
    page = opened(viewport=PHONE)
    page.goto(address)
    page.emulate_media(media="print")
    for number in range(1, 5):
        expect(heading(page, number)).to_be_visible()
    expect(page.locator(".rdnav")).to_be_hidden()
    expect(page.locator(".site")).to_be_hidden()


def test_the_bracket_is_read_out_as_sentences(opened: Callable[..., Page], address: str) -> None:
    page = opened()
    page.goto(address)
    matches = page.get_by_role("region", name="Round of 16").get_by_role("listitem")
    expect(matches.nth(0)).to_match_aria_snapshot(
        "- listitem:\n  - paragraph: 'Round of 16, match 1: Player 0001 has a bye.'"
    )
    said = "Round of 16, match 2: Player 0008 beat Player 0009, 3–1."
    match = matches.nth(1).get_by_role("link", name="Round of 16, match 2: 8 Player 0008 3")
    expect(match).to_have_accessible_description(said)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways(
    opened: Callable[..., Page], server: str, aside: Callable, width: int
) -> None:
    long = "Maximiliane-Theresia von und zu Oberhausen-Niederdorf-Schwarzenegger"
    tournament = aside(lambda: make_tournament(entrants=33, name=long))
    club = tournament.club.slug
    page = opened(viewport={"width": width, "height": 800})
    for path in ("/", f"/c/{club}/", f"/c/{club}/{tournament.slug}/", "/sign-in/"):
        page.goto(server + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
