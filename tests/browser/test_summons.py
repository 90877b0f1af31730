"""The director calls who is not at their online table: they read it where they are, and are there
two presses later."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_online_card import as_reader, session_of
from tests.builders import owner_of
from tests.online import OnlineEvent

pytestmark = pytest.mark.sampled


class Evening:
    """A match at whose table nobody has sat down."""

    def __init__(self) -> None:
        self.event = OnlineEvent()
        tournament = self.event.tournament
        place = [tournament.club.slug, tournament.slug]
        self.desk = reverse("desk", args=place)
        self.page = reverse("tournament", args=place)
        self.table = reverse("online_table", args=[*place, self.event.board.match_id])
        self.director = session_of(owner_of(tournament.club))
        self.players = [session_of(user) for user in self.event.users]


@pytest.fixture
def evening(server: str, aside: Callable) -> Evening:
    return aside(Evening)


def test_who_is_missing_is_called_by_one_press_and_comes_by_two(
    server: str, evening: Evening, opened: Callable[..., Page]
) -> None:
    first, second = evening.players
    tonight = as_reader(opened(viewport=PHONE), server, first, "/me/")
    event = as_reader(opened(viewport=PHONE), server, second, evening.page)
    desk = as_reader(opened(), server, evening.director, evening.desk)
    missing = desk.locator("#missing li")
    expect(missing.filter(has_text="Has not sat down")).to_have_count(2)
    expect(event.locator("#own-table")).to_contain_text("Your match can begin")

    desk.get_by_role("button", name="Call all of them").click()

    expect(desk.locator("#notices")).to_contain_text("Called to their tables:")
    expect(missing.filter(has_text="Called just now.")).to_have_count(2)
    expect(desk.get_by_role("button", name="Call to the table")).to_have_count(0)
    expect(tonight.locator("#step")).to_contain_text("You are called to your online table")
    expect(tonight.locator("#news")).to_contain_text("You are called to your online table")
    expect(event.locator("#own-table")).to_contain_text("You are called to your online table.")
    for page in (tonight, event):
        page.get_by_role("link", name="To the table").click()
        expect(page).to_have_url(server + evening.table)
        page.get_by_role("button", name="Sit down").click()
    expect(missing).to_have_count(0, timeout=20_000)
