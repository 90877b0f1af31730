"""The sheet and the score of a match of more than two, under the rules of `three_seats`."""

import pytest

from games.engine.scoring.facts import SheetAdjustment
from games.engine.scoring.match import (
    MatchScore,
    decided,
    drawn_match,
    match_from_games,
    match_from_games_won,
    score_match,
)
from games.engine.scoring.sheet import match_sheet, needs_decision
from tests.games.engine.strategies import refuses
from tests.games.engine.three_seats import GameOfThree, RulesOfThree, hands

RULES = RulesOfThree()


def sheet_of(*games, adjustments=(), decisions=None, **more):
    return match_sheet(RULES, 2, hands(*games), decisions or {}, adjustments, **more)


def test_a_hand_credits_any_seats_and_the_deal_goes_round():
    sheet = sheet_of([(4, 3, 0), (0, 0, 0), (0, 8, 9)])
    rows = sheet.games[0].hands
    assert [row.points for row in rows] == [(4, 3, 0), (4, 3, 0), (4, 11, 9)]
    assert [row.dealer for row in rows] == [2, 0, 1]
    assert rows[1].score.kind == "void"
    assert sheet.score == MatchScore(False, None, (0, 1, 0), (0, 2, 0), 1, (4, 11, 9))
    # Game 2 is begun by the next after who began game 1.
    assert (sheet.running_game, sheet.next_dealer) == (2, 0)


def test_a_match_ends_with_the_games_of_one_of_three():
    sheet = sheet_of([(10, 0, 0)], [(0, 0, 12)], [(3, 4, 0), (0, 0, 11)], [(1, 0, 0)])
    assert sheet.score == MatchScore(True, 2, (1, 0, 2), (10, 0, 19), 3, (13, 4, 23))
    assert [game.state for game in sheet.games] == ["finished", "finished", "finished", "after_end"]
    assert (sheet.running_game, sheet.next_dealer) == (None, None)


def test_hands_behind_the_end_of_a_game_are_void():
    late = sheet_of([(10, 0, 0), (0, 5, 5)]).games[0].hands[1]
    assert (late.after_end, late.score.kind, late.score.counts) == (True, "void", (0, 0, 0))
    assert late.points == (10, 0, 0)


def test_a_head_start_is_by_seat():
    sheet = sheet_of([(0, 10, 4)], head_start=(0, 1, 0))
    assert (sheet.score.winner, sheet.score.games_won) == (1, (0, 2, 0))


def test_a_penalty_in_points_goes_to_each_of_the_others():
    given = [SheetAdjustment("points", 1, 1, 1, 5)]
    sheet = sheet_of([(2, 4, 6), (1, 1, 0)], adjustments=given)
    assert [row.points for row in sheet.games[0].hands] == [(2, 4, 6), (7, 4, 11)]
    assert sheet.games[0].score.winner == 2
    assert sheet.games[0].hands[1].after_end


@pytest.mark.parametrize(
    ("points", "loser", "winner"), [((2, 9, 6), 1, 2), ((2, 9, 6), 0, 1), ((5, 9, 5), 1, None)]
)
def test_a_lost_game_goes_to_the_best_of_the_others(points, loser, winner):
    sheet = sheet_of([points], adjustments=[SheetAdjustment("game_loss", loser, 1, 1)])
    assert (sheet.games[0].state, sheet.games[0].score.winner) == ("finished", winner)
    assert sum(sheet.score.games_won) == (winner is not None)
    assert sheet.running_game == 2


@pytest.mark.parametrize(
    ("games", "loser", "winner"),
    [
        ([[(10, 0, 0)], [(0, 10, 0)]], 0, 1),
        ([[(10, 0, 0)], [(0, 12, 0)]], 2, 1),  # one game each: the higher net
        ([[(10, 0, 0)], [(0, 10, 0)]], 2, None),
        ([[(0, 0, 3)]], 2, None),
    ],
)
def test_a_lost_match_goes_to_the_best_of_the_others(games, loser, winner):
    loss = SheetAdjustment("match_loss", loser, None, len(games))
    sheet = sheet_of(*games, adjustments=[loss])
    assert (sheet.score.finished, sheet.score.winner, sheet.lost) == (True, winner, loss)


def test_an_unfinished_game_asks_what_becomes_of_it():
    games = [(4, 3, 0)], [(0, 0, 10)]
    assert needs_decision(sheet_of(*games)) == (1,)
    assert sheet_of(*games, decisions={1: "leader"}).score.games_won == (1, 0, 1)
    assert sheet_of(*games, decisions={1: "void"}).score.games_won == (0, 0, 1)
    level = [(4, 4, 0)], [(0, 0, 10)]
    assert refuses(sheet_of, *level, decisions={1: "leader"}).text.code == "level_game"


def test_a_result_handed_in_has_a_number_for_each_seat():
    none = (0, 0, 0)
    assert match_from_games_won(RULES, [1, 0, 2]) == MatchScore(True, 2, (1, 0, 2), none, 3, none)
    assert match_from_games_won(RULES, [1, 0, 2], (0, 0, 1)).games_used == 2
    assert drawn_match(RULES, [1, 1, 1]) == MatchScore(True, None, (1, 1, 1), none, 3, none)
    assert decided(3, 1) == MatchScore(True, 1, none, none, 0, none)
    for wrong in ([2, 0], [2, 2, 0], [1, 1, 1], [1, 0, 0, 2], [True, 0, 2], "102"):
        assert refuses(match_from_games_won, RULES, wrong).text.code == "bad_result"
    for wrong in ([1, 1], [1, 1, 0], [2, 2, 2]):
        assert refuses(drawn_match, RULES, wrong).text.code == "bad_result"


def test_games_handed_in_end_the_match_or_are_refused():
    games = [GameOfThree((3, 10, 1), 1, True), GameOfThree((0, 11, 5), 1, True)]
    score = MatchScore(True, 1, (0, 2, 0), (0, 13, 0), 2, (3, 21, 6))
    assert match_from_games(RULES, games) == score
    assert score_match(RULES, games[:1]).games_won == (0, 1, 0)
    assert refuses(match_from_games, RULES, games[:1]).text.code == "bad_result"
