"""What a device prefers of the online table: its switches, what they do, and that they are kept."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browsers import CLUB_HOST
from tests.builders import sign_in
from tests.online import OnlineEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

MODULE = "import('/static/js/preferences.js')"
MODULES = re.compile(r"/js/(preferences|live|online|moves)\.js$")
TABLET = {"width": 768, "height": 1024}


class PlayedTable:
    """A hand that is played, and the session of who is in turn."""

    def __init__(self) -> None:
        event = OnlineEvent()
        event.begin()
        place = [event.tournament.club.slug, event.tournament.slug, event.board.match_id]
        self.path = reverse("online_table", args=place)
        client = Client()
        sign_in(client, event.users[event.view()["turn"]])
        self.session = client.cookies["sessionid"].value


@pytest.fixture
def table(server: str, aside: Callable) -> PlayedTable:
    return aside(PlayedTable)


@pytest.fixture
def at_table(table: PlayedTable, server: str, opened: Callable[..., Page]) -> Callable[..., Page]:
    def open_page(viewport: dict[str, int] = PHONE, on: str = server, **options: object) -> Page:
        page = opened(viewport=viewport, **options)
        page.context.add_cookies([{"name": "sessionid", "value": table.session, "url": on}])
        watch(page, on + table.path)
        page.locator("#device").click()
        return page

    return open_page


def reload(page: Page) -> None:
    """The same page anew, its switches open."""
    page.reload()
    page.locator("#device").click()


def colour_of(page: Page, suit: str) -> str:
    """The colour that a card of this suit is drawn in."""
    return page.evaluate(
        "suit => getComputedStyle(document.documentElement).getPropertyValue(`--suit-${suit}`)",
        suit,
    )


def hrefs(page: Page) -> list[str]:
    """The faces of the reader's own hand."""
    faces = page.locator(".ot-hand use").evaluate_all(
        "all => all.map((one) => one.getAttribute('href'))"
    )
    assert len(faces) >= 10
    return [face.partition("#")[2] for face in faces]


def test_four_colours_and_large_print_are_kept(at_table: Callable[..., Page]) -> None:
    page = at_table()
    assert colour_of(page, "d") == colour_of(page, "h")
    assert {face[:2] for face in hrefs(page)} == {"c-"}
    page.get_by_label("Four colours").check()
    page.get_by_label("Large print").check()
    for _ in range(2):
        assert len({colour_of(page, suit) for suit in "shdc"}) == 4
        assert {face[:2] for face in hrefs(page)} == {"l-"}
        expect(page.locator("use[href$='#c-back']").first).to_be_attached()
        reload(page)
    expect(page.get_by_label("Four colours")).to_be_checked()
    page.get_by_label("Large print").uncheck()
    assert {face[:2] for face in hrefs(page)} == {"c-"}
    page.get_by_label("Four colours").uncheck()
    assert colour_of(page, "c") == colour_of(page, "s")


def test_a_card_that_comes_later_is_in_large_print_too(at_table: Callable[..., Page]) -> None:
    page = at_table()
    page.get_by_label("Large print").check()
    before = page.locator("#live").get_attribute("data-version")
    page.get_by_role("button", name="Pass").click()
    expect(page.locator("#live")).not_to_have_attribute("data-version", before)
    assert {face[:2] for face in hrefs(page)} == {"l-"}


