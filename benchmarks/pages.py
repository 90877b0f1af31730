"""What a page costs: `python -m benchmarks.pages`, with DATABASE_URL on PostgreSQL.

The pages and the bare Django pages that they are compared with (`benchmarks.bare`) are asked in
turn in this process, through the WSGI handler and all middleware; a time is the CPU time of this
process, a ratio that of two medians. Then the first visit is made in Chromium on a server that
`bin/server` started. Each figure is printed with its goal, and a missed goal fails the run.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any
from wsgiref.util import setup_testing_defaults

from benchmarks.evening import club_of, started
from benchmarks.figures import Figure, queries, timed
from benchmarks.running import in_this_process, running
from tournaments.domain.tiebreaks import TIEBREAKS

ENTRANTS = 64
LARGE = 512
REPEATS = 60
MOST_QUERIES = 14
PLAYED, IN_PLAY = 16, 8  # matches of the first round that are over, and that are in play
HANDS = 3
EVERYTHING_COMPARED = {"tiebreaks": [tiebreak.code for tiebreak in TIEBREAKS]}  # the widest table
VISITS = 5  # of which the median is told
SLOWER = 4  # times, the CPU in the browser
SECONDS_AT_REST = 2000  # milliseconds in which a page must not shift


@dataclass(frozen=True, slots=True)
class Answer:
    """What the WSGI handler answered, and the CPU milliseconds it took."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    spent: float


class Site:
    """The pages, asked through the WSGI handler as a server would."""

    def __init__(self) -> None:
        from config.wsgi import application

        self.application = application

    def get(self, path: str, **headers: str) -> Answer:
        environ: dict[str, Any] = {
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "REMOTE_ADDR": "127.0.0.1",
        }
        environ |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
        setup_testing_defaults(environ)
        got: dict[str, Any] = {}

        def start_response(status: str, headers: list[tuple[str, str]], _info: Any = None) -> None:
            got.update(status=int(status.split()[0]), headers=dict(headers))

        with timed() as spent:
            response = self.application(environ, start_response)
            body = b"".join(response)
            response.close()
        return Answer(got["status"], got["headers"], body, spent.cpu * 1000)


def measure() -> Iterator[Figure]:
    yield from small_pages()
    yield from large_pages()
    yield from first_visit()


def evening(entrants: int, played: int = PLAYED, in_play: int = IN_PLAY, **fields: object) -> Any:
    """A tournament in its first round: some matches over, some in play hand by hand."""
    from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, win
    from tournaments.services.desk import results
    from tournaments.services.stages.settling import settle_stage

    tournament = make_tournament(entrants=entrants, **fields)
    for number in range(1, played + 1):
        win(board_of(tournament, 1, number), 0)
    for number in range(played + 1, played + in_play + 1):
        for _hand in range(HANDS):
            board = board_of(tournament, 1, number)
            results.record_hand(
                board=board,
                version=board.match.version,
                entry=knock(0, 8, 20),
                by=DIRECTOR,
                now=NOW,
            )
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


def small_pages() -> Iterator[Figure]:
    from tests.builders import owner_of

    tournament, site = evening(ENTRANTS), Site()
    place = f"/c/{tournament.club.slug}/{tournament.slug}/"
    session = _session(owner_of(tournament.club))
    for name, path, bare in (
        ("tournament page", place, f"/bare/bracket/{tournament.pk}/"),
        ("standings", f"{place}standings/", f"/bare/standings/{tournament.pk}/"),
    ):
        yield from _ratios(site, name, path, bare)
        yield Figure(f"{name}: queries cold", _queries(site, path), MOST_QUERIES, "queries")
        signed_in = _queries(site, path, cookie=session)
        yield Figure(f"{name}: queries cold, signed in", signed_in, MOST_QUERIES, "queries")
        yield Figure(f"{name}: size", len(site.get(path).body) / 1000, None, "kB")


