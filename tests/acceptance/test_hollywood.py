"""An evening on Hollywood sheets through the REST API of the running product: four players, a
knock-out of best-of-three matches, every hand written down, one of them wrong at first."""

from collections.abc import Iterable, Sequence
from typing import Any

from tests.acceptance.evening import Client, seeds_of
from tests.games.engine.hollywood_sheets import FIRST_COLUMN_SHUT, B, Hand, mirrored
from tests.services import Worker, wait_until

ROSTER = "Name;Rating\nAnna;1744\nBo;1698\nCy;1600\nDi;1500\n"
RULES = {"preset": "club", "sheet": "hollywood", "match_type": "best_of", "match_n": 3}

TO_A = FIRST_COLUMN_SHUT.hands
TO_B = tuple(map(mirrored, TO_A))
NET = FIRST_COLUMN_SHUT.net


class Night:
    """The event, and what is written to its matches."""

    def __init__(self, client: Client) -> None:
        self.client = client
        club = client.post("clubs/", {"name": "Tuesday Gin Club"})["slug"]
        client.post(f"clubs/{club}/players/import/", {"text": ROSTER})
        players = client.get(f"clubs/{club}/players/")["results"]
        made = client.post("tournaments/", {"club": club, "name": "Hollywood", "rules": RULES})
        self.path = f"tournaments/{made['id']}/"
        entries = [{"player": row["id"], "seed": seed} for seed, row in enumerate(players, 1)]
        client.post(f"{self.path}entries/", entries)
        client.post(f"{self.path}start/")
        self.wait_for("running")

    def wait_for(self, state: str) -> None:
        wait_until(lambda: self.client.get(self.path)["state"] == state, what=f"it is {state}")

    def match(self, first: int, second: int) -> dict[str, Any]:
        """The match of two seeds, once both are there."""
        found: list[dict[str, Any]] = []

        def is_ready() -> bool:
            rows = self.client.get(f"{self.path}matches/", state="ready")["results"]
            found[:] = [row for row in rows if seeds_of(row) == [first, second]]
            return bool(found)

        wait_until(is_ready, seconds=60, what=f"{first} and {second} at their match")
        return found[0]

    def write(self, seen: dict[str, Any], to: str, body: dict[str, Any]) -> dict[str, Any]:
        path = f"matches/{seen['id']}/{to}/"
        left: dict[str, Any] = self.client.post(path, {"version": seen["version"], **body})
        return left

    def play(self, seen: dict[str, Any], hands: Iterable[Hand]) -> dict[str, Any]:
        for hand in hands:
            seen = self.write(seen, "hands", hand.body)
        return seen

    def is_ranked(self, seeds: Sequence[str]) -> bool:
        rows = self.client.get(f"{self.path}standings/")["rows"]
        return [row["name"] for row in rows][: len(seeds)] == list(seeds)


def test_an_evening_on_hollywood_sheets(client: Client, worker: Worker) -> None:
    night = Night(client)

    # Anna beats Di 2 to 0; her third hand is noted as Di's, and put right after the sixth.
    first = night.match(1, 4)
    first = night.play(first, [*TO_A[:2], TO_A[2]._replace(knocker=B), *TO_A[3:6]])
    assert first["games"][0]["hands"][2]["columns"] == [1]
    first = night.write(first, "hands/3/corrections", {**TO_A[2].body, "reason": "Anna's."})
    first = night.play(first, TO_A[6:])
    (game,) = first["games"]
    assert [hand["columns"] for hand in game["hands"]] == [list(hand.columns) for hand in TO_A]
    assert [column["net"] for column in game["columns"]] == [377, 140, 172]
    assert (first["games_won"], game["net"]) == ([1, 0], NET)
    first = night.play(first, TO_A)
    assert (first["winner"], first["games_won"]) == (0, [2, 0])

    # Cy beats Bo 2 to 1.
    second = night.match(2, 3)
    second = night.play(second, [*TO_B, *TO_A, *TO_B])
    assert (second["winner"], second["games_won"]) == (1, [1, 2])

    # The final goes to Cy; its last hand was void, and then theirs after all.
    final = night.match(1, 3)
    final = night.play(final, [*TO_B, *TO_A, *TO_B[:-1], Hand("void")])
    assert (final["winner"], final["games_won"]) == (None, [1, 1])
    final = night.write(final, "hands/27/corrections", {**TO_B[-1].body, "reason": "Gin."})
    assert (final["winner"], final["games_won"]) == (1, [1, 2])
    assert [game["net"] for game in final["games"]] == [NET] * 3

    night.wait_for("finished")
    wait_until(lambda: night.is_ranked(["Cy", "Anna"]), what="the standings")
