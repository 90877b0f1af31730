"""A match of three or more in a tournament, for tests.

Formats draw two for a match until an event of tables is chosen; more sides of a pairing stand for
one that draws them.
"""

from typing import Any

from games.engine.gin.rules import RULES_VERSION, as_dict, rules_from
from games.models import Match, MatchSeat
from tests.builders import board_of, make_tournament, owner_of
from tests.client import Api
from tournaments.models import Board, PairingSide

CUTTHROAT = {"preset": "rummy-games", "variant": "cutthroat", "match_type": "single"}
CAPTAIN = {**CUTTHROAT, "variant": "captain"}


def table_of(size: int, **knobs: Any) -> Board:
    """A board at which so many sit, by these rules."""
    tournament = make_tournament(entrants=8)
    board = board_of(tournament, 1, 1)
    found = [
        board_of(tournament, 1, number).pairing.sides.get(seat=0).entry for number in (2, 3, 4)
    ]
    found.append(board_of(tournament, 1, 2).pairing.sides.get(seat=1).entry)
    for seat, entry in enumerate(found[: size - 2], start=2):
        PairingSide.objects.create(pairing=board.pairing, seat=seat, kind="entry", entry=entry)
        MatchSeat.objects.create(match=board.match, seat=seat, player=entry.members.get().player)
    rules = rules_from({**CUTTHROAT, **knobs, "table_size": size})
    Match.objects.filter(pk=board.match_id).update(
        rules=as_dict(rules), rules_version=RULES_VERSION, head_start=[], games_won=[0] * size
    )
    board.match.refresh_from_db()
    return board


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
