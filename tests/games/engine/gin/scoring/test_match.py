"""Matches: a single game, best of n, to points, rounds; and results handed in as a whole."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.gin.game_rules import next_dealer
from games.engine.gin.rules import Rules, rules_from, with_length
from games.engine.gin.scoring.final_points import game_from_points
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandScore
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.match import match_from_games, match_from_games_won, score_match
from kernel.text import Refusal
from tests.games.engine import strategies

CLUB = rules_from("club")
TO_500 = rules_from("rummy-games")
ROUNDS = rules_from({"match_type": "rounds", "match_n": 3})
TO_500_GROSS = replace(TO_500, points_by="gross")
DEAL_EACH = replace(ROUNDS, match_n=2, round_of="deal_each", box_bonus=0)


def won_by(seat: int, rules: Rules = CLUB) -> GameScore:
    points = (104, 61) if seat == 0 else (61, 104)
    return game_from_points(rules, seat, points, (3, 3))  # net 143


RUNNING = score_game(CLUB, [HandScore("knock", 0, 30, 1)])


@pytest.mark.parametrize(
    ("best_of", "winners", "finished", "winner", "games_won", "used"),
    [
        (5, [], False, None, (0, 0), 0),
        (5, [0, 1, 0, 1], False, None, (2, 2), 4),
        (5, [0, 1, 0, 1, 1], True, 1, (2, 3), 5),
        (5, [0, 0, 0], True, 0, (3, 0), 3),
        (5, [0, 0, 0, 1, 1], True, 0, (3, 0), 3),
        (3, [1, 1], True, 1, (0, 2), 2),
        (1, [1], True, 1, (0, 1), 1),
        (1, [1, 0], True, 1, (0, 1), 1),
        (7, [0, 0, 0], False, None, (3, 0), 3),
    ],
)
def test_best_of(best_of, winners, finished, winner, games_won, used) -> None:
    score = score_match(with_length(CLUB, best_of=best_of), [won_by(seat) for seat in winners])
    assert (score.finished, score.winner) == (finished, winner)
    assert (score.games_won, score.games_used) == (games_won, used)
    assert score.nets == (games_won[0] * 143, games_won[1] * 143)


def test_an_unfinished_game_does_not_count() -> None:
    score = score_match(CLUB, [won_by(0), RUNNING, won_by(0), won_by(0)])
    assert (score.finished, score.games_won) == (True, (3, 0))
    assert not score_match(CLUB, [won_by(0), won_by(0), RUNNING]).finished


def test_nets_of_the_winners_accumulate_to_the_points_of_a_match() -> None:
    games = [won_by(0, TO_500)] * 3 + [won_by(1, TO_500)]
    score = score_match(TO_500, games)
    assert (score.finished, score.games_won, score.nets) == (False, (3, 1), (429, 143))
    score = score_match(TO_500, [*games, won_by(0, TO_500), won_by(1, TO_500)])
    assert (score.finished, score.winner, score.games_used) == (True, 0, 5)
    assert score.nets == (572, 143)


def test_a_negative_net_is_taken_off() -> None:
    behind = game_from_points(TO_500, 0, (102, 95), (2, 8))
    score = score_match(TO_500, [won_by(0, TO_500), behind])
    assert score.nets == (100, 0)
    assert score.games_won == (2, 0)


def test_counted_gross_each_game_brings_both_what_they_have_in_it() -> None:
    # 104 + 3 boxes + 100 for the game: 279; the other 61 + 3 boxes: 136.
    score = score_match(TO_500_GROSS, [won_by(0, TO_500_GROSS)])
    assert (score.finished, score.account(TO_500_GROSS)) == (False, (279, 136))
    assert score.nets == (143, 0)  # what tie-breaks count stays the nets
    score = score_match(TO_500_GROSS, [won_by(0, TO_500_GROSS), won_by(0, TO_500_GROSS)])
    assert (score.winner, score.account(TO_500_GROSS)) == (0, (558, 272))


def test_of_two_past_the_points_the_higher_wins_who_need_not_have_won_the_last_game() -> None:
    won = [won_by(0, TO_500_GROSS), won_by(0, TO_500_GROSS), won_by(1, TO_500_GROSS)]
    to_600 = replace(TO_500_GROSS, match_n=600)
    score = score_match(to_600, won)  # 558 : 272, then 694 : 551
    assert (score.winner, score.gross, score.games_won) == (0, (694, 551), (2, 1))


def test_level_past_the_points_a_further_game_is_played() -> None:
    to_400 = replace(TO_500_GROSS, match_n=400)
    level = [won_by(0, to_400), won_by(1, to_400)]
    score = score_match(to_400, level)
    assert (score.finished, score.gross) == (False, (415, 415))
    assert score_match(to_400, [*level, won_by(1, to_400)]).winner == 1
    refused = strategies.refuses(match_from_games, to_400, level)
    assert "415 to 415" in str(refused.text)


def test_games_without_boxes_cannot_be_counted_gross() -> None:
    refused = strategies.refuses(game_from_points, TO_500_GROSS, 0, (104, 61))
    assert (refused.text.code, refused.field) == ("missing_boxes", "boxes")
    assert not game_from_points(TO_500, 0, (104, 61)).boxes_known


def of_hands(*winners: int | None) -> GameScore:
    """Hands of which these won each ten points; None: void."""
    none = HandScore("void", None, 0, 0)
    return score_game(
        DEAL_EACH, [none if w is None else HandScore("knock", w, 10, 1) for w in winners]
    )


@pytest.mark.parametrize(
    ("winners", "finished"),
    [
        ((0, 0, 0), False),
        ((0, 0, 0, 1), True),
        ((None, 0, 0, None), True),
        ((0, 1, 0, 1), False),
        ((0, 1, 0, 1, 1), False),  # the round for the tie is a whole one
        ((0, 1, 0, 1, 1, None), True),
        ((0, 1, 0, 1, 1, 0), False),
        ((0, 1, 0, 1, 1, 0, 0, None), True),
    ],
)
def test_in_rounds_each_player_deals_once(winners, finished) -> None:
    assert of_hands(*winners).finished == finished


def test_a_round_of_which_each_deals_a_hand_is_two_hands() -> None:
    assert (ROUNDS.hands_a_round, DEAL_EACH.hands_a_round) == (1, 2)


@pytest.mark.parametrize("policy", ["winner", "loser", "alternate"])
@pytest.mark.parametrize("hand", [HandScore("knock", 0, 10, 1), HandScore("void", None, 0, 0)])
def test_then_the_deal_goes_round_whatever_came_of_a_hand(policy, hand) -> None:
    rules = replace(DEAL_EACH, dealer_policy=policy, void_dealer="same")
    assert [next_dealer(rules, dealer, hand) for dealer in (0, 1)] == [1, 0]


def test_a_fixed_number_of_hands_is_one_game() -> None:
    hands = [HandScore("knock", seat, 20, 1) for seat in (0, 1, 1)]
    assert not score_match(ROUNDS, [score_game(ROUNDS, hands[:2])]).finished
    assert score_match(ROUNDS, [score_game(ROUNDS, hands)]).winner == 1


@given(st.lists(st.integers(0, 1), max_size=12), st.sampled_from([1, 3, 5, 7]))
def test_the_first_to_have_enough_games_wins(winners, best_of) -> None:
    rules = with_length(CLUB, best_of=best_of)
    games = [won_by(seat) for seat in winners]
    score = score_match(rules, games)
    needed = best_of // 2 + 1
    assert score.finished == (max(score.games_won) == needed)
    assert sum(score.games_won) == score.games_used <= min(best_of, len(games))
    mirrored = score_match(rules, [won_by(1 - seat) for seat in winners])
    assert mirrored.games_won == score.games_won[::-1]
    if score.finished:
        assert score.winner == score.games_won.index(needed)
        assert match_from_games_won(rules, score.games_won).winner == score.winner
        assert match_from_games(rules, games[: score.games_used]) == score


@pytest.mark.parametrize("games_won", [[3, 0], [3, 1], (3, 2), [2, 3], [1, 3], [0, 3]])
def test_final_results_of_a_best_of_five(games_won) -> None:
    score = match_from_games_won(CLUB, games_won)
    assert score.finished
    assert score.winner == games_won.index(3)
    assert score.games_won == tuple(games_won)


NO_RESULTS = [
    [2, 2],
    [3, 3],
    [4, 1],
    [5, 0],
    [2, 0],
    [0, 0],
    [3, -1],
    [-3, 3],
    [True, 3],
    [3, False],
    [3.0, 1],
    [math.nan, 3],
    [math.inf, 3],
    [10**40, 3],
    [10**5000, 3],
    [3],
    [3, 1, 0],
    ["3", "1"],
    "31",
    None,
    3,
    {"0": 3},
]


@pytest.mark.parametrize("games_won", NO_RESULTS, ids=range(len(NO_RESULTS)))
def test_no_final_result_of_a_best_of_five(games_won) -> None:
    refusal = strategies.refuses(match_from_games_won, CLUB, games_won)
    assert refusal is not None
    assert (refusal.text.code, refusal.field) == ("bad_result", "games_won")


def test_the_refusal_says_what_is_possible() -> None:
    assert str(strategies.refuses(match_from_games_won, CLUB, [2, 2])) == (
        "The best of 5 ends when a player has won 3 games and the other fewer, so not at 2 to 2."
    )
    single = with_length(CLUB, best_of=1)
    assert str(strategies.refuses(match_from_games_won, single, [1, 1])) == (
        "This match is one game: its result is 1 to 0, not 1 to 1."
    )


@given(strategies.rules(), strategies.nonsense | st.lists(strategies.nonsense, max_size=3))
def test_nonsense_is_refused_in_words(rules, games_won) -> None:
    strategies.refuses(match_from_games_won, rules, games_won)


def test_a_match_to_points_is_not_told_in_games_won() -> None:
    refusal = strategies.refuses(match_from_games_won, TO_500, [3, 1])
    assert str(refusal) == "A match to 500 points is entered game by game, with its points."


@pytest.mark.parametrize(
    ("rules", "winners", "sentence"),
    [
        (CLUB, [0, 1, 0, 1], "At 2 to 2 games nobody has won 3: the match is not over."),
        (CLUB, [], "At 0 to 0 games nobody has won 3: the match is not over."),
        (CLUB, [0, 0, 0, 1], "The match was over after game 3: leave the later games out."),
        (TO_500, [0], "With 143 to 0 points nobody has reached 500: the match is not over."),
    ],
)
def test_games_that_do_not_end_a_match_exactly(rules, winners, sentence) -> None:
    refusal = strategies.refuses(match_from_games, rules, [won_by(s, rules) for s in winners])
    assert (refusal.text.code, str(refusal)) == ("bad_result", sentence)


@pytest.mark.parametrize(
    ("winners", "finished", "winner", "games_won"),
    [
        ([], False, None, (1, 0)),
        ([0], False, None, (2, 0)),
        ([0, 0], True, 0, (3, 0)),
        ([1, 1, 0, 1], True, 1, (2, 3)),
    ],
)
def test_a_game_ahead_counts_as_won(winners, finished, winner, games_won) -> None:
    rules = with_length(CLUB, best_of=5)
    games = [won_by(seat) for seat in winners]
    score = score_match(rules, games, (1, 0))
    assert (score.finished, score.winner, score.games_won) == (finished, winner, games_won)
    assert score.games_used == len(games)
    if finished:
        assert match_from_games(rules, games, (1, 0)) == score
        told = match_from_games_won(rules, list(games_won), (1, 0))
        assert (told.winner, told.games_used) == (winner, len(games))


def test_a_game_ahead_can_not_be_left_out() -> None:
    with pytest.raises(Refusal, match="began at 1 to 0") as refusal:
        match_from_games_won(with_length(CLUB, best_of=5), [0, 3], (1, 0))
    assert refusal.value.field == "games_won"
