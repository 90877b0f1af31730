"""From the notice of an online match to the first discard: how often somebody has to touch their
telephone."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import Settings

from games.engine.gin.fair.words import word_hash
from tests.browser.conftest import PHONE
from tests.browser.thumb import Thumb
from tests.builders import DIRECTOR, sign_in, wish_for
from tests.online import OnlineEvent
from tests.services import wait_until
from tournaments.services.stages.notices import send_notices
from web.db.clock import now

pytestmark = pytest.mark.sampled

WORD = "of the opponent"
MOST_TAPS = 3


class Noticed:
    """A match of which the first player has a notice; their opponent is at the table already."""

    def __init__(self) -> None:
        # Where the cards ask who deals, that is a tap more of who is asked.
        self.event = OnlineEvent(rules={"first_dealer": "random"})
        player = self.event.users[0]
        wish_for(player, "next_match")
        send_notices(stage_id=self.event.tournament.stages.get().pk, by=DIRECTOR, now=now())
        self.path = urlsplit(mail.outbox[-1].body.split()[-1]).path
        client = Client()
        sign_in(client, player)
        self.session = client.cookies["sessionid"].value
        self.event.ready(1)

    def has_sat_down(self) -> bool:
        return self.event.view(1)["seating"]["commitment"] is not None

    def is_committed(self) -> bool:
        return self.event.view(1)["seating"]["word_hashes"][0] is not None

    def answer(self) -> None:
        """The opponent opens their word."""
        self.event.ready(1, word=WORD)

    def is_dealt(self) -> bool:
        return self.event.view(1)["state"] == "playing"

    def play_on(self) -> None:
        """Until the first player is in turn."""
        while self.event.view()["turn"] == 1:
            self.event.step(("pass", "draw"))

    def throws(self) -> list[str]:
        """What the first player has thrown."""
        events = self.event.table.events.filter(kind="action", seat=0).order_by("number")
        return [one.data["action"] for one in events if one.data["action"].startswith("discard")]


def test_from_the_notice_to_the_first_discard(
    server: str, aside: Callable, opened: Callable[..., Page], settings: Settings
) -> None:
    settings.IS_REACHABLE = True
    match = aside(Noticed)
    thumb = Thumb(opened(viewport=PHONE))
    page = thumb.page
    page.context.add_cookies([{"name": "sessionid", "value": match.session, "url": server}])
    page.goto(server + match.path)

    thumb.press("Sit down")
    wait_until(lambda: aside(match.has_sat_down), what="both have sat down")
    aside(lambda: match.event.ready(1, word_hash=word_hash(WORD)))
    wait_until(lambda: aside(match.is_committed), what="the page has chosen its word")
    aside(match.answer)
    wait_until(lambda: aside(match.is_dealt), what="the cards are dealt")
    aside(match.play_on)
    thumb.tap(
        page.get_by_role("button", name="Take the")
        .or_(page.get_by_role("button", name="Draw from the stock"))
        .first
    )
    expect(page.locator(".ot-throw")).to_be_visible()
    discards = page.locator("[data-pile='discards']")
    thumb.drag(page.locator(".ot-card").first, discards)
    wait_until(lambda: aside(match.throws), what="the card is thrown")
    assert thumb.taps <= MOST_TAPS
