"""What Lighthouse says of the public pages, and of an online table as its player has it:
`python -m benchmarks.lighthouse`.

It needs the program `lighthouse` on the PATH, which npm installs. The pages are asked of a server
that `bin/server` started, as a mid-range telephone would ask; of each score the median of three
runs is told. A missed goal fails the run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from statistics import median
from typing import Any

from benchmarks.evening import club_of, matches, started
from benchmarks.figures import Figure
from benchmarks.running import Server, on_a_server, wait_for
from tests.browsers import find_browser

ENTRANTS = 512
RUNS = 3
CATEGORIES = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
MOST_SHIFT = 0.02
# Of an online table no search engine is told. It has all cards with the first visit.
OF_A_TABLE = {name: least for name, least in CATEGORIES.items() if name != "seo"}
MOST_KB, NO_SHIFT = 120, 0


def measure(server: Server) -> Iterator[Figure]:
    address = f"http://127.0.0.1:{server.port}"
    for name, path in _pages(server).items():
        reports = [_report(address + path, CATEGORIES) for _run in range(RUNS)]
        yield from _said(name, reports, CATEGORIES, MOST_SHIFT)
    path, session = _table(server)
    reports = [_report(address + path, OF_A_TABLE, session) for _run in range(RUNS)]
    yield from _said("online table", reports, OF_A_TABLE, NO_SHIFT)
    weight = max(_number(report, "total-byte-weight") for report in reports)
    yield Figure("online table: first visit", weight / 1000, MOST_KB, "kB")


def _said(
    name: str, reports: list[dict[str, Any]], least: Mapping[str, int], most_shift: float
) -> Iterator[Figure]:
    for category, points in least.items():
        score = median(100 * report["categories"][category]["score"] for report in reports)
        yield Figure(f"{name}: {category}, short of 100", 100 - score, 100 - points, "points")
    shift = max(_number(report, "cumulative-layout-shift") for report in reports)
    yield Figure(f"{name}: layout shift", shift, most_shift, "")
    for audit in _failed(reports[0], least):
        yield Figure(f"  {audit}", 0, None, "")


def _number(report: Mapping[str, Any], audit: str) -> float:
    return float(report["audits"][audit]["numericValue"])


def _pages(server: Server) -> Mapping[str, str]:
    """The pages by their names: the demo club's, and the standings of a large event."""
    client = server.client()
    club, players = club_of(client, ENTRANTS)
    large = started(client, club, players, format="swiss", best_of=1)
    for match in matches(client, large, 1)[: ENTRANTS // 4]:
        body = {"version": match["version"], "games_won": [1, 0]}
        client.post(f"matches/{match['id']}/result/", body)
    wait_for(lambda: client.get(f"tournaments/{large}/standings/")["rows"])
    events = client.get("tournaments/?page_size=100")["results"]
    over = next(event for event in events if event["state"] == "finished")
    on = next(event for event in events if event["state"] == "running" and event["id"] != large)
    played = matches(client, on["id"], 1)[0]["id"]
    return {
        "home": "/",
        "club": _place(over).rsplit("/", 2)[0] + "/",
        "event": _place(on),
        f"standings of {ENTRANTS}": f"/c/{club}/cup/standings/",
        "podium": _place(over),
        "match": f"{_place(on)}matches/{played}/",
    }


def _place(event: Mapping[str, Any]) -> str:
    return f"/c/{event['club']}/{event['slug']}/"


def _table(server: Server) -> tuple[str, str]:
    """The address of an online table at which a hand has begun, and the session of its player who
    is in turn."""
    os.environ |= server.environment() | {"ALLOWED_HOSTS": "testserver"}  # the test client's
    import django

    django.setup()
    from django.urls import reverse

    from tests.browser.online_players import session_of
    from tests.online import OnlineEvent

    event = OnlineEvent()
    view = event.begin()
    tournament = event.tournament
    place = [tournament.club.slug, tournament.slug, event.board.match_id]
    return reverse("online_table", args=place), session_of(event.users[view["turn"]])


def _report(address: str, categories: Collection[str], session: str = "") -> dict[str, Any]:
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
    done = subprocess.run(
        [
            "lighthouse",
            address,
            "--quiet",
            "--output=json",
            f"--chrome-flags={flags}",
            f"--only-categories={','.join(categories)}",
            f"--extra-headers={json.dumps({'Cookie': f'sessionid={session}'} if session else {})}",
        ],
        env={**os.environ, "CHROME_PATH": find_browser() or ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def _failed(report: Mapping[str, Any], categories: Collection[str]) -> Iterator[str]:
    """What the first run found wanting, in words."""
    for category in categories:
        for part in report["categories"][category]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{category}: {audit['title']}"


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