def _ratios(site: Site, name: str, path: str, bare: str) -> Iterator[Figure]:
    tag = site.get(path).headers.get("ETag", "")
    ways: dict[str, Callable[[], Answer]] = {
        "plain": lambda: site.get("/bare/plain/"),
        "bare": lambda: site.get(bare),
        "warm": lambda: site.get(path),
        "unchanged": lambda: site.get(path, if_none_match=tag),
        "cold": lambda: _cold(site, path),
    }
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _repeat in range(REPEATS):
        for way, ask in ways.items():
            spent[way].append(ask().spent)
    taken = {way: median(times) for way, times in spent.items()}
    for way in ("plain", "bare"):
        yield Figure(f"{name}: {way}", taken[way], None, "ms CPU")
    for way, against, most in (
        ("cold", "bare", 2.5),
        ("warm", "bare", 0.6),
        ("unchanged", "plain", 2.0),
    ):
        yield Figure(f"{name}: {way}", taken[way], None, "ms CPU")
        ratio = taken[way] / taken[against]
        yield Figure(f"{name}: {way} / {against}", ratio, most, "times")


def _cold(site: Site, path: str) -> Answer:
    from django.core.cache import cache

    cache.clear()
    return site.get(path)


def _queries(site: Site, path: str, **headers: str) -> int:
    """The queries of a page that is in no cache, the begin and end of what is read as of one
    moment counted."""
    with queries() as captured:
        answer = _cold(site, path) if not headers else site.get(path, **headers)
    assert answer.status == 200
    return len(captured)


def _session(user: Any) -> str:
    from django.test import Client

    from tests.builders import sign_in

    client = Client()
    sign_in(client, user)
    return f"sessionid={client.cookies['sessionid'].value}"


def large_pages() -> Iterator[Figure]:
    """A knock-out of 512; a Swiss with 64 and 512; a group of 64, and 64 groups of 8."""
    site = Site()
    yield from _weights(site, f"{LARGE} entrants", evening(LARGE, 4, 2))
    for entrants in (ENTRANTS, LARGE):
        tournament = evening(entrants, 16, 2, format="swiss", format_settings=EVERYTHING_COMPARED)
        yield from _weights(site, f"Swiss of {entrants}", tournament)
    for entrants, groups in ((ENTRANTS, 1), (LARGE, LARGE // 8)):
        settings = {"groups": groups, **EVERYTHING_COMPARED}
        tournament = evening(entrants, 16, 2, format="round_robin", format_settings=settings)
        name = f"{groups} groups of {entrants // groups}"
        yield from _weights(site, name, tournament, "crosstable/")


def _weights(site: Site, name: str, tournament: Any, *more: str) -> Iterator[Figure]:
    place = f"/c/{tournament.club.slug}/{tournament.slug}/"
    for page in ("", "matches/", "standings/", "entrants/", *more):
        html = site.get(place + page).body
        nodes = len(re.findall(rb"<[a-z]", html))
        what = f"{name}, {page or 'tournament page'}"
        yield Figure(f"{what}: size", len(html) / 1000, 300, "kB")
        yield Figure(f"{what}: nodes", nodes, 5000, "nodes")


def first_visit() -> Iterator[Figure]:
    """The tournament page in a browser that has never been there, on a slow computer."""
    from playwright.sync_api import sync_playwright

    from tests.browsers import FLAGS, find_browser

    with running() as server, sync_playwright() as playwright:
        client = server.client()
        club, players = club_of(client, ENTRANTS)
        started(client, club, players)
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=[*FLAGS])
        address = f"http://127.0.0.1:{server.port}/c/{club}/cup/"
        visits = [list(_visit(chromium, address)) for _visit_number in range(VISITS)]
        chromium.close()
    for same in zip(*visits, strict=True):
        yield replace(same[0], value=median([figure.value for figure in same]))


def _visit(chromium: Any, address: str) -> Iterator[Figure]:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    tools = context.new_cdp_session(page)
    asked: list[str] = []
    received: list[float] = []
    tools.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    tools.on("Network.webSocketCreated", lambda event: asked.append(event["url"]))
    tools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_timeout(SECONDS_AT_REST)
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    shifted = page.evaluate(
        """() => new Promise((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 200);
        })"""
    )
    requests = [url for url in asked if not url.startswith("data:")]
    yield Figure("first visit: requests, the socket counted", len(requests), 6, "requests")
    yield Figure("first visit: transferred, heads counted", sum(received) / 1000, 100, "kB")
    yield Figure("first visit: layout shift", shifted, 0, "")
    yield Figure(f"first visit: ready with {SLOWER}x slower CPU", ready, 1000, "ms")
    context.close()


if __name__ == "__main__":
    sys.exit(in_this_process(measure))
