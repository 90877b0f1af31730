"""A friendly from a link in a message: by people who have never heard of the program."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.online_players import OnlinePlayer, PlayedMatch, Tapping
from tests.browser.thumb import Thumb
from tests.builders import make_club
from tournaments.models import Tournament
from tournaments.services.events.lone_matches import remove

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def at(server: str, link: str) -> str:
    """A link as this server answers it."""
    return server + urlsplit(link).path


def opened_table(server: str, page: Page) -> str:
    """Somebody opens a table on their telephone; the link that they send."""
    thumb = Thumb(page)
    page.goto(server)
    thumb.press("Play with a friend", after_scrolling=True)
    thumb.fill(page.get_by_label("Your name"), "Mia", after_scrolling=True)
    thumb.press("Open the table", after_scrolling=True)
    expect(page.get_by_label("The link for your opponent")).to_be_visible()
    return at(server, page.get_by_label("The link for your opponent").input_value())


def test_at_most_three_taps_and_a_name_to_the_first_card(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    aside(make_club)  # a server without one has nothing but its set-up
    opener = opened(viewport=PHONE)
    link = opened_table(server, opener)
    invited = Thumb(opened(viewport=PHONE))
    invited.page.goto(link)
    taps = 1  # the link in the message
    invited.fill(invited.page.get_by_label("Your name"), "Kim")
    invited.press("Sit down and play")
    first = OnlinePlayer(opener, Tapping), OnlinePlayer(invited.page, Tapping)
    for player in first:
        expect(player.page.locator("#live:not(:has(#step)) .ot-turn")).to_have_count(1)
    for player in first:  # where there is something to choose, the owner of the high card deals
        deal = player.page.get_by_role("button", name=re.compile("^I deal"))
        if deal.count():
            deal.click()
            taps += player.page is invited.page
    for player in first:
        expect(player.page.locator(".ot-hand [data-card]")).not_to_have_count(0)
    assert invited.taps - 1 + taps <= 3, "all but the name"


def test_the_same_person_goes_on_with_another_device(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    aside(make_club)
    opener, invited, tablet = (opened(viewport=PHONE) for _ in range(3))
    invited.goto(opened_table(server, opener))
    invited.get_by_label("Your name").fill("Kim")
    invited.get_by_role("button", name="Sit down and play").click()
    match = PlayedMatch([OnlinePlayer(page, Tapping) for page in (opener, invited)])
    for player in match.players:
        expect(player.page.locator("#live:not(:has(#step)) .ot-turn")).to_have_count(1)
    match.agree()
    match.play(4)
    opener.get_by_text("Your seat, and who sits opposite").click()
    own = opener.locator(".ot-own-link .link a").get_attribute("href")
    assert own
    tablet.goto(at(server, own))
    tablet.get_by_role("button", name="Go on here").click()
    expect(tablet.locator("#came-over")).to_be_visible()
    match.players[0] = OnlinePlayer(tablet, Tapping)
    match.agree()
    match.play(4)
    expect(opener.get_by_text("This seat is played on another device now.")).to_be_visible()


def test_a_page_says_that_its_table_is_gone(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    aside(make_club)
    opener = opened(viewport=PHONE, expected=("404 (Not Found)", "Error Code 404"))
    opened_table(server, opener)
    said = opener.get_by_text("This table is not there for you any more")
    expect(said).to_be_hidden()
    aside(lambda: remove(Tournament.objects.all()))
    opener.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(said).to_be_visible()
