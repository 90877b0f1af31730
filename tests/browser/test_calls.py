"""A referee is called at a table: it stands on their page at once, and who comes on the
players'."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from players.models import Membership
from tests.browser.conftest import PHONE, watch
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user, sign_in
from tournaments.services.events import setup
from tournaments.services.events.staff import issue_pass
from tournaments.services.stages import rounds
from web.db.clock import now

CALLS = 5


@dataclass(frozen=True, slots=True)
class Evening:
    """Addresses, and the sessions of who is there."""

    tables: str
    match: str
    pad: str
    player: str
    opponent: str
    referee: str
    by_pass: str


def evening() -> Evening:
    event = make_tournament(start=False)
    do = {"tournament_id": event.pk, "by": DIRECTOR}
    setup.set_tables(tables=[(7, ""), (8, "")], **do, now=NOW)
    rounds.start_tournament(**do, now=NOW)
    board = board_of(event, 1, 1)
    sessions = []
    for seat in board.match.seats.order_by("seat"):
        seat.player.user = make_user(seat.player.name)
        seat.player.save()
        sessions.append(session_of(seat.player.user))
    ruth = make_user("Ruth Okonedo")
    Membership.objects.create(club=event.club, user=ruth, role=Membership.Roles.REFEREE)
    client = Client()
    made = issue_pass(name="Gerda Ōno", **do, now=now())
    client.post(reverse("staff_pass", args=[made.token]))
    place = [event.club.slug, event.slug]
    return Evening(
        reverse("tables", args=place),
        reverse("match", args=[*place, board.match_id]),
        reverse("pad", args=[*place, board.match_id]),
        *sessions,
        session_of(ruth),
        client.cookies["sessionid"].value,
    )


def session_of(user: object) -> str:
    client = Client()
    sign_in(client, user)
    return client.cookies["sessionid"].value


def as_reader(opened: Callable[..., Page], server: str, session: str, address: str) -> Page:
    page = opened(viewport=PHONE)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    watch(page, f"{server}{address}")
    return page


NOTE_WHEN_IT_CALLS = """() => {
  window.calledAt = 0;
  const look = () => (window.calledAt ||= document.querySelector(".callrow") ? Date.now() : 0);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def seconds_to_call(player: Page, referee: Page) -> float:
    """From the tap of the player to the row on the referee's page: both count by one clock, and
    the page itself notes when, as Playwright looks but now and then."""
    player.get_by_text("Call a referee").click()
    button = player.get_by_role("button", name="Count in doubt")
    button.wait_for()
    referee.evaluate(NOTE_WHEN_IT_CALLS)
    before = time.time()
    button.click(no_wait_after=True)
    expect(referee.locator(".callrow")).to_contain_text("count in doubt", timeout=10_000)
    expect(player.locator(".call-here")).to_contain_text("A referee is called")
    return float(referee.evaluate("window.calledAt")) / 1000 - before


def test_a_call_is_told_on_the_referees_page_and_who_comes_on_the_players(
    server: str,
    aside: Callable,
    opened: Callable[..., Page],
    figure: Callable[[str, object], None],
) -> None:
    there = aside(evening)
    referee = as_reader(opened, server, there.referee, there.tables)
    player = as_reader(opened, server, there.player, there.match)

    took = [seconds_to_call(player, referee)]
    for _ in range(CALLS - 1):
        player.get_by_role("button", name="We have sorted it out").click()
        expect(referee.locator(".callrow")).to_have_count(0)
        took.append(seconds_to_call(player, referee))
    slowest = max(took[1:])  # the first finds a server that has made no such page before
    figure("a call on the referee's page, slowest of four", f"{slowest * 1000:.0f} ms")
    row = referee.locator(".callrow")
    expect(row.locator(".call-no")).to_contain_text("7")
    expect(referee.get_by_role("heading", level=1)).to_have_text("Table 7 calls: count in doubt")
    opponent = as_reader(opened, server, there.opponent, there.match)
    expect(opponent.locator(".call-here")).to_contain_text("A referee is called")
    by_pass = as_reader(opened, server, there.by_pass, there.tables)

    by_pass.get_by_role("button", name="I am coming").wait_for()
    referee.get_by_role("button", name="I am coming").click()
    expect(referee).to_have_url(f"{server}{there.tables}")
    expect(referee.locator(".callrow")).to_contain_text("You are on your way")
    for page in (player, opponent):
        expect(page.locator(".call-here")).to_contain_text("Ruth Okonedo is on the way.")
    expect(by_pass.locator(".callrow")).to_contain_text("Ruth Okonedo is on the way")

    by_pass.get_by_role("button", name="Take over").click()
    expect(referee.locator(".callrow")).to_contain_text("Gerda Ōno is on the way")
    expect(player.locator(".call-here")).to_contain_text("Gerda Ōno is on the way.")

    player.get_by_role("button", name="We have sorted it out").click()
    for page in (referee, by_pass):
        expect(page.locator(".callrow")).to_have_count(0)
    expect(opponent.get_by_text("Call a referee")).to_be_visible()


def test_the_pad_of_a_table_that_calls_is_one_tap_away_and_so_is_the_way_back(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    there = aside(evening)
    player = as_reader(opened, server, there.player, there.match)
    player.get_by_text("Call a referee").click()
    player.get_by_role("button", name="Something else").click()
    referee = as_reader(opened, server, there.referee, there.tables)
    referee.locator(".callrow").get_by_role("link", name="Pad").click()
    expect(referee).to_have_url(f"{server}{there.pad}")
    referee.get_by_role("link", name="Back to the tables").click()
    expect(referee).to_have_url(f"{server}{there.tables}")
