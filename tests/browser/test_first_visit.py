"""What a spectator's first visit costs: requests, bytes, nothing that jumps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import LAPTOP, PHONE
from tests.builders import board_of, make_tournament, win

MOST_REQUESTS = 6  # the socket counted
MOST_BYTES = 100_000
SHIFTED = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 200);
})"""


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("cards", ["", "?knocker=KS+AS+2S"], ids=["empty", "cards"])
def test_a_hand_is_counted_on_a_page_that_stands_still(
    opened: Callable[..., Page], server: str, viewport: dict[str, int], cards: str
) -> None:
    page = opened(viewport=viewport)
    page.goto(f"{server}/count/{cards}", wait_until="networkidle")
    page.locator(".pick").nth(51).wait_for()
    assert page.evaluate(SHIFTED) == 0


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_tournament_of_64_opens_with_few_requests_and_stands_still(
    opened: Callable[..., Page], server: str, aside: Callable, viewport: dict[str, int]
) -> None:
    tournament = aside(lambda: make_tournament(entrants=64))
    aside(lambda: win(board_of(tournament, 1, 1), 0))
    page = opened(viewport=viewport)
    asked: list[str] = []
    received: list[float] = []
    tools = page.context.new_cdp_session(page)
    tools.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    tools.on("Network.webSocketCreated", lambda event: asked.append(event["url"]))
    tools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    page.goto(f"{server}/c/{tournament.club.slug}/{tournament.slug}/", wait_until="networkidle")
    requests = [url for url in asked if not url.startswith("data:")]
    assert len(requests) <= MOST_REQUESTS, "\n".join(requests)
    assert sum(received) <= MOST_BYTES
    assert page.evaluate(SHIFTED) == 0
