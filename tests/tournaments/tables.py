"""A match of three or more in a tournament, for tests."""

from typing import Any

from games.engine.gin.scoring.hand import HandCounts
from games.engine.scoring.counted import CountedHand
from games.models import Match
from games.selectors.matches import match_by_id, match_record, proposed_players
from games.services.scoresheet import HandEntry
from pages.match.forms import said_between
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of
from tests.client import Api
from tournaments.models import Board
from tournaments.services.desk import results

CUTTHROAT = {"preset": "rummy-games", "variant": "cutthroat", "match_type": "single"}
CAPTAIN = {**CUTTHROAT, "variant": "captain"}


def table_of(size: int, **knobs: Any) -> Board:
    """A board at which so many sit, by these rules."""
    rules = {**CUTTHROAT, **knobs, "table_size": size}
    event = make_tournament(entrants=size, format="table_rounds", rules=rules, settles=True)
    return board_of(event, 1, 1)


def write_hand(board: Board, points: int) -> None:
    """Who sits first of those who are to play wins so much of each other in the next hand."""
    record = match_record(match_by_id(board.match_id))
    players, version = proposed_players(record), record.match.version
    if players:
        said = said_between(HandCounts.of("knock", 0, 2, 2 + points), players)
        entry = HandEntry(said, players=players)
    else:
        rules = record.game_rules
        ending = next(one for one in rules.endings if one.by_somebody)
        least = 0 if ending.leaves_nothing else 2
        counts = [least, *[least + points] * (rules.seats - 1)]
        entry = HandEntry(CountedHand(ending.code, 0, tuple(counts)))
    results.record_hand(board=board, version=version, entry=entry, by=DIRECTOR, now=NOW)


def play_out(board: Board) -> None:
    """The match is played to its end, by hands of 30."""
    while Match.objects.get(pk=board.match_id).state != Match.States.FINISHED:
        write_hand(board, 30)


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
