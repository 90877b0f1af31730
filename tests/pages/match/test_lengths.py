"""Matches of every length, as pages, paper and the API tell and take them."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.scoring.hand import HandCounts
from games.services.scoresheet import HandEntry
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, owner_of, sign_in
from tournaments.models import Board
from tournaments.services.desk import results
from tournaments.services.desk.match_edit import EditedMatch

pytestmark = pytest.mark.django_db

GROSS = {"match_type": "points", "match_n": 300, "points_by": "gross"}
NET = {"match_type": "points", "match_n": 300}
HANDS = {"match_type": "rounds", "match_n": 3}
DEAL_EACH = {"match_type": "rounds", "match_n": 1, "round_of": "deal_each"}
BIG = HandEntry(HandCounts.of("gin", 0, 0, 75))
VOID = HandEntry(HandCounts("void"))


def board_by(rules: dict[str, object]) -> Board:
    """The first match of an event by these rules."""
    return board_of(make_tournament(rules=rules), 1, 1)


def play(board: Board, *entries: HandEntry) -> EditedMatch:
    """Hands as a referee writes them down."""
    for entry in entries:
        board.match.refresh_from_db()
        left = results.record_hand(
            board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW
        )
    return left


def reader(board: Board) -> Client:
    client = Client()
    sign_in(client, owner_of(board.pairing.round.stage.tournament.club))
    return client


def page(board: Board, name: str, *more: object) -> str:
    event = board.pairing.round.stage.tournament
    address = reverse(name, args=[event.club.slug, event.slug, *more])
    html = reader(board).get(address).content.decode()
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (GROSS, "To 300 points, gross"),
        (NET, "To 300 points"),
        (HANDS, "3 hands"),
        (DEAL_EACH, "1 round, each deals once"),
        ({"match_type": "rounds", "match_n": 1}, "1 hand"),
    ],
)
def test_pages_say_how_long_a_match_is(rules: dict[str, object], words: str) -> None:
    board = board_by(rules)
    is_race = rules["match_type"] == "points"
    for told in (page(board, "tournament"), page(board, "match", board.match_id)):
        assert f"Match {words} " in told
        assert ("Game To 100" in told) == is_race
    sheets = page(board, "print_sheets")
    assert words in sheets
    assert ("A game to 100" in sheets) == is_race
    assert ("Points of the games, A" in sheets) == is_race
    assert f", {words} " in page(board, "print_slips")


@pytest.mark.parametrize(
    ("rules", "account", "winner"), [(GROSS, (225, 44), 0), (NET, (181, 0), None)]
)
def test_a_match_to_points_shows_what_its_games_have_brought(
    rules: dict[str, object], account: tuple[int, int], winner: int | None
) -> None:
    board = board_by({**rules, "match_n": 200})
    assert "Points of the games" not in page(board, "match", board.match_id)
    # Seat 1 has 19 and a box, seat 0 gin for 100, a box and the game.
    score = play(board, knock(1, 8, 27), BIG).record.score
    assert (score.winner, score.finished) == (winner, winner is not None)
    first, second = account
    assert f"Points of the games {first}–{second}" in page(board, "match", board.match_id)
    answer = reader(board).get(f"/api/v1/matches/{board.match_id}/").json()
    assert answer["account"] == [first, second]


def test_a_round_is_a_deal_of_each_and_one_more_while_it_is_level() -> None:
    board = board_by(DEAL_EACH)
    left = play(board, VOID)
    assert left.record.sheet is not None
    first = left.record.sheet.games[0].hands[0].dealer
    assert left.record.sheet.next_dealer != first  # after a void hand too
    assert not play(board, VOID).record.score.finished
    assert not play(board, knock(0, 8, 27)).record.score.finished
    assert play(board, VOID).record.score.winner == 0


@pytest.mark.parametrize("rules", [HANDS, DEAL_EACH])
def test_a_match_of_hands_is_handed_in_as_one_game(rules: dict[str, object]) -> None:
    assert handed_in(board_by(rules), "games_won", {"games_won": [1, 0]}).record.winner == 0
    game = {"winner": 1, "points": [20, 30], "boxes": [1, 1]}
    assert handed_in(board_by(rules), "games", {"games": [game]}).record.winner == 1


@pytest.mark.parametrize("rules", [GROSS, NET])
def test_a_match_to_points_is_handed_in_game_by_game(rules: dict[str, object]) -> None:
    board = board_by(rules)
    with pytest.raises(Refusal) as refused:
        handed_in(board, "games_won", {"games_won": [1, 0]})
    assert "A match to 300 points is entered game by game" in str(refused.value.text)
    # 104, three boxes and the game: 279 to 136, net 143.
    game = {"winner": 0, "points": [104, 61], "boxes": [3, 3]}
    games = [game] * (2 if rules is GROSS else 3)
    assert handed_in(board, "games", {"games": games}).record.winner == 0


def handed_in(board: Board, level: str, payload: dict[str, object]) -> EditedMatch:
    board.match.refresh_from_db()
    return results.record_result(
        board=board,
        version=board.match.version,
        level=level,
        payload=payload,
        by=DIRECTOR,
        now=NOW,
    )


def test_a_best_of_has_no_account() -> None:
    board = board_by({})
    answer = reader(board).get(f"/api/v1/matches/{board.match_id}/").json()
    assert answer["account"] is None