def test_no_other_deck_is_seen_first(at_table: Callable[..., Page]) -> None:
    """What the root says, and which faces there are, before any module has run."""
    page = at_table()
    page.get_by_label("Four colours").check()
    page.get_by_label("Large print").check()
    page.route(MODULES, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          window.first = [document.documentElement.dataset.deck,
            document.querySelectorAll(".ot-hand use[href*='#c-']").length];
        })"""
    )
    page.evaluate("window.first = null")
    page.reload()
    assert page.evaluate("window.first") == ["four", 0]


def test_sound_is_off_until_it_is_switched_on(at_table: Callable[..., Page]) -> None:
    page = at_table()
    play = f"{MODULE}.then(({{ play }}) => ['turn', 'card', 'hand_over'].map(play))"
    assert page.evaluate(play) == [False] * 3
    page.get_by_label("Sounds").check()
    page.wait_for_function(f"{MODULE}.then(({{ play }}) => play('turn'))")
    assert page.evaluate(play) == [True] * 3
    page.reload()
    assert page.evaluate(play) == [False] * 3, "no page sounds before a press"
    page.locator("#device").click()
    page.wait_for_function(f"{MODULE}.then(({{ play }}) => play('turn'))")
    page.get_by_label("Sounds").uncheck()
    assert page.evaluate(play) == [False] * 3


def test_cards_move_unless_it_is_switched_off(at_table: Callable[..., Page]) -> None:
    page = at_table()
    speed = "getComputedStyle(document.documentElement).getPropertyValue('--speed')"
    assert page.evaluate(speed) == "160ms"
    page.get_by_label("Cards move").uncheck()
    for _ in range(2):
        assert page.evaluate(speed) == "0ms"
        page.reload()


def test_where_little_motion_is_asked_for_nothing_moves_or_vibrates(
    at_table: Callable[..., Page],
) -> None:
    page = at_table(reduced_motion="reduce")
    expect(page.get_by_text("This device asks for little motion")).to_be_visible()
    page.get_by_label("Vibrate").check()
    assert page.evaluate(f"{MODULE}.then(({{ vibrate }}) => vibrate())") is False


def test_letters_play_unless_it_is_switched_off(at_table: Callable[..., Page]) -> None:
    page = at_table(LAPTOP)
    before = page.locator("#live").get_attribute("data-version")
    switch = page.get_by_label("Play by key")
    switch.uncheck()
    switch.blur()
    page.keyboard.press("p")
    page.wait_for_timeout(300)
    expect(page.locator("#live")).to_have_attribute("data-version", before)
    switch.check()
    switch.blur()
    page.keyboard.press("p")
    expect(page.locator("#live")).not_to_have_attribute("data-version", before)


def test_it_vibrates_where_it_is_switched_on(at_table: Callable[..., Page]) -> None:
    page = at_table()
    expect(page.get_by_text("This device asks for little motion")).to_be_hidden()
    vibrate = f"{MODULE}.then(({{ vibrate }}) => vibrate())"
    assert page.evaluate(vibrate) is False
    page.get_by_label("Vibrate").check()
    assert page.evaluate(vibrate) is True


def test_what_the_browser_does_not_offer_has_no_switch(at_table: Callable[..., Page]) -> None:
    """On plain http there is no lock that keeps the screen on."""
    page = at_table()
    assert not page.evaluate("isSecureContext")
    expect(page.get_by_label("Keep the screen on")).to_be_hidden()
    expect(page.get_by_label("Large print")).to_be_visible()


def test_in_a_secure_context_the_screen_stays_on_and_is_filled(
    at_table: Callable[..., Page], server: str
) -> None:
    page = at_table(on=server.replace(CLUB_HOST, "127.0.0.1"))
    assert page.evaluate("isSecureContext")
    page.evaluate(
        """() => {
          window.asked = 0;
          navigator.wakeLock.request = async () => { asked += 1; return new EventTarget(); };
        }"""
    )
    page.get_by_label("Keep the screen on").check()
    page.wait_for_function("asked === 1")
    page.get_by_label("Fullscreen").check()
    page.wait_for_function("document.fullscreenElement !== null")
    page.get_by_label("Fullscreen").uncheck()
    page.wait_for_function("document.fullscreenElement === null")


def expect_turned(page: Page, other: str) -> None:
    """How the other player's side is turned; one's own never is."""
    expect(page.locator(".ot-seat:not(.ot-mine)")).to_have_css("rotate", other)
    expect(page.locator(".ot-seat.ot-mine")).to_have_css("rotate", "none")


def test_a_tablet_between_two_turns_the_other_side(at_table: Callable[..., Page]) -> None:
    page = at_table(TABLET)
    expect_turned(page, "none")
    page.get_by_label("Tablet between two").check()
    for _ in range(2):
        expect_turned(page, "180deg")
        reload(page)
    page.set_viewport_size(PHONE)
    expect_turned(page, "none")
    expect(page.get_by_label("Tablet between two")).to_be_hidden()


def test_a_telephone_is_not_offered_it(at_table: Callable[..., Page]) -> None:
    expect(at_table(PHONE).get_by_label("Tablet between two")).to_be_hidden()
    expect(at_table(LAPTOP).get_by_label("Tablet between two")).to_be_visible()


def test_without_script_there_are_no_switches(
    table: PlayedTable, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(java_script_enabled=False)
    page.context.add_cookies([{"name": "sessionid", "value": table.session, "url": server}])
    page.goto(server + table.path)
    expect(page.locator("#device")).to_be_hidden()
    expect(page.locator(".ot-hand li").first).to_be_visible()
