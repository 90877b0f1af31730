"""Two who never have the same evening play for a week by days: each finds on Tonight that it is
their turn, plays it and goes again. The clock is handed in: between two visits a day goes by."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import TableEvent
from players.models import Mail
from tests.browser.conftest import PHONE
from tests.browser.online_players import OnlinePlayer, Tapping, session_of
from tests.builders import wish_for
from tests.by_days import TWO_DAYS, pass_time
from tests.online import OnlineEvent
from tournaments.services.desk.turn_mails import tell_turns
from web.db import clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

A_WEEK = 7 * 24
BETWEEN_VISITS = 21
"""Hours, of the two days that each has for a turn."""


def cup_by_days() -> OnlineEvent:
    event = OnlineEvent(clock=TWO_DAYS)
    for user in event.users:
        wish_for(user, "turn", "turn_reminder")
    return event


def go_by(hours: float) -> None:
    """So much time goes by, and the worker writes to who is to be told."""
    pass_time(hours=hours)
    tell_turns(now=clock.now())


class ByDays:
    """One of the two, on their telephone."""

    def __init__(self, server: str, page: Page, session: str) -> None:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
        self.tonight, self.page = f"{server}/me/", page
        self.player = OnlinePlayer(page, Tapping)

    def visit(self) -> bool:
        """Open Tonight; where it is their turn, play it, and go. Whether it was."""
        self.page.goto(self.tonight)
        to_table = self.page.locator("section[aria-labelledby^=days-] a")
        is_waiting = to_table.count() > 0
        if is_waiting:
            to_table.first.click()
            expect(self.page.locator("#live.ot")).to_be_visible()
            self._play()
        self.page.goto("about:blank")
        return is_waiting

    def _play(self) -> None:
        """Sit down, which the page does for the most part by itself, and act until it is the
        other's turn."""
        sit = self.page.get_by_role("button", name="Sit down")
        if sit.count():
            sit.click()
        for step in ("sit", "hash", "open"):
            expect(self.page.locator(f"#step[data-step={step}]")).to_have_count(0)
        while self.player.is_asked():
            before = self.player.version
            self.player.act()
            expect(self.page.locator("#live")).not_to_have_attribute("data-version", before)
            expect(self.page.locator("#live [role=alert]:visible")).to_have_count(0)


def test_a_week_by_days(server: str, aside: Callable, opened: Callable[..., Page]) -> None:
    event: OnlineEvent = aside(cup_by_days)
    sessions = [aside(lambda user=user: session_of(user)) for user in event.users]
    people = [ByDays(server, opened(viewport=PHONE), session) for session in sessions]
    hours = visits = 0
    while hours < A_WEEK:
        waiting = [one for one in people if one.visit()]
        assert waiting, "somebody is always waited for"
        visits += len(waiting)
        aside(lambda: go_by(BETWEEN_VISITS))
        hours += BETWEEN_VISITS
    kinds = aside(lambda: list(TableEvent.objects.values_list("kind", flat=True)))
    assert {"deal", "action"} <= set(kinds)
    assert "flag" not in kinds, "nobody ran out of time"
    assert kinds.count("action") >= visits - 4, "all but the visits to sit down played a turn"
    told = aside(lambda: Mail.objects.filter(kind="turn").count())
    assert told >= 5, "each was told of their turns"
