"""Two who play a whole match at their online table, each in a browser of their own."""

import re
import time
from collections.abc import Callable
from typing import Protocol

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from players.models import User
from tests.browser.conftest import watch
from tests.builders import sign_in
from tests.online import OnlineEvent

#: The first of these that stands on a button is pressed; where there is none a card is thrown.
PREFERRED = ("I deal", "Big gin", "Gin", "Knock", "Best for me", "Done", "Draw from", "Pass")
#: A game is won with two hands, seldom with more.
RULES = {"preset": "club", "target": 20}
#: Of a best of five far fewer are needed; where play stands still there would be no end.
MOST_STEPS = 2_000


class OnlineCup:
    """A cup of four whose first match is to be played online; nobody plays the second one."""

    def __init__(self) -> None:
        self.event = OnlineEvent(entrants=4, best_of=5, rules=RULES)
        tournament = self.event.tournament
        place = [tournament.club.slug, tournament.slug]
        self.bracket = reverse("tournament", args=place)
        self.table = reverse("online_table", args=[*place, self.event.board.match_id])

    def session(self, seat: int) -> str:
        """A session of the player in this seat: each is a device of its own."""
        return session_of(self.event.users[seat])

    def winner(self) -> str:
        """The name of who has won the match by its record."""
        match = self.event.board.match
        assert max(match.games_won) == 3
        name: str = match.seats.get(seat=match.winner).player.name
        return name


def session_of(user: User) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


class Hand(Protocol):
    """How somebody presses what is on a page."""

    def press(self, button: Locator) -> None: ...

    def throw(self, card: Locator) -> None: ...


class Tapping:
    """On a telephone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: Locator) -> None:
        button.click()

    def throw(self, card: Locator) -> None:
        if card.get_attribute("aria-pressed") != "true":  # it is still up where it was not sent
            card.click()
        self.page.locator(".ot-throw").click()


class Typing:
    """By keyboard alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: Locator) -> None:
        key = button.get_attribute("aria-keyshortcuts")
        if key:
            self.page.keyboard.press(key)
        else:
            self._go("Tab", button)
            self.page.keyboard.press("Enter")

    def throw(self, card: Locator) -> None:
        self._go("ArrowRight", card)
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("d")

    def _go(self, key: str, to: Locator) -> None:
        """Press the key until what is meant has the focus."""
        for _press in range(80):
            if to.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{to} is not reached by {key}")


class OnlinePlayer:
    """One of the two, at a page of their own."""

    def __init__(self, page: Page, hand: Callable[[Page], Hand]) -> None:
        self.page, self.hand = page, hand(page)

    def sit_down_at(self, server: str, table: str, session: str) -> None:
        self.come_to(server, table, session)
        self.hand.press(self.page.get_by_role("button", name="Sit down"))

    def come_to(self, server: str, table: str, session: str) -> None:
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
        watch(self.page, server + table)

    @property
    def version(self) -> str:
        return self.page.locator("#live").get_attribute("data-version") or ""

    def is_asked(self) -> bool:
        """Whether they have something to press, in a hand or before the next one."""
        return self.page.locator("#live[data-turn]").or_(self._next).count() > 0

    @property
    def _next(self) -> Locator:
        return self.page.get_by_role("button", name="Ready for the next hand")

    def act(self) -> None:
        """Press what serves them best."""
        if self._next.count():
            self.hand.press(self._next)
            return
        for words in PREFERRED:
            found = self.page.locator(".ot-buttons button").filter(
                has_text=re.compile(f"^{words}"), visible=True
            )
            if found.count():
                self.hand.press(found.first)
                return
        self.hand.throw(self._least())

    def _least(self) -> Locator:
        """The card without which the hand counts least."""
        cards = self.page.locator("button.ot-card")
        counts = cards.evaluate_all("all => all.map((one) => Number(one.innerText.trim()))")
        return cards.nth(counts.index(min(counts)))


class PlayedMatch:
    """Both players at their table."""

    def __init__(self, players: list[OnlinePlayer]) -> None:
        self.players = players

    def play(self, steps: int = MOST_STEPS) -> bool:
        """So many steps, or to the end of the match; whether that is reached."""
        for _step in range(steps):
            if self.is_over():
                return True
            self.step()
        return self.is_over()

    def is_over(self) -> bool:
        said = self.players[0].page.locator("#table-said")
        return "This match is over." in said.inner_text()

    def step(self) -> None:
        """What one of them does at the table, told to both."""
        one = self.in_turn()
        before = one.version
        one.act()
        expect(one.page.locator("#live")).not_to_have_attribute("data-version", before)
        self.agree()

    def agree(self) -> None:
        """Wait until both pages show the same; neither complains."""
        deadline = time.monotonic() + 60
        while len({one.version for one in self.players}) > 1:
            assert time.monotonic() < deadline, "the pages do not agree"
            self.players[0].page.wait_for_timeout(10)
        for one in self.players:
            expect(one.page.locator("#live [role=alert]:visible")).to_have_count(0)

    def in_turn(self) -> OnlinePlayer:
        """Who is asked to do something; between hands the first who is not ready yet."""
        return next(one for one in self.players if one.is_asked())


def begin(server: str, table: str, players: list[OnlinePlayer], sessions: list[str]) -> PlayedMatch:
    """Both sit down at the table; each page chooses its word and opens it by itself."""
    for player, session in zip(players, sessions, strict=True):
        player.sit_down_at(server, table, session)
    match = PlayedMatch(players)
    for player in players:
        expect(player.page.locator("#live:not(:has(#step)) .ot-turn")).to_have_count(1)
    match.agree()
    return match
