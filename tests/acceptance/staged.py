"""An event of three stages, played through the REST API alone: a Swiss, groups, a knock-out.

Who wins follows from the names of the two alone, so that whoever plays it again plays the same
event. Some come late, withdraw, or do not come at all, and results are corrected, always in the
middle of a round: what follows from it is then the same however slow the worker is.
"""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from typing import Any

from tests.acceptance.evening import Client
from tests.services import wait_until

Row = dict[str, Any]
SEED = "undercut"
SWISS, GROUPS, KNOCK_OUT = 1, 2, 3


class StagedEvent:
    """The event from roster to champion; `entrants` for each place of the last bracket."""

    def __init__(self, client: Client, *, entrants: int, in_groups: int, in_bracket: int) -> None:
        self.client = client
        self.entrants, self.in_groups, self.in_bracket = entrants, in_groups, in_bracket
        self.tournament = 0
        self.late_player = 0
        self.incidents: dict[tuple[int, int], list[Callable[[list[Row]], None]]] = {
            (SWISS, 1): [self.come_late, self.stay_away],
            (SWISS, 2): [self.withdraw, self.correct],
            (SWISS, 3): [self.correct_earlier],
            (GROUPS, 1): [self.withdraw],
        }
        self.dealt_with = 0

    @property
    def path(self) -> str:
        return f"tournaments/{self.tournament}/"

    def begin(self) -> None:
        """From the roster to the first round."""
        club = self.client.post("clubs/", {"name": "Staged Gin Club"})["slug"]
        names = "".join(f"Player {number:03}\n" for number in range(1, self.entrants + 2))
        self.client.post(f"clubs/{club}/players/import/", {"text": f"Name\n{names}"})
        listed = self.client.get(f"clubs/{club}/players/", page_size=500)["results"]
        players = sorted(listed, key=lambda player: player["name"])
        self.late_player = players.pop()["id"]
        body = {"club": club, "name": "Three stages", "rules": "club", "best_of": 3}
        stages: list[Row] = [
            {"format": "swiss", "format_settings": {"rounds": 4, "half_points": 1}},
            {
                "format": "round_robin",
                "format_settings": {"groups": self.in_groups // 4},
                "take": self.in_groups,
            },
            {"format": "single_elimination", "take": self.in_bracket, "rules": {"match_n": 5}},
        ]
        self.tournament = self.client.post("tournaments/", body | {"stages": stages})["id"]
        entries = [{"player": player["id"], "seed": seed} for seed, player in enumerate(players, 1)]
        self.client.post(f"{self.path}entries/", entries)
        self.client.post(f"{self.path}start/", {"seed": SEED})

    def turns(self) -> Iterator[Callable[[], None]]:
        """What is written, thing by thing, until all is played; the writing is the caller's."""
        stage, round = SWISS, 1
        while stage <= KNOCK_OUT:
            rows = self.matches_of(stage, round)
            if rows is None:
                stage, round = stage + 1, 1
                continue
            *others, last = rows
            for row in others:
                yield partial(self.play, row)
            for incident in self.incidents.get((stage, round), ()):
                yield partial(incident, others)
                self.dealt_with += 1
            yield partial(self.play, last)
            round += 1

    def finish(self) -> None:
        wait_until(
            lambda: self.shown()["state"] == "finished", seconds=60, what="the event finished"
        )
        wait_until(self.is_standing, seconds=60, what="the standings")

    def is_finished(self) -> bool:
        return self.shown()["state"] == "finished"

    def shown(self) -> Row:
        return self.client.get(self.path)

    def is_standing(self) -> bool:
        table = self.client.get(f"{self.path}standings/")
        return table["stage"] == KNOCK_OUT and any(row["rank"] == 1 for row in table["rows"])

    def matches_of(self, stage: int, round: int) -> list[Row] | None:
        """The matches of a round once they can be played; None where the stage has no such round,
        because the next one has begun or the event is over."""
        found: list[Row] = []
        ended = False

        def is_there() -> bool:
            nonlocal ended
            seen = self.shown()
            rows = [row for row in seen["stages"] if row["number"] == stage]
            ended = seen["state"] == "finished" or rows[0]["state"] == "over"
            if rows[0]["state"] in ("waiting", "drawn"):
                return False
            query = {"stage": stage, "round": round, "page_size": 500}
            found[:] = self.client.get(f"{self.path}matches/", **query)["results"]
            return ended or (
                bool(found) and all(match["state"] in ("ready", "finished") for match in found)
            )

        wait_until(is_there, seconds=90, what=f"round {round} of stage {stage}")
        ready = [match for match in found if match["state"] == "ready"]
        return ready if ready or not ended else None

    # What is written

    def play(self, row: Row) -> None:
        """A match is won by whom their names say; one that was decided meanwhile stays so."""
        seen = self.client.get(f"matches/{row['id']}/")
        if seen["state"] == "finished":
            return
        self.report(seen, winner_of(seen))

    def report(self, seen: Row, winner: int, **more: object) -> None:
        needed = 3 if seen["stage"] == KNOCK_OUT else 2
        games = [needed, 1] if winner == 0 else [1, needed]
        body = {"version": seen["version"], "games_won": games, **more}
        self.client.post(f"matches/{seen['id']}/result/", body)

    def come_late(self, rows: list[Row]) -> None:
        self.client.post(f"{self.path}late-entries/", {"player": self.late_player})

    def stay_away(self, rows: list[Row]) -> None:
        """Neither came: what was entered for them is corrected to a double forfeit."""
        seen = self.client.get(f"matches/{rows[0]['id']}/")
        body = {"version": seen["version"], "double_forfeit": True, "reason": "Neither came."}
        self.client.post(f"matches/{seen['id']}/result/", body)

    def withdraw(self, rows: list[Row]) -> None:
        """Who has just lost goes home."""
        seen = self.client.get(f"matches/{rows[1]['id']}/")
        loser = seen["players"][1 - seen["winner"]]
        self.client.post(f"{self.path}entries/{loser['entry']}/withdrawal/")

    def correct(self, rows: list[Row]) -> None:
        """The sheet was read wrongly: the other one has won."""
        seen = self.client.get(f"matches/{rows[2]['id']}/")
        wish = {"reason": "The sheet was read wrongly.", "if_rests_on": "keep"}
        self.report(seen, 1 - seen["winner"], **wish)

    def correct_earlier(self, rows: list[Row]) -> None:
        """The same in the round before, of which the next one is published."""
        query = {"stage": SWISS, "round": rows[0]["round"] - 1, "page_size": 500}
        before = self.client.get(f"{self.path}matches/", **query)["results"]
        self.correct([match for match in before if match["winner"] is not None])


def winner_of(seen: Row) -> int:
    """The seat that wins: better names win more often."""
    names = [player["name"] for player in seen["players"]]
    chance = sha256(" ".join(sorted(names)).encode()).digest()[0]
    better = names.index(min(names))
    return better if chance < 170 else 1 - better
