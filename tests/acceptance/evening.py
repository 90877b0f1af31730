"""A club's real evening, played through the REST API alone by a client of the running server.

The data are in tests/data/night-11: the roster as the club saved it, and every hand of ten matches
with what each game and match came to. As in a club several tables play at once: `chance` says whose
hand is written down next.
"""

import csv
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import requests

from config.embedded.options import ROOT
from tests.services import wait_until

DATA = ROOT / "tests" / "data" / "night-11"
ROSTER = DATA / "roster.csv"
EXPECTED = json.loads((DATA / "expected.json").read_text())
MATCHES = [json.loads(line) for line in (DATA / "matches.jsonl").read_text().splitlines()]
TABLES = 4


class Client:
    """Calls of one account over HTTP, each expected to succeed."""

    def __init__(self, address: str, email: str, password: str) -> None:
        self.address = address
        self.email = email
        self.base = f"{address}/api/v1/"
        self.session = requests.Session()
        login = self.post("auth/login/", {"email": email, "password": password})
        self.session.headers["Authorization"] = f"Token {login['token']}"

    def get(self, path: str, **query: object) -> Any:
        return self._read(self.session.get(self.base + path, params=query, timeout=60))

    def post(self, path: str, body: object = None, **more: Any) -> Any:
        body = {"json": {} if body is None else body} if "files" not in more else {}
        return self._read(self.session.post(self.base + path, **body, **more, timeout=60))

    @staticmethod
    def _read(response: requests.Response) -> Any:
        assert response.ok, (response.status_code, response.text[:1000])
        return response.json()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is written down of a match: a hand, or all of its games at once.

    `hand` and `games` are what the file says of the hand, and of the games that it ends.
    """

    path: str
    body: dict[str, Any]
    hand: dict[str, Any] | None
    games: Sequence[dict[str, Any]]


def by_hands(match: dict[str, Any]) -> Iterator[Step]:
    """A match as it is written down hand by hand."""
    for game in match["games"]:
        for hand in game["hands"]:
            # An undercut follows from the counts: at the table it was a knock.
            kind = "knock" if hand["kind"] == "undercut" else hand["kind"]
            fields = ("dealer", "knocker", "knocker_count", "defender_count")
            body = {"kind": kind} | {name: hand[name] for name in fields if name in hand}
            ended = [game] if hand is game["hands"][-1] else []
            yield Step("hands", body, hand, ended)


def by_games(match: dict[str, Any]) -> Iterator[Step]:
    """A match as its games, handed in at the end."""
    games = [
        {name: game["expected"][name] for name in ("winner", "points", "boxes")}
        for game in match["games"]
    ]
    yield Step("result", {"games": games}, None, match["games"])


class Table:
    """A match that is being played."""

    def __init__(self, client: Client, match: dict[str, Any], row: dict[str, Any]) -> None:
        self.client = client
        self.match = match
        self.seen = row
        self.steps = list(by_hands(match) if match["by_hands"] else by_games(match))

    @property
    def is_ending(self) -> bool:
        """Whether what comes next ends the match."""
        return len(self.steps) == 1

    @property
    def is_over(self) -> bool:
        return not self.steps

    def write(self) -> None:
        """Write down what comes next and compare the answer."""
        step = self.steps.pop(0)
        path = f"matches/{self.seen['id']}/{step.path}/"
        self.seen = self.client.post(path, {"version": self.seen["version"], **step.body})
        if step.hand:
            check_hand(self.seen["games"][-1]["hands"][-1], step.hand)
        for game in step.games:
            check_game(self.seen["games"][game["game"] - 1], game["expected"])
        if self.is_over:
            check_match(self.seen, self.match)


class Evening:
    """The evening from roster to champion."""

    def __init__(self, client: Client, *, chance: random.Random, hand_by_hand: int = 10) -> None:
        """`hand_by_hand`: how many of the ten matches are written down hand by hand, from the
        last; the others are handed in as games."""
        self.client = client
        self.chance = chance
        quick = len(MATCHES) - hand_by_hand
        self.waiting = [
            {**match, "by_hands": place >= quick} for place, match in enumerate(MATCHES)
        ]
        self.tables: list[Table] = []
        self.tournament = 0

    @property
    def path(self) -> str:
        return f"tournaments/{self.tournament}/"

    def begin(self) -> None:
        """From the roster to the first round."""
        club = self.client.post("clubs/", {"name": "Tuesday Gin Club"})["slug"]
        with ROSTER.open("rb") as file:
            done = self.client.post(f"clubs/{club}/players/import/", files={"file": file})
        assert (done["created"], done["questions"], done["errors"], done["ignored"]) == (
            11,
            [],
            [],
            [],
        )
        listed = self.client.get(f"clubs/{club}/players/")["results"]
        players = {player["name"]: player["id"] for player in listed}
        body = {"club": club, "name": "Night 11", "rules": EXPECTED["rules"]}
        self.tournament = self.client.post("tournaments/", body)["id"]
        with ROSTER.open(encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file, delimiter=";"))
        entries = [{"player": players[row["Name"]], "seed": int(row["Seed"])} for row in rows]
        self.client.post(f"{self.path}entries/", entries)
        self.client.post(f"{self.path}start/")
        wait_until(lambda: self.shown()["state"] == "running", what="the tournament running")
        assert self.shown()["best_of"] == EXPECTED["best_of"]

    def turns(self) -> Iterator[Table]:
        """The tables in the order in which they write, one thing at a turn, until all is played;
        the writing is the caller's."""
        self._seat()
        while self.tables:
            table = self.chance.choice(self.tables)
            yield table
            if table.is_over:
                self.tables.remove(table)
                self._seat()

    def finish(self) -> None:
        """The tournament ends by itself, and ends right."""
        wait_until(lambda: self.shown()["state"] == "finished", what="the tournament finished")
        self.check_bracket()
        wait_until(self.is_standing, what="the standings")

    def shown(self) -> dict[str, Any]:
        return self.client.get(self.path)

    def check_bracket(self) -> None:
        """Every match of the file stands in its slot, with byes where no match was played."""
        rounds = self.client.get(f"{self.path}bracket/")["rounds"]
        slots = {
            (slot["round"], slot["number"]): slot for round in rounds for slot in round["matches"]
        }
        for match in MATCHES:
            slot = slots.pop((match["round"], match["match"]))
            assert seeds_of(slot) == match["seeds"]
            check_match(slot, match)
        assert {(*key, slot["state"]) for key, slot in slots.items()} == {
            (1, number, "bye") for number in (1, 3, 4, 5, 7)
        }
        final = MATCHES[-1]
        assert (final["players"], final["expected"]["games_won"]) == (
            EXPECTED["final"],
            EXPECTED["final_games"],
        )

    def is_standing(self) -> bool:
        """Whether the standings show the champion, and everybody by the round they went out in."""
        table = self.client.get(f"{self.path}standings/")
        lost = {loser_of(match): match["round"] for match in MATCHES}
        expected = {name: 2 ** (4 - lost[name]) + 1 for name in lost} | {EXPECTED["champion"]: 1}
        return {row["name"]: row["rank"] for row in table["rows"]} == expected

    def _seat(self) -> None:
        """The next matches whose players are free go to the free tables."""
        for match in self.waiting[:]:
            if len(self.tables) == TABLES:
                return
            earlier = [*(table.match for table in self.tables), *self.waiting]
            if all(
                earlier_match is match or not _must_wait(match, earlier_match)
                for earlier_match in earlier
            ):
                self.waiting.remove(match)
                self.tables.append(Table(self.client, match, self._row(match)))

    def _row(self, match: dict[str, Any]) -> dict[str, Any]:
        """The match as the API shows it once both players are there."""
        found: list[dict[str, Any]] = []

        def is_ready() -> bool:
            rows = self.client.get(f"{self.path}matches/", round=match["round"], state="ready")
            found[:] = [row for row in rows["results"] if row["number"] == match["match"]]
            return bool(found)

        wait_until(is_ready, seconds=60, what=f"{match['players']} at their match")
        assert [player["name"] for player in found[0]["players"]] == match["players"]
        assert seeds_of(found[0]) == match["seeds"]
        return found[0]


