"""Two play a hand at their online table, each in a browser of their own, and somebody looks on."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, watch
from tests.builders import board_of, make_tournament, make_user, sign_in

pytestmark = pytest.mark.sampled

#: The first of these that stands on a button is pressed; where there is none a card is thrown.
PREFERRED = ("I deal", "Big gin", "Gin", "Knock with", "Done", "Draw from", "Pass")
CARDS = "#live use:not([href$='#c-back'])"


class OnlineEvening:
    """The table of the first match, with a session for each of its two by seat."""

    def __init__(self) -> None:
        tournament = make_tournament(play="online", clock={"kind": "none"})
        match = board_of(tournament, 1, 1).match
        place = [tournament.club.slug, tournament.slug, match.pk]
        self.path = reverse("online_table", args=place)
        self.names = [seat.player.name for seat in match.seats.order_by("seat")]
        self.sessions = [self._session(seat.player) for seat in match.seats.order_by("seat")]

    @staticmethod
    def _session(player) -> str:
        player.user = make_user(player.name)
        player.save()
        client = Client()
        sign_in(client, player.user)
        return client.cookies["sessionid"].value


class Table:
    """The three pages: both seats, and who looks on."""

    def __init__(self, seats: list[Page], spectator: Page) -> None:
        self.seats, self.spectator = seats, spectator

    def all_behind(self, page: Page) -> None:
        """Wait until the socket has told the others what this page shows."""
        version = page.locator("#live").get_attribute("data-version") or ""
        for other in (*self.seats, self.spectator):
            expect(other.locator("#live")).to_have_attribute("data-version", version)

    def press(self, page: Page, button) -> None:
        """Press a button by key, and wait until all three show what came of it."""
        before = page.locator("#live").get_attribute("data-version") or ""
        is_card = "ot-card" in (button.get_attribute("class") or "")
        button.press("Enter")
        if is_card:
            page.keyboard.press("d")  # it was chosen, and is thrown
        expect(page.locator("#live")).not_to_have_attribute("data-version", before)
        expect(page.locator("#live [role=alert]:visible")).to_have_count(0)
        self.all_behind(page)

    def play_hand(self) -> int:
        """Until nobody has anything to press in a hand; how often somebody had."""
        for pressed in range(200):
            in_turn = [page for page in self.seats if page.locator("#own button[name]").count()]
            if not in_turn:
                return pressed
            assert len(in_turn) == 1
            expect(self.spectator.locator(CARDS)).to_have_count(0)
            self.press(in_turn[0], _preferred(in_turn[0]))
        raise AssertionError("the hand does not end")


def _preferred(page: Page):
    for words in PREFERRED:
        found = page.locator(".ot-buttons button").filter(has_text=re.compile(f"^{words}"))
        if found.count():
            return found.first
    return page.locator(".ot-card").last


@pytest.fixture
def evening(aside: Callable) -> OnlineEvening:
    return aside(OnlineEvening)


def test_two_sit_down_play_a_hand_and_the_next_is_dealt(
    server: str, evening: OnlineEvening, opened: Callable[..., Page]
) -> None:
    seats = [opened(), opened(viewport=PHONE)]
    for page, session in zip(seats, evening.sessions, strict=True):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
        watch(page, server + evening.path)
    seats[0].get_by_label("A word of your own").fill("seven of hearts")
    for page in seats:
        page.get_by_role("button", name="Sit down").click()
    # Each page chooses its word and opens it by itself.
    for page in seats:
        expect(page.locator("#step")).to_have_count(0)
    expect(seats[1].locator("#own, .ot-turn")).not_to_have_count(0)
    spectator = opened()
    watch(spectator, server + evening.path)
    table = Table(seats, spectator)
    table.all_behind(seats[0])

    assert table.play_hand() > 1

    for page in (*seats, spectator):
        expect(page.locator("#table-said")).to_contain_text(re.compile("hand|gin|undercuts|scores"))
        assert page.locator(CARDS).count() >= 20, "both hands lie open"
    for page in seats:
        page.locator("#fair").click()
        expect(page.locator(".ot-fair")).to_contain_text("seven of hearts")
    for page in seats:
        page.get_by_role("button", name="Ready for the next hand").click()
    for page in seats:
        expect(page.locator(".ot-hand li").nth(9)).to_be_visible()
    expect(spectator.locator("#table-said")).to_contain_text("is to play")
    expect(spectator.locator(CARDS)).to_have_count(0)
