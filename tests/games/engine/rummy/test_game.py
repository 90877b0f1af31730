"""Games of rummy: when they are over, and who deals."""

import pytest

from games.engine.rummy.game import next_dealer, score_game
from games.engine.rummy.play import HandScore
from games.engine.rummy.rules import RummyRules


def hands(*points):
    return [HandScore("out", None, each) for each in points]


def test_with_penalties_the_lowest_wins_when_somebody_reaches_the_target():
    """0 + 40 + 0 = 40, 30 + 0 + 72 = 102, 25 + 31 + 20 = 76."""
    played = hands((0, 30, 25), (40, 0, 31), (0, 72, 20))
    rules = RummyRules(target=100)
    assert score_game(rules, 3, played[:2]).winner is None
    score = score_game(rules, 3, played)
    assert (score.points, score.winner) == ((40, 102, 76), 0)


def test_where_the_winner_collects_the_highest_wins():
    score = score_game(RummyRules(scoring="winner_collects", target=50), 2, hands((30, 0), (0, 52)))
    assert (score.points, score.winner) == ((30, 52), 1)


def test_a_number_of_rounds():
    rules = RummyRules(end="rounds", rounds=2, target=10)
    played = hands((0, 30), (31, 0), (0, 5))
    assert score_game(rules, 2, played[:1]).winner is None
    assert score_game(rules, 2, played[:2]).winner == 1


@pytest.mark.parametrize("rules", [RummyRules(target=40), RummyRules(end="rounds", rounds=2)])
def test_level_another_hand_is_played(rules):
    played = hands((5, 35), (36, 6), (0, 5))
    assert score_game(rules, 2, played[:2]).winner is None
    assert score_game(rules, 2, played).winner == 0


def test_who_deals():
    won, nobody = HandScore("out", 2, (5, 5, 0)), HandScore("void", None, (0, 0, 0))
    in_turn, winner = RummyRules(), RummyRules(dealer_policy="winner")
    assert [next_dealer(in_turn, 3, 1, one.winner) for one in (won, nobody)] == [2, 2]
    assert [next_dealer(winner, 3, 1, one.winner) for one in (won, nobody)] == [2, 1]
