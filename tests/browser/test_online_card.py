"""The card of an online table in the hands of a referee, while the two play: what they do is on the
players' pages at once, and what they type is there until they send it."""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from players.models import User
from tests.browser.conftest import PHONE, watch
from tests.browser.test_accessibility import WIDER_THAN_THE_WINDOW
from tests.builders import owner_of, sign_in
from tests.online import OnlineEvent
from web.db import clock

pytestmark = pytest.mark.sampled

HOURS = {"kind": "game", "minutes": 180, "increment": 0}
OTHERWISE = {"first_dealer": "random"}


class Evening:
    """A hand that has begun, with the sessions of who is in turn and of the club's owner."""

    def __init__(self) -> None:
        self.event = event = OnlineEvent(clock=HOURS, rules=OTHERWISE)
        event.begin()
        tournament = event.tournament
        place = [tournament.club.slug, tournament.slug, event.board.match_id]
        self.card = reverse("online_card", args=place)
        self.table = reverse("online_table", args=place)
        self.tables = reverse("tables", args=place[:2])
        self.player = session_of(event.users[event.view()["turn"]])
        self.staff = session_of(owner_of(tournament.club))
        self.zone = ZoneInfo(tournament.club.time_zone)


def session_of(user: User) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


@pytest.fixture
def evening(server: str, aside: Callable) -> Evening:
    return aside(Evening)


def as_reader(page: Page, server: str, session: str, address: str) -> Page:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, server + address)
    return page


def act(card: Page, heading: str, reason: str) -> None:
    """Fill in the reason of a form, and send it."""
    form = card.locator("section", has=card.get_by_role("heading", name=heading, exact=True))
    form.get_by_label("Reason").fill(reason)
    form.get_by_role("button").last.click()
    expect(card.locator("#notices .notice")).to_have_count(1)


def test_what_the_staff_do_is_on_the_players_page_at_once(
    server: str, evening: Evening, aside: Callable, opened: Callable[..., Page]
) -> None:
    card = as_reader(opened(), server, evening.staff, evening.card)
    player = as_reader(opened(viewport=PHONE), server, evening.player, evening.table)
    in_turn = card.locator(".ocard-seats tr[data-turn]")
    expect(in_turn.get_by_text("Connected", exact=True)).to_be_visible(timeout=15_000)
    expect(card.get_by_role("button", name="Let play go on")).to_be_hidden()

    act(card, "Pause", "A card was exposed.")
    expect(player.locator("#table-said")).to_contain_text("The match is paused.")
    expect(player.locator("body")).not_to_contain_text("A card was exposed.")
    expect(card.get_by_role("button", name="Pause the match")).to_be_hidden()
    act(card, "Go on", "It is settled.")
    expect(player.locator("#live")).to_contain_text("Play goes on.")
    expect(player.locator("#table-said")).to_contain_text("Your turn")

    name = card.locator(".ocard-seats tr[data-turn] b").inner_text()
    card.locator(".seg label", has_text=name).first.click()
    card.locator(".seg label", has_text="5 min").click()
    before = int(player.locator(".ot-mine [data-left]").get_attribute("data-left"))
    act(card, "Give time", "The line was dead.")
    expect(card.locator("#notices")).to_contain_text(f"{name} has 5 min more.")
    expect(player.locator("#live")).to_contain_text(f"{name} was given more time: 5:00.")
    after = int(player.locator(".ot-mine [data-left]").get_attribute("data-left"))
    assert 200_000 < after - before <= 300_000

    hand = aside(lambda: [evening.event.view(seat)["hands"][seat] for seat in (0, 1)])
    cards = card.locator(".ocard-hand .pcard")
    expect(cards).to_have_count(0)
    act(card, "Disclose the hands", "Two do not agree on a card.")
    expect(cards).to_have_count(sum(map(len, hand)))
    expect(player.locator("#live")).to_contain_text("sees both hands from now on")

    until = (clock.now() + timedelta(hours=20)).astimezone(evening.zone)
    card.get_by_label("Play goes on at").fill(until.strftime("%Y-%m-%dT%H:%M"))
    act(card, "Adjourn", "The hall closes.")
    expect(player.locator("#table-said")).to_contain_text("The match is adjourned.")
    expect(player.locator("#live")).to_contain_text("It goes on by itself")
    expect(card.locator("#card-said")).to_contain_text("It goes on by itself")


def test_what_is_typed_stays_while_cards_are_played(
    server: str, evening: Evening, aside: Callable, opened: Callable[..., Page]
) -> None:
    card = as_reader(opened(viewport=PHONE), server, evening.staff, evening.card)
    section = card.locator("section", has=card.get_by_role("heading", name="Pause", exact=True))
    reason = section.get_by_label("Reason")
    reason.press_sequentially("They quarrel")
    version = card.locator("#live").get_attribute("data-version") or ""
    aside(evening.event.step)
    expect(card.locator("#live")).not_to_have_attribute("data-version", version)
    expect(reason).to_be_focused()
    reason.press_sequentially(" about a card.")
    expect(reason).to_have_value("They quarrel about a card.")
    section.get_by_role("button").click()
    expect(card.locator("#card-said")).to_contain_text("The match is paused.")
    pause = aside(lambda: evening.event.table.events.get(kind="pause"))
    assert pause.data["reason"] == "They quarrel about a card."


@pytest.mark.parametrize("width", [320, 390])
def test_it_works_without_script_and_on_a_narrow_page(
    width: int, server: str, evening: Evening, aside: Callable, opened: Callable[..., Page]
) -> None:
    card = opened(viewport={"width": width, "height": 700}, java_script_enabled=False)
    card.context.add_cookies([{"name": "sessionid", "value": evening.staff, "url": server}])
    card.goto(server + evening.card)
    act(card, "Pause", "A call.")
    expect(card.get_by_role("button", name="Pause the match")).to_be_hidden()
    expect(card.get_by_role("button", name="Let play go on")).to_be_visible()
    assert aside(lambda: evening.event.view()["state"]) == "paused"
    narrow = as_reader(
        opened(viewport={"width": width, "height": 700}), server, evening.staff, evening.card
    )
    assert not narrow.evaluate(WIDER_THAN_THE_WINDOW)


def test_the_list_of_the_referees_follows_whose_turn_it_is(
    server: str, evening: Evening, aside: Callable, opened: Callable[..., Page]
) -> None:
    tables = as_reader(opened(viewport=PHONE), server, evening.staff, evening.tables)
    in_turn = tables.locator(".onl-s[data-turn] .onl-n")
    before = in_turn.inner_text()
    row = tables.locator(".onl a")
    row.focus()
    aside(lambda: evening.event.step(("pass",)))
    expect(in_turn).not_to_have_text(before, timeout=15_000)
    expect(row).to_be_focused()
    row.press("Enter")
    expect(tables).to_have_url(server + evening.card)
