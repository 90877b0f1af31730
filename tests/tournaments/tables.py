"""A match of three or more in a tournament, for tests."""

from typing import Any

from tests.builders import board_of, make_tournament, owner_of
from tests.client import Api
from tournaments.models import Board

CUTTHROAT = {"preset": "rummy-games", "variant": "cutthroat", "match_type": "single"}
CAPTAIN = {**CUTTHROAT, "variant": "captain"}


def table_of(size: int, **knobs: Any) -> Board:
    """A board at which so many sit, by these rules."""
    rules = {**CUTTHROAT, **knobs, "table_size": size}
    event = make_tournament(entrants=size, format="table_rounds", rules=rules, settles=True)
    return board_of(event, 1, 1)


class TableApi:
    """The match as a program of the club's owner sees it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.api = Api(owner_of(board.pairing.round.stage.tournament.club))
        self.here = f"matches/{board.match_id}/"

    @property
    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.api.get(self.here)
        return found

    def write(self, to: str, body: dict[str, Any], status: int = 200) -> Any:
        return self.api.post(
            f"{self.here}{to}/", {"version": self.shown["version"], **body}, status
        )

    def knock(self, winner: int, points: int, status: int = 200, **more: object) -> Any:
        """A knock with 2 that brings a seat so many."""
        said = {"kind": "knock", "knocker": winner, "knocker_count": 2}
        return self.write("hands", {**said, "defender_count": points + 2, **more}, status)