def _must_wait(match: dict[str, Any], earlier: dict[str, Any]) -> bool:
    return earlier["round"] < match["round"] and bool({*match["seeds"]} & {*earlier["seeds"]})


def seeds_of(row: dict[str, Any]) -> list[int]:
    return [player["seed"] for player in row["players"]]


def loser_of(match: dict[str, Any]) -> str:
    return next(name for name in match["players"] if name != match["expected"]["winner"])


def check_hand(shown: dict[str, Any], hand: dict[str, Any]) -> None:
    """A hand is shown as it was played and priced."""
    expected = {"winner": None, "points": 0} | hand
    for name in ("kind", "dealer", "winner", "points"):
        assert shown[name] == expected[name], (name, shown, hand)
    if hand["kind"] != "void":
        counts = [hand["knocker_count"], hand["defender_count"]]
        assert shown["counts"] == (counts if hand["knocker"] == 0 else counts[::-1])


def check_game(shown: dict[str, Any], expected: dict[str, Any]) -> None:
    """A game came to what the file says."""
    assert {name: shown[name] for name in expected} == expected


def check_match(shown: dict[str, Any], match: dict[str, Any]) -> None:
    """A match came to what the file says."""
    expected = match["expected"]
    assert (shown["state"], shown["games_won"]) == ("finished", expected["games_won"])
    assert match["players"][shown["winner"]] == expected["winner"]
