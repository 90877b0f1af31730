"""Two at a table of the club go on at an online table, and come back, each on a telephone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, watch
from tests.browser.online_players import OnlinePlayer, PlayedMatch, Tapping, session_of
from tests.hybrid import HybridEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


class HybridMatch:
    """A match of which a hand is written down in the room."""

    def __init__(self) -> None:
        self.event = HybridEvent(entrants=4)
        self.event.write_hand()
        tournament = self.event.tournament
        place = [tournament.club.slug, tournament.slug, self.event.board.match_id]
        self.page = reverse("match", args=place)
        self.table = reverse("online_table", args=place)
        self.sessions = [session_of(user) for user in self.event.users]


def come(page: Page, server: str, address: str, session: str) -> Page:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, server + address)
    return page


def test_two_go_on_online_and_come_back(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    match = aside(HybridMatch)
    first, second = (
        come(opened(viewport=PHONE), server, match.page, session) for session in match.sessions
    )
    first.get_by_role("button", name="Ask to play on online").click()
    expect(first.locator("#move-said")).to_contain_text("You asked to play on online.")
    expect(second.locator("#move-said")).to_contain_text("asks to play on online.")
    second.get_by_role("button", name="Play on online").click()
    expect(first.locator("#where")).to_have_text("online")
    first.get_by_role("link", name="Play online").click()
    players = [OnlinePlayer(page, Tapping) for page in (first, second)]
    for player in players:
        player.page.get_by_role("button", name="Sit down").click()
    played = PlayedMatch(players)
    for player in players:
        expect(player.page.locator("#live:not(:has(#step)) .ot-turn")).to_have_count(1)
    played.agree()
    played.play(2)

    aside(match.event.go_back)
    for player in players:
        expect(player.page.locator("#table-said")).to_contain_text("in the room now")
        expect(player.page.locator(".ot-hand [data-card]")).to_have_count(0)
    first.get_by_role("link", name="To the match").click()
    expect(first.locator("#where")).to_have_text("at the table")
    expect(first.get_by_role("link", name="Score pad")).to_be_visible()
