"""Two say ready phrases to each other at their online table, each in a browser of their own: heard
at once, muted by a tap, reported by another, and the referees read what was said."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from players.models import User
from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.test_accessibility import AXE, RULES, WIDER_THAN_THE_WINDOW
from tests.builders import owner_of, sign_in
from tests.online import OnlineEvent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]


class PlayedHand:
    """A table at which a hand has just been played, and who comes to it."""

    def __init__(self) -> None:
        self.event = OnlineEvent()
        self.event.begin()
        self.event.play_hand()
        tournament = self.event.tournament
        place = [tournament.club.slug, tournament.slug]
        self.path = reverse("online_table", args=[*place, self.event.board.match_id])
        self.referees_path = reverse("tables", args=place)
        self.sessions = [session_of(user) for user in self.event.users]
        self.referee = session_of(owner_of(tournament.club))


def session_of(user: User) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


@pytest.fixture
def table(server: str, aside: Callable) -> PlayedHand:
    return aside(PlayedHand)


@pytest.fixture
def enter(server: str, opened: Callable[..., Page]) -> Callable[[str, str], Page]:
    """Opens a page as whoever has this session; it hears of what is new."""

    def open_page(session: str, path: str) -> Page:
        page = opened(viewport=PHONE)
        if session:
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
        watch(page, server + path)
        return page

    return open_page


def say(page: Page, words: str) -> None:
    page.get_by_role("button", name=words).click()


def test_said_heard_muted_and_reported(
    table: PlayedHand, enter: Callable[[str, str], Page], aside: Callable
) -> None:
    seats = [enter(session, table.path) for session in table.sessions]
    spectator = enter("", table.path)
    referee = enter(table.referee, table.referees_path)
    version = seats[0].locator("#live").get_attribute("data-version") or ""

    say(seats[0], "Well played")
    for page in seats:
        expect(page.locator("#phrase-0")).to_have_text("Player 0001: Well played")
        expect(page.locator("#live")).to_have_attribute("data-version", version)
    expect(seats[1].locator("#news")).to_contain_text("Well played")
    expect(seats[0].locator("#say-well_played")).to_be_focused()
    say(seats[1], "Thank you")
    expect(seats[0].locator("#phrase-1")).to_have_text("Player 0002: Thank you")
    expect(spectator.locator("#talk, .ot-phrase")).to_have_count(0)
    assert "Well played" not in spectator.content()

    seats[1].get_by_role("button", name="Report").click()
    expect(seats[1].locator("#talk-reported")).to_be_visible()
    row = referee.locator(".callrow")
    expect(row).to_contain_text("what was said at the table: “Well played”")

    seats[1].get_by_role("button", name=re.compile("^Mute")).click()
    expect(seats[1].locator("#phrase-0")).to_have_count(0)
    say(seats[0], "That was unlucky")
    expect(seats[0].locator("#phrase-0")).to_contain_text("unlucky")
    say(seats[1], "Good luck")  # what comes after it is there, it is not
    expect(seats[1].locator("#phrase-1")).to_contain_text("Good luck")
    expect(seats[1].locator("#phrase-0")).to_have_count(0)
    seats[1].get_by_role("button", name="Hear their phrases again").click()
    expect(seats[1].locator("#phrase-0")).to_have_text("Player 0001: Well played")
    say(seats[0], "Good game")
    expect(seats[1].locator("#phrase-0")).to_have_text("Player 0001: Good game")
    expect(seats[0].get_by_text("You have said enough for now")).to_be_visible()


def test_the_next_hand_begins_where_something_was_said(
    table: PlayedHand, enter: Callable[[str, str], Page]
) -> None:
    seats = [enter(session, table.path) for session in table.sessions]
    say(seats[0], "Good luck")
    for page in seats:
        page.get_by_role("button", name="Ready for the next hand").click()
    for page in seats:
        expect(page.locator(".ot-hand li").nth(9)).to_be_visible()
        expect(page.locator("#phrase-0")).to_contain_text("Good luck")
        expect(page.locator(".ot-phrases")).to_have_count(0)
    in_turn = seats[0] if seats[0].locator(".ot-buttons button").count() else seats[1]
    in_turn.get_by_role("button", name="Pass").click()
    expect(in_turn.locator("#live [role=alert]:visible")).to_have_count(0)
    expect(in_turn.locator("#table-said")).to_contain_text("is to play")


def test_without_script_a_phrase_is_said_by_its_form(
    table: PlayedHand, server: str, opened: Callable[..., Page]
) -> None:
    page = opened(java_script_enabled=False)
    page.context.add_cookies([{"name": "sessionid", "value": table.sessions[0], "url": server}])
    page.goto(server + table.path)
    say(page, "Good game")
    expect(page).to_have_url(server + table.path)
    expect(page.locator("#phrase-0")).to_have_text("Player 0001: Good game")


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing_between_two_hands(
    table: PlayedHand, server: str, opened: Callable[..., Page], aside: Callable, viewport: dict
) -> None:
    for seat, code in ((0, "good_luck"), (1, "one_moment")):
        aside(partial(table.event.ask, seat, "phrases", {"code": code}))
    for scheme in ("light", "dark"):
        page = opened(viewport=viewport, color_scheme=scheme)
        cookie = {"name": "sessionid", "value": table.sessions[0], "url": server}
        page.context.add_cookies([cookie])
        watch(page, server + table.path)
        page.locator("#device").click()
        for label in ("Four colours", "Large print"):
            page.get_by_label(label).check()
        found = AXE.run(page, options=RULES)
        assert not found.violations_count, found.generate_report()
        assert not page.evaluate(WIDER_THAN_THE_WINDOW)
