"""A referee rules with one hand on a phone, and with the keyboard at a desk."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from games.models import Ruling
from games.selectors.matches import match_record
from tests.browser.conftest import PHONE
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of
from tournaments.models import Board
from tournaments.services.events import setup
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.sampled

MOST_TAPS = 6


class Finger:
    """Counts what is tapped."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1


def at_a_table() -> tuple[Board, str]:
    """The first match at table 1, and a session of the club's owner."""
    made = make_tournament(entrants=2)
    setup.set_tables(tournament_id=made.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    client = Client()
    client.force_login(owner_of(made.club), backend="django.contrib.auth.backends.ModelBackend")
    return board_of(made, 1, 1), client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def board(aside: Callable, server: str) -> tuple[Board, str]:
    return aside(at_a_table)


def room(server: str, board: Board) -> str:
    event = board.pairing.round.stage.tournament
    return f"{server}/c/{event.club.slug}/{event.slug}/"


def enter(page: Page, server: str, session: str) -> None:
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server}
    page.context.add_cookies([cookie])


def recorded(board: Board) -> tuple[Ruling, int]:
    """The ruling, and the points that the hand brought the second player."""
    ruling = Ruling.objects.get(match=board.match_id)
    board.match.refresh_from_db()
    return ruling, match_record(board.match).games[0].points[1]


@pytest.mark.browser
def test_an_accepted_illegal_knock_takes_six_taps_and_the_digits(
    server: str, board: tuple[Board, str], opened: Callable[..., Page], aside: Callable
) -> None:
    match, session = board
    page, finger = opened(viewport=PHONE, has_touch=True, color_scheme="dark"), Finger()
    enter(page, server, session)
    page.goto(f"{room(server, match)}tables/1/")
    finger.tap(page.get_by_role("link", name="Ruling"))
    finger.tap(page.locator("label", has_text="Illegal knock, opponent has shown nothing"))
    finger.tap(page.locator('[data-part="offender"] label').first)
    expect(page.locator("#count_0")).to_be_focused()
    page.keyboard.type("12")
    expect(page.locator("#count_1")).to_be_focused()
    page.keyboard.type("9")
    accept = page.locator(".opt", has_text="Accept the knock")
    expect(accept).to_contain_text("Undercut 12 v 9, 28 to")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    finger.tap(accept)
    expect(page.locator(".bar-sum")).to_contain_text("Accept the knock, 28 to")
    finger.tap(page.get_by_role("button", name="Record the ruling"))
    expect(page.get_by_text("Recorded:")).to_be_visible()
    assert finger.taps <= MOST_TAPS
    ruling, points = aside(lambda: recorded(match))
    assert (ruling.rule, ruling.option, points) == ("KNOCK_ILLEGAL_EARLY", "accept_as_legal", 28)


@pytest.mark.browser
def test_the_keyboard_does_it_all(
    server: str, board: tuple[Board, str], opened: Callable[..., Page], aside: Callable
) -> None:
    match, session = board
    page = opened()
    enter(page, server, session)
    page.goto(f"{room(server, match)}matches/{match.match_id}/ruling/")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("51st")
    expect(page.locator("#hits .hits label")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    offender = page.locator('[data-part="offender"]')
    expect(offender).to_be_visible()
    offender.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".opt").first).to_be_visible()
    page.locator('[name="option"]').first.focus()
    with page.expect_response(lambda answer: "/ruling/" in answer.url):
        page.keyboard.press("Space")
    expect(page.get_by_text("It can be taken back.")).to_be_visible()
    page.get_by_role("button", name="Record the ruling").press("Enter")
    expect(page.get_by_text("Recorded:")).to_be_visible()
    ruling, _points = aside(lambda: recorded(match))
    assert (ruling.rule, ruling.offender) == ("STOCK_51ST", 1)


@pytest.mark.browser
def test_what_no_rule_says_is_ruled_freely(
    server: str, board: tuple[Board, str], opened: Callable[..., Page], aside: Callable
) -> None:
    match, session = board
    page = opened(viewport=PHONE, has_touch=True)
    enter(page, server, session)
    page.goto(f"{room(server, match)}matches/{match.match_id}/ruling/")
    page.get_by_role("link", name="Rule freely").tap()
    page.locator('[data-part="offender"] label').first.tap()
    page.get_by_label("What follows").select_option("note_conduct")
    page.get_by_label("What happened, and why this follows").fill("A cup on the discards.")
    page.get_by_role("button", name="Record the ruling").tap()
    expect(page.get_by_text("Recorded:")).to_be_visible()
    ruling = aside(lambda: Ruling.objects.get(match=match.match_id))
    assert (ruling.rule, ruling.facts) == ("", "A cup on the discards.")
