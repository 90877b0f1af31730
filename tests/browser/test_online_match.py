"""A whole best of five, played by two in browsers of their own, moves the bracket."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from redis import Redis

from tests.browser.conftest import LAPTOP, PHONE, watch
from tests.browser.online_players import OnlineCup, OnlinePlayer, Tapping, Typing, begin
from tests.browsers import CLUB_HOST
from tests.services import WebServer, Worker, web_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.sampled]

NOT_SENT = "[object HTMLDivElement]"  # htmx notes so what it could not send
AWAY = (NOT_SENT, "404 (Not Found)", "net::ERR_EMPTY_RESPONSE", "net::ERR_CONNECTION_RESET")


@pytest.fixture
def web(transactional_db: None, redis: Redis, tmp_path: Path) -> Iterator[WebServer]:
    """The web server as a process of its own, with a worker beside it."""
    with web_server(tmp_path) as server, Worker(tmp_path):
        yield server


def assert_bracket_moves(bracket: Page, cup: OnlineCup, aside: Callable) -> None:
    """Who won by the record stands in the final, on a page that was open all the time."""
    expect(bracket.locator("#round-2 .nm").first).to_have_text(aside(cup.winner))


def test_on_telephones_with_all_that_happens_to_them(
    web: WebServer, aside: Callable, opened: Callable[..., Page]
) -> None:
    cup = aside(OnlineCup)
    sessions = aside(lambda: [cup.session(0), cup.session(1)])
    bracket = opened(expected=AWAY)
    watch(bracket, web.address + cup.bracket)
    expect(bracket.locator("#round-2 .nm").first).to_have_text("Winner of semi-final 1")
    one, other = [OnlinePlayer(opened(AWAY, viewport=PHONE), Tapping) for _seat in range(2)]
    match = begin(web.address, cup.table, [one, other], sessions)

    match.play(6)
    one.page.reload()
    match.agree()

    match.play(5)
    away = match.in_turn()
    away.page.context.set_offline(True)
    away.act()
    expect(away.page.get_by_role("alert")).to_contain_text("Not sent")
    away.page.context.set_offline(False)
    match.play(5)

    web.restart()
    match.play(5)

    device = OnlinePlayer(opened(AWAY, viewport=PHONE), Tapping)
    device.come_to(web.address, cup.table, aside(lambda: cup.session(0)))
    expect(device.page.locator("#came-over")).to_be_visible()
    match.players[0] = device
    match.agree()
    match.play(4)
    expect(device.page.locator("#came-over")).to_have_count(0)
    expect(one.page.get_by_text("This seat is played on another device now.")).to_be_visible()
    one.page.get_by_role("button", name="Play on here").click()
    expect(one.page.locator("#elsewhere")).to_have_count(0)
    match.players[0] = one
    match.agree()

    assert match.play()
    assert_bracket_moves(bracket, cup, aside)


def test_by_keyboard_alone(server: str, aside: Callable, opened: Callable[..., Page]) -> None:
    play(server.replace(CLUB_HOST, "127.0.0.1"), Typing, LAPTOP, aside, opened)


def test_on_plain_http_under_the_name_of_a_club(
    server: str, aside: Callable, opened: Callable[..., Page]
) -> None:
    pages = play(server, Tapping, PHONE, aside, opened)
    assert [page.evaluate("isSecureContext") for page in pages] == [False, False]


def play(server: str, hand, viewport, aside: Callable, opened: Callable[..., Page]) -> list[Page]:
    """A match from sitting down to the bracket; the pages of both."""
    cup = aside(OnlineCup)
    sessions = aside(lambda: [cup.session(0), cup.session(1)])
    bracket = opened()
    watch(bracket, server + cup.bracket)
    players = [OnlinePlayer(opened(viewport=viewport), hand) for _seat in range(2)]
    assert begin(server, cup.table, players, sessions).play()
    assert_bracket_moves(bracket, cup, aside)
    return [player.page for player in players]
