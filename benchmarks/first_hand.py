"""How soon a new visitor plays: `python -m benchmarks.first_hand`, with DATABASE_URL on PostgreSQL.

Starts the server as `bin/server` does, in a directory of its own. Each visitor comes for the first
time, with a telephone whose processor is four times slower than this one: they open the front page,
press "Play a hand", and do at once what they are asked for until they have thrown a card. The times
count from the call of the front page, with the time that the computer player takes over its own
moves. A missed goal fails the run.
"""

import sys
from collections.abc import Iterator
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.figures import Figure
from benchmarks.running import Server, on_a_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

VISITORS = 9  # of one address no more than ten tables are open at a time
SLOWER = 4
PHONE = {"width": 390, "height": 844}


class Visit(NamedTuple):
    """Seconds from the call of the front page: until its button could be pressed, until the cards
    and the first discard were there, and until a card of one's own was thrown."""

    front: float
    cards: float
    thrown: float


def measure(server: Server) -> Iterator[Figure]:
    from playwright.sync_api import sync_playwright

    from tests.browsers import FLAGS, find_browser

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=[*FLAGS])
        visits = [_visit(chromium, server.port) for _visitor in range(VISITORS)]
        chromium.close()
    for name, times, most in (
        ("the front page", [one.front for one in visits], None),
        ("cards and first discard, after one tap", [one.cards for one in visits], 5.0),
        ("one's own first throw", [one.thrown for one in visits], None),
    ):
        yield Figure(f"{name}, the slowest of {VISITORS}", max(times), most, "s")
        yield Figure("  p50", median(times), None, "s")


def _visit(chromium: Any, port: int) -> Visit:
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    began = monotonic()
    page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
    button = page.get_by_role("button", name="Play a hand")
    button.wait_for()
    front = monotonic() - began
    button.tap()
    page.locator(".ot-hand [data-card]").first.wait_for()
    page.locator("[data-pile='discards'] .pcard").wait_for()
    cards = monotonic() - began
    _throw(page)
    thrown = monotonic() - began
    context.close()
    return Visit(front, cards, thrown)


def _throw(page: "Page") -> None:
    """What is asked for is done, until the first card is thrown."""
    throw, take = page.locator(".ot-throw"), page.locator("#own .ot-buttons [name=action]")
    while True:
        throw.or_(take).first.wait_for()
        if throw.count():
            break
        version = page.locator("#live").get_attribute("data-version")
        take.first.tap()
        page.locator(f"#live:not([data-version='{version}'])").wait_for()
    version = page.locator("#live").get_attribute("data-version")
    page.locator(".ot-card").last.tap()
    throw.tap()
    page.locator(f"#live:not([data-version='{version}'])").wait_for()


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
