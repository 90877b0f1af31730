"""What Lighthouse says of the public pages: `python -m benchmarks.lighthouse`.

It needs the program `lighthouse` on the PATH, which npm installs. The pages are asked of a server
that `bin/server` started, as a mid-range telephone would ask; of each score the median of three
runs is told. A missed goal fails the run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
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


def measure(server: Server) -> Iterator[Figure]:
    for name, path in _pages(server).items():
        reports = [_report(f"http://127.0.0.1:{server.port}{path}") for _run in range(RUNS)]
        for category, least in CATEGORIES.items():
            score = median(100 * report["categories"][category]["score"] for report in reports)
            yield Figure(f"{name}: {category}, short of 100", 100 - score, 100 - least, "points")
        shift = max(
            report["audits"]["cumulative-layout-shift"]["numericValue"] for report in reports
        )
        yield Figure(f"{name}: layout shift", shift, MOST_SHIFT, "")
        for audit in _failed(reports[0]):
            yield Figure(f"  {audit}", 0, None, "")


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


def _report(address: str) -> dict[str, Any]:
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
    done = subprocess.run(
        [
            "lighthouse",
            address,
            "--quiet",
            "--output=json",
            f"--chrome-flags={flags}",
            f"--only-categories={','.join(CATEGORIES)}",
        ],
        env={**os.environ, "CHROME_PATH": find_browser() or ""},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def _failed(report: Mapping[str, Any]) -> Iterator[str]:
    """What the first run found wanting, in words."""
    for category in CATEGORIES:
        for part in report["categories"][category]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                yield f"{category}: {audit['title']}"


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
