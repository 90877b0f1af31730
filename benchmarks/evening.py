"""What an evening costs: `python -m benchmarks.evening`, with DATABASE_URL on PostgreSQL.

Starts the server as `bin/server` does, in a directory of its own, and measures through its API and
its real worker; only queries are counted in this process, on the server's database. Each figure is
printed with its goal, and a missed goal fails the run.
"""

import os
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.figures import Figure, queries, timed
from benchmarks.running import Client, Server, on_a_server, wait_for

ENTRANTS = 1024
RACE = 64
HAND = {"kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32}
NEARLY = {"kind": "knock", "knocker": 0, "knocker_count": 1, "defender_count": 91}


def measure(server: Server) -> Iterator[Figure]:
    client = server.client()
    club, players = club_of(client, ENTRANTS)
    yield from hands(client, started(client, club, players[:2]))
    race = started(client, club, players[:RACE], best_of=1)
    yield queries_of_a_hand(server, client, race)
    yield from slots(client, race)
    big = entered(client, club, players)
    with timed() as spent:
        client.post(f"tournaments/{big}/start/")
        wait_for(lambda: client.get(f"tournaments/{big}/")["state"] == "running")
    yield Figure(f"{ENTRANTS} entrants drawn and published through the API", spent.wall, 3, "s")
    yield draw_by_the_service(entered(client, club, players))
    shares = server.memory()
    yield Figure("memory of the whole running server (PSS)", sum(shares.values()), 350, "MB")
    for name, share in shares.items():
        yield Figure(f"  {name}", share, None, "MB")


def club_of(client: Client, count: int) -> tuple[str, list[int]]:
    """A new club, by its slug, and its players, so many."""
    club = client.post("clubs/", {"name": "Benchmark"})["slug"]
    names = "\n".join(f"Player {number:04}" for number in range(1, count + 1))
    client.post(f"clubs/{club}/players/import/", {"text": f"Name\n{names}"})
    rows: list[dict[str, Any]] = []
    while len(rows) < count:
        page = len(rows) // 500 + 1
        found = client.get(f"clubs/{club}/players/?page_size=500&page={page}")
        rows += found["results"]
    return club, [row["id"] for row in rows]


def entered(client: Client, club: str, players: list[int], **settings: object) -> int:
    body = {"club": club, "name": "Cup", **settings}
    tournament = client.post("tournaments/", body)["id"]
    bodies = [{"player": player, "seed": seed} for seed, player in enumerate(players, 1)]
    client.post(f"tournaments/{tournament}/entries/", bodies)
    return int(tournament)


def started(client: Client, club: str, players: list[int], **settings: object) -> int:
    tournament = entered(client, club, players, **settings)
    client.post(f"tournaments/{tournament}/start/")
    return tournament


def matches(client: Client, tournament: int, round: int) -> list[dict[str, Any]]:
    found = client.get(f"tournaments/{tournament}/matches/?round={round}&page_size=500")
    return list(found["results"])


def write(client: Client, match: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    return dict(client.post(f"matches/{match['id']}/hands/", {"version": match["version"], **hand}))


def hands(client: Client, tournament: int) -> Iterator[Figure]:
    """A whole match of five games, so that the sheet grows; the seats win in turn."""
    (match,) = matches(client, tournament, 1)
    times = []
    while match["state"] != "finished":
        with timed() as spent:
            match = write(client, match, HAND | {"knocker": len(times) // 5 % 2})
        times.append(spent.wall * 1000)
    yield Figure(f"a hand posted through the API, p50 of {len(times)}", median(times), None, "ms")


def queries_of_a_hand(server: Server, client: Client, tournament: int) -> Figure:
    """The most that one of a match's hands takes, its first and its last among them, counted in
    this process from the token to the answer."""
    os.environ |= server.environment()  # this process works on the server's database
    import django

    django.setup()
    from django.test import Client as InProcess

    match = matches(client, tournament, 1)[-1]
    in_process = InProcess(headers={**client.headers, "Host": "127.0.0.1"})
    counts = []
    while match["state"] != "finished":
        with queries() as captured:
            response = in_process.post(
                f"/api/v1/matches/{match['id']}/hands/",
                {"version": match["version"], **HAND},
                content_type="application/json",
                headers={"Idempotency-Key": f"hand {len(counts)}"},
            )
        match = response.json()
        counts.append(len(captured))
    return Figure(f"queries of a hand, the most of {len(counts)}", max(counts), 20, "queries")


def slots(client: Client, tournament: int) -> Iterator[Figure]:
    """From posting the hand that ends a match until the worker has given its winner the seat in
    the next one, which raises the version of that match."""
    following = {row["number"]: row for row in matches(client, tournament, 2)}
    times = []
    for row in matches(client, tournament, 1)[:-2]:
        number, seat = (row["number"] + 1) // 2, (row["number"] + 1) % 2
        ending = write(client, row, NEARLY)
        with timed() as spent:
            write(client, ending, HAND)
            shown = seated(client, following[number])
        times.append(spent.wall * 1000)
        assert shown["players"][seat] == row["players"][0]
        following[number] = shown
    yield Figure(
        f"until the next slot shows the winner, p50 of {len(times)}", median(times), 200, "ms"
    )
    yield Figure("  the slowest", max(times), None, "ms")


def seated(client: Client, before: dict[str, Any]) -> dict[str, Any]:
    """The match as soon as somebody has been seated there."""

    def later() -> dict[str, Any] | None:
        match = client.get(f"matches/{before['id']}/")
        return dict(match) if match["version"] > before["version"] else None

    return wait_for(later) or before


def draw_by_the_service(tournament: int) -> Figure:
    from kernel.permissions import SYSTEM
    from tournaments.services.stages.rounds import start_tournament
    from web.db.clock import now

    with timed() as spent:
        start_tournament(tournament_id=tournament, by=SYSTEM, now=now())
    return Figure(f"{ENTRANTS} entrants drawn and published by the service", spent.wall, 3, "s")


if __name__ == "__main__":
    sys.exit(on_a_server(measure))
