"""The page of a table by days: the dealer passes the upcard before it is their turn."""

import pytest
from django.test import Client

from games.models import Premove
from tests.builders import sign_in
from tests.by_days import TWO_DAYS
from tests.online import OnlineEvent
from web.page import new_key

pytestmark = pytest.mark.django_db

OFFER = "Pass it, too, if my opponent passes"
SAID = "You pass the upcard as soon as it is your turn."


class Pages:
    """The page of the table as each seat has it."""

    def __init__(self) -> None:
        self.event = OnlineEvent(clock=TWO_DAYS)
        self.event.begin()
        event = self.event.tournament
        match = self.event.board.match_id
        self.path = f"/c/{event.club.slug}/{event.slug}/matches/{match}/table/"
        self.clients = [Client(), Client()]
        for client, user in zip(self.clients, self.event.users, strict=True):
            sign_in(client, user)

    def text(self, seat: int) -> str:
        return str(self.clients[seat].get(self.path).text)

    def press(self, seat: int, act: str) -> str:
        view = self.event.view(seat)
        form = {"act": act, "key": new_key(), "d": view["d"], "version": view["version"]}
        return str(self.clients[seat].post(self.path, form, follow=True).text)


def test_it_is_said_and_taken_back_and_the_other_page_knows_nothing() -> None:
    pages = Pages()
    first = int(pages.event.view()["turn"])
    dealer = 1 - first
    assert OFFER in pages.text(dealer)
    assert OFFER not in pages.text(first)
    assert SAID in pages.press(dealer, "pass_ahead")
    assert SAID not in pages.text(first)
    assert OFFER in pages.press(dealer, "decide_later")
    assert SAID in pages.press(dealer, "pass_ahead")
    pages.event.act(first, "pass")
    assert pages.event.view()["turn"] == first
    assert SAID not in pages.text(dealer)


def test_who_is_in_turn_can_say_nothing_ahead() -> None:
    pages = Pages()
    first = int(pages.event.view()["turn"])
    assert "no upcard to pass ahead" in pages.press(first, "pass_ahead")
    assert not Premove.objects.exists()
