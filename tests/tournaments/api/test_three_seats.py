"""A match of three through the API: read, and decided, under the rules of `three_seats`.

Formats draw two for a match; a third side of the pairing stands for one that draws three.
"""

import pytest

from games import catalogue
from games.models import Match, MatchSeat
from games.services.scoresheet import VOID, HandEntry
from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of
from tests.client import Api
from tests.games.engine.three_seats import RulesOfThree
from tournaments.models import Board, PairingSide
from tournaments.services.desk import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    monkeypatch.setitem(catalogue.GAMES, RulesOfThree.name, RulesOfThree.from_stored)
    tournament = make_tournament(entrants=4)
    board = board_of(tournament, 1, 1)
    third = board_of(tournament, 1, 2).pairing.sides.get(seat=0).entry
    PairingSide.objects.create(pairing=board.pairing, seat=2, kind="entry", entry=third)
    MatchSeat.objects.create(match=board.match, seat=2, player=third.members.get().player)
    Match.objects.filter(pk=board.match_id).update(
        game="three", rules={}, rules_version=1, head_start=[0, 0, 1], games_won=[0, 0, 1]
    )
    return board


@pytest.fixture
def api(board: Board) -> Api:
    return Api(owner_of(board.pairing.round.stage.tournament.club))


def test_what_each_seat_has_is_shown(board: Board, api: Api) -> None:
    for entry in (HandEntry((4, 3, 0), 1), VOID, HandEntry((0, 8, 9)), HandEntry((0, 1, 2))):
        board.match.refresh_from_db()
        results.record_hand(
            board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
        )
    shown = api.get(f"matches/{board.match_id}/")
    assert shown["game"] == "three"
    assert [player["seed"] for player in shown["players"]] == [1, 4, 2]
    assert (shown["state"], shown["games_won"], shown["winner"]) == ("running", [0, 1, 1], None)
    first, second = shown["games"]
    assert (first["points"], first["totals"], first["winner"]) == ([4, 11, 9], [4, 11, 9], 1)
    assert [hand["counts"] for hand in first["hands"]] == [[4, 3, 0], [0, 0, 0], [0, 8, 9]]
    assert [hand["dealer"] for hand in first["hands"]] == [1, 2, 0]
    assert (second["state"], second["points"]) == ("running", [0, 1, 2])
    assert shown["next_hand"] == {"n": 5, "game": 2, "number_in_game": 2, "dealer": 0}


def test_the_seats_of_the_game_are_those_that_there_are(board: Board, api: Api) -> None:
    address = f"matches/{board.match_id}/result/"
    version = api.get(f"matches/{board.match_id}/")["version"]
    # Three have a number each.
    api.post(address, {"version": version, "games_won": [2, 1]}, 400)
    api.post(address, {"version": version, "walkover": 3}, 400)
    left = api.post(address, {"version": version, "walkover": 2})
    assert (left["winner"], left["games_won"], left["games"]) == (2, [0, 0, 0], [])
