"""How soon a spectator sees a result: `python -m benchmarks.spectator`, with DATABASE_URL on
PostgreSQL.

Starts the server as `bin/server` does, in a directory of its own, and opens its pages in Chromium.
A time is that from sending a result until the open page, looked at with each frame that it paints,
shows it, at 512 entrants: the server's answer, its worker, the socket and the new fetch are all in
it. A page gets two frames a second, so results in quick order wait for each other; the goal is that
of a result alone. Each figure is printed with its goal, and a missed goal fails the run.
"""

import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.evening import club_of, matches, started
from benchmarks.figures import Figure, timed
from benchmarks.running import Client, Server, on_a_server
from tests.browser.conftest import watch
from tests.browsers import FLAGS, find_browser

ENTRANTS = 512
RESULTS = 10  # of either kind; one part of a large bracket has 32 first matches
SECOND = 1000  # milliseconds, after which the page may get as many frames again
GOAL = 1.0  # seconds

# Whether the seat of the second round that match [0] of the first one fills has the winner [1].
IS_SEATED = """([number, winner]) =>
    document.querySelectorAll("#round-1-2 .nm")[number - 1].textContent === winner"""
# Whether the winner [1] has a win in the standings, wherever they stood before.
HAS_WON = """([, winner]) => [...document.querySelectorAll(".stand tbody tr")].some(
    (row) => row.textContent.includes(winner) && row.querySelector("td.n").textContent === "1")"""


def measure(server: Server) -> Iterator[Figure]:
    client = server.client()
    club, players = club_of(client, ENTRANTS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=[*FLAGS])
        for name, where, is_shown, settings in (
            ("a knock-out's next slot shows", "?section=1", IS_SEATED, {}),
            ("a Swiss's standings show", "standings/", HAS_WON, {"format": "swiss"}),
        ):
            tournament = started(client, club, players, best_of=3, **settings)
            slug = client.get(f"tournaments/{tournament}/")["slug"]
            page = chromium.new_page()
            watch(page, f"http://127.0.0.1:{server.port}/c/{club}/{slug}/{where}")
            first = matches(client, tournament, 1)
            alone = _seen(page, client, first[:RESULTS], is_shown, SECOND)
            yield Figure(f"until {name} it, p50 of {RESULTS}", median(alone), GOAL, "s")
            yield Figure("  the slowest", max(alone), None, "s")
            quick = _seen(page, client, first[RESULTS : 2 * RESULTS], is_shown, 0)
            yield Figure(
                f"  {RESULTS} more, each as soon as the last one shows", median(quick), None, "s"
            )
            page.close()
        chromium.close()


def _seen(
    page: Page, client: Client, rows: list[dict[str, Any]], is_shown: str, pause: int
) -> list[float]:
    """The seconds that each result took until the page showed it, a pause before each."""
    times = []
    for match in rows:
        what = [match["number"], match["players"][0]["name"]]
        assert not page.evaluate(is_shown, what)
        page.wait_for_timeout(pause)
        with timed() as spent:
            body = {"version": match["version"], "games_won": [2, 0]}
            client.post(f"matches/{match['id']}/result/", body)
            page.wait_for_function(is_shown, arg=what)
        times.append(spent.wall)
    return times


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
