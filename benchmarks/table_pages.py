"""Two people play in browsers, on one table among others: how soon what they do is on the screens.

Each page notes when it was tapped, when the card that the tap moves was seen to move, and when it
showed a new version of the table; a frame counts once the next one begins.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import PHONE
from tests.browser.online_players import OnlinePlayer, PlayedMatch, Tapping, begin
from tests.browsers import FLAGS, find_browser

#: In production a proxy leads to both servers; here the page is told where the sockets are.
SOCKETS_AT = """
const Socket = WebSocket;
window.WebSocket = class extends Socket {
  constructor(address) { super(address.replace(location.port, "%d")); }
};
"""
NOTES = """
window.noted = { taps: [], shown: {} };
const now = () => performance.timeOrigin + performance.now();
const painted = (note) => requestAnimationFrame(() => requestAnimationFrame(note));
let tapped = 0;
let places = new Map();

function tap(event) {
  tapped = performance.timeOrigin + event.timeStamp;
  const cards = document.querySelectorAll("#live .ot-card, #live [data-pile] > .pcard");
  places = new Map([...cards].map((card) => [card, card.getBoundingClientRect()]));
}

function begin({ detail }) {
  if (detail.elt.id !== "own") return;
  const noting = { at: tapped, moved: null };
  noted.taps.push(noting);
  const card = document.querySelector("[data-going]");
  const from = places.get(card);
  const look = () => {
    const { x, y } = card.getBoundingClientRect();
    const isThere = !card.isConnected; // the answer has put it there already
    if (isThere || Math.hypot(x - from.x, y - from.y) > 1) {
      requestAnimationFrame(() => (noting.moved = now()));
    } else requestAnimationFrame(look);
  };
  if (card) requestAnimationFrame(look);
}

function show() {
  const { version } = document.getElementById("live").dataset;
  painted(() => (noted.shown[version] ??= now()));
}

addEventListener("pointerup", tap, true);
addEventListener("DOMContentLoaded", () => { // after the modules of the page
  document.addEventListener("htmx:beforeRequest", begin);
  document.addEventListener("htmx:afterSwap", show);
});
"""


@dataclass
class Screens:
    """Milliseconds from a tap until the own card is seen to move, and until the other player's
    screen shows what was done."""

    moved: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)


def play_in_browsers(
    web: int, live: int, table: str, sessions: list[str], seconds: float
) -> Screens:
    """What two people see of a match that they play for so long, or to its end. `web` and `live`
    are ports, `sessions` those of the players by seat."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=[*FLAGS])
        pages = [_page(chromium, live) for _session in sessions]
        players = [OnlinePlayer(page, Tapping) for page in pages]
        match = begin(f"http://127.0.0.1:{web}", table, players, sessions)
        screens, until = Screens(), time.monotonic() + seconds
        while time.monotonic() < until and not match.is_over():
            for moved, shown in _step(match):
                screens.moved += moved
                screens.shown.append(shown)
        chromium.close()
    return screens


def _page(chromium: Browser, live: int) -> Page:
    context = chromium.new_context(viewport=PHONE, bypass_csp=True)  # the sockets are elsewhere
    context.add_init_script(SOCKETS_AT % live + NOTES)
    return context.new_page()


def _step(match: PlayedMatch) -> Iterator[tuple[list[float], float]]:
    """One step of the match; what was noted of it, where it was an action in a hand."""
    one = match.in_turn()
    (other,) = (player for player in match.players if player is not one)
    before = len(_noted(one)["taps"])
    match.step()
    version = one.version
    other.page.wait_for_function("version => version in noted.shown", arg=version)
    for tap in _noted(one)["taps"][before:]:
        moved = [] if tap["moved"] is None else [tap["moved"] - tap["at"]]
        yield moved, _noted(other)["shown"][version] - tap["at"]


def _noted(player: OnlinePlayer) -> Any:
    return player.page.evaluate("noted")
