"""Games: the published sheets, the six shutout forms, and games handed in as points."""

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.options import ROOT
from games.engine.gin.notation.adding import add_up
from games.engine.gin.rules import KNOBS, Rules, rules_from
from games.engine.gin.scoring.final_points import game_from_points
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.scoring.game_score import Bonuses, GameScore
from tests.games.engine import strategies

VECTORS = json.loads((ROOT / "tests" / "data" / "hands.json").read_text())
GAMES = [vector for vector in VECTORS["game_vectors"] if vector["type"] == "game"]
CLUB = rules_from("club")
VOID = HandScore("void")


def won(winner: int, points: int, boxes: int = 1) -> HandScore:
    return HandScore("knock", winner, points, boxes)


@pytest.mark.parametrize("vector", GAMES, ids=lambda vector: vector["id"])
def test_published_game(vector) -> None:
    rules = rules_from(vector["rules"])
    hands = [won("AB".index(who), points, boxes) for who, points, boxes in vector["hands"]]
    expected = vector["expected"]
    score = score_game(rules, hands)
    pairs = {name: tuple(expected[name][who] for who in "AB") for name in ("points", "boxes")}
    assert score.finished is expected["finished"]
    assert score.winner == "AB".index(expected["reached_target"])
    assert (score.points, score.boxes) == (pairs["points"], pairs["boxes"])
    assert score.totals == tuple(expected["totals"][who] for who in "AB")
    assert score.net == expected["net_to_target_winner"]
    assert (score.hands_used, score.shutout) == (expected["hands_used"], expected["shutout"])
    by_total = score_game(replace(rules, game_winner_by="grand_total"), hands)
    assert by_total.winner == "AB".index(expected["higher_total"])
    assert by_total.net == abs(score.net)


def test_six_published_games_are_held() -> None:
    assert [game["id"] for game in GAMES] == ["GV01", "GV02", "GV08", "GV09", "GV11", "GV12"]


def test_the_whole_sheet_of_example_15() -> None:
    hands = [won(0, 24), won(1, 27), won(0, 40), won(0, 36)]
    assert score_game(CLUB, hands) == GameScore(
        finished=True,
        winner=0,
        points=(100, 27),
        boxes=(3, 1),
        bonuses=Bonuses(game=(100, 0), shutout=(0, 0), box=(75, 25)),
        totals=(275, 52),
        net=223,
        hands_used=4,
        shutout=False,
    )


@pytest.mark.parametrize(
    ("shutout_rule", "total"),
    [
        ("none", 278),
        ("add_100", 378),
        ("double_game_bonus", 378),
        ("double_hand_points", 381),
        ("double_excl_boxes", 481),
        ("double_all", 556),
    ],
)
def test_shutout_of_example_16(shutout_rule, total) -> None:
    score = score_game(Rules(shutout_rule=shutout_rule), [won(1, 30), won(1, 45), won(1, 28)])
    assert score.totals == (0, total)
    assert score.net == total
    assert score.shutout
    assert score.bonuses == Bonuses((0, 100), (0, total - 278), (0, 75))


def test_shutout_by_pagat_of_example_16() -> None:
    score = score_game(rules_from("pagat"), [won(0, 30), won(0, 45), won(0, 28)])
    assert score.totals == (363, 0)


def test_no_shutout_bonus_where_the_loser_scored() -> None:
    score = score_game(CLUB, [won(1, 1), won(0, 110)])
    assert not score.shutout
    assert score.totals == (235, 26)


@pytest.mark.parametrize(
    "shutout_rule", next(knob.choices for knob in KNOBS if knob.name == "shutout_rule")
)
def test_who_won_a_hand_for_nothing_is_not_shut_out(shutout_rule) -> None:
    """The shutout is tested on hands won, in every rule set (rulebook 3.1)."""
    rules = replace(CLUB, tie_rule="zero_undercut", shutout_rule=shutout_rule)
    tie = score_hand(rules, HandCounts.of("knock", 0, 6, 6))
    assert (tie.winner, tie.points, tie.boxes) == (1, 0, 1)
    score = score_game(rules, [tie, won(0, 104)])
    assert not score.shutout
    assert score.totals == (104 + 100 + 25, 25)


@pytest.mark.parametrize("boxes", [0, 1])
def test_nor_on_any_sheet(boxes) -> None:
    """The same in each column of a Hollywood series, in a match, and for `score`."""
    rules = {"tie_rule": "zero_undercut", "match_type": "single", "match_n": 1}
    hands = [{"winner": 1, "points": 0, "boxes": 1}] * boxes + [{"winner": 0, "points": 104}] * 3
    game = add_up({"rules": rules, "hands": hands})
    (of_match,) = add_up({"rules": rules, "hands": hands, "sheet": "match"})["games"]
    series = add_up({"rules": rules, "hands": hands, "sheet": "hollywood"})
    assert game["shutout"] is of_match["shutout"] is not boxes
    # the box stands in the first column alone
    assert [column["shutout"] for column in series["columns"]] == [not boxes, True, True]


def test_a_running_game() -> None:
    score = score_game(CLUB, [won(0, 60), VOID, won(1, 30)])
    expected = GameScore(False, None, (60, 30), (1, 1), Bonuses(), (60, 30), None, 3, False)
    assert score == expected
    assert score_game(CLUB, []).hands_used == 0


def test_hands_after_the_end_are_not_used() -> None:
    ended = [won(0, 60), VOID, won(0, 40)]
    assert score_game(CLUB, [*ended, won(1, 90), VOID]) == score_game(CLUB, ended)
    assert score_game(CLUB, ended).hands_used == 3


def test_exactly_the_target_ends_it_one_less_does_not() -> None:
    assert score_game(CLUB, [won(0, 100)]).finished
    assert not score_game(CLUB, [won(0, 99)]).finished


def test_equal_grand_totals_go_to_whoever_reached_the_target() -> None:
    rules = Rules(game_winner_by="grand_total", game_bonus=0, box_bonus=10)
    for seat in (0, 1):
        score = score_game(rules, [won(1 - seat, 50), won(1 - seat, 40), won(seat, 100)])
        assert score.totals == (110, 110)
        assert (score.winner, score.net) == (seat, 0)


class TestRounds:
    """A fixed number of hands is one game."""

    rules = rules_from({"match_type": "rounds", "match_n": 2})

    def test_the_higher_total_wins_after_the_last_hand(self) -> None:
        assert not score_game(self.rules, [won(0, 40)]).finished
        score = score_game(self.rules, [won(0, 40), won(1, 30)])
        assert (score.finished, score.winner, score.net) == (True, 0, 10)
        assert score.totals == (65, 55)
        assert score.bonuses.game == score.bonuses.shutout == (0, 0)

    def test_no_target_ends_it(self) -> None:
        assert not score_game(self.rules, [won(0, 120)]).finished

    def test_boxes_count(self) -> None:
        score = score_game(self.rules, [won(0, 20), HandScore("gin", 1, 10, 3)])
        assert (score.winner, score.totals) == (1, (45, 85))

    def test_a_void_hand_is_one_of_them_and_level_goes_on(self) -> None:
        assert not score_game(self.rules, [VOID, VOID]).finished
        assert not score_game(self.rules, [won(0, 20), won(1, 20)]).finished
        score = score_game(self.rules, [won(0, 20), won(1, 20), won(1, 5), won(0, 90)])
        assert (score.winner, score.hands_used) == (1, 3)
        assert score_game(self.rules, [VOID, won(1, 3)]).winner == 1

    def test_a_single_hand_as_the_association_plays_it(self) -> None:
        assert score_game(rules_from("gra"), [won(1, 12)]).winner == 1


@given(st.data(), strategies.rules())
def test_every_sheet_adds_up(data, rules) -> None:
    hands = [score_hand(rules, c) for c in data.draw(st.lists(strategies.counts(rules)))]
    score = score_game(rules, hands)
    for used in range(score.hands_used):
        assert not score_game(rules, hands[:used]).finished
    assert score == replace(score_game(rules, hands[: score.hands_used]))
    used = hands[: score.hands_used]
    for seat in (0, 1):
        boxes = sum(hand.boxes for hand in used if hand.winner == seat)
        points = sum(hand.points for hand in used if hand.winner == seat)
        in_points = rules.box_bonus * boxes if rules.box_timing == "immediate" else 0
        assert score.boxes[seat] == boxes
        assert score.points[seat] == points + in_points
        bonuses = score.bonuses.game[seat] + score.bonuses.shutout[seat] + score.bonuses.box[seat]
        assert score.totals[seat] == score.points[seat] + bonuses
    if score.finished:
        assert score.net == score.totals[score.winner] - score.totals[1 - score.winner]
    else:
        assert (score.winner, score.net) == (None, None)


@given(st.data(), strategies.rules())
def test_seats_changed_over_mirror_the_sheet(data, rules) -> None:
    hands = [score_hand(rules, c) for c in data.draw(st.lists(strategies.counts(rules)))]
    mirrored = [
        replace(hand, winner=None if hand.winner is None else 1 - hand.winner) for hand in hands
    ]
    score, mirror = score_game(rules, hands), score_game(rules, mirrored)
    assert mirror.points == score.points[::-1]
    assert mirror.totals == score.totals[::-1]
    assert mirror.net == score.net
    assert (mirror.winner is None) == (score.winner is None)
    if score.winner is not None:
        assert mirror.winner == 1 - score.winner


class TestHandedInAsPoints:
    def test_like_the_game_it_tells_of(self) -> None:
        score = game_from_points(CLUB, 0, [104, 61], [5, 3])
        assert score.totals == (104 + 100 + 125, 61 + 75)
        assert (score.winner, score.net, score.hands_used) == (0, 193, 0)
        assert score.boxes_known

    def test_without_boxes_the_totals_are_without_them(self) -> None:
        score = game_from_points(CLUB, 1, (0, 110))
        assert score.totals == (0, 310)
        assert score.shutout
        assert not score.boxes_known

    def test_whose_boxes_are_known_is_not_shut_out_with_one(self) -> None:
        rules = replace(CLUB, tie_rule="zero_undercut")
        assert not game_from_points(rules, 1, (0, 110), (1, 2)).shutout
        assert game_from_points(rules, 1, (0, 110), (0, 2)).shutout

    @given(st.data(), strategies.named_rules | strategies.rules())
    def test_whatever_can_be_played_can_be_handed_in(self, data, rules) -> None:
        hands = [score_hand(rules, data.draw(strategies.counts(rules))) for _ in range(12)]
        score = score_game(rules, hands)
        if score.finished:
            handed_in = game_from_points(rules, score.winner, list(score.points), score.boxes)
            assert handed_in == replace(score, hands_used=0)

    @given(
        strategies.rules(),
        strategies.nonsense | st.integers(0, 1),
        strategies.nonsense | st.lists(st.integers(0, 200) | strategies.nonsense, max_size=3),
        strategies.nonsense | st.lists(st.integers(0, 9) | strategies.nonsense, max_size=3),
    )
    def test_nonsense_is_refused_in_words(self, rules, winner, points, boxes) -> None:
        strategies.refuses(game_from_points, rules, winner, points, boxes)

    refused = {
        "both there": (CLUB, 0, [100, 100], [4, 4], "points"),
        "nobody there": (CLUB, 0, [99, 61], [5, 3], "points"),
        "the loser as winner": (CLUB, 1, [104, 61], [5, 3], "winner"),
        "seat 2": (CLUB, 2, [104, 61], [5, 3], "winner"),
        "true": (CLUB, True, [104, 61], [5, 3], "winner"),
        "nobody": (CLUB, None, [104, 61], [5, 3], "winner"),
        "too far": (CLUB, 0, [229, 61], [5, 3], "points"),
        "negative": (CLUB, 0, [104, -1], [5, 3], "points"),
        "true points": (CLUB, 0, [104, True], [5, 3], "points"),
        "float": (CLUB, 0, [104.0, 61], [5, 3], "points"),
        "1e400": (CLUB, 0, [math.inf, 61], [5, 3], "points"),
        "NaN": (CLUB, 0, [104, math.nan], [5, 3], "points"),
        "40 digits": (CLUB, 0, [10**40, 61], [5, 3], "points"),
        "40 digits of boxes": (CLUB, 0, [104, 61], [10**40, 3], "boxes"),
        "three": (CLUB, 0, [104, 61, 5], [5, 3], "points"),
        "one": (CLUB, 0, [104], [5, 3], "points"),
        "text": (CLUB, 0, "10", [5, 3], "points"),
        "object": (CLUB, 0, {"0": 104, "1": 61}, [5, 3], "points"),
        "none": (CLUB, 0, None, [5, 3], "points"),
        "no box of the winner": (CLUB, 0, [104, 61], [0, 3], "boxes"),
        "no box of the loser": (CLUB, 0, [104, 61], [5, 0], "boxes"),
        "box of nothing": (CLUB, 0, [104, 0], [5, 1], "boxes"),
        "too few": (CLUB, 0, [200, 61], [1, 3], "boxes"),
        "too many": (CLUB, 0, [104, 61], [105, 3], "boxes"),
        "negative boxes": (CLUB, 0, [104, 61], [5, -3], "boxes"),
        "false boxes": (CLUB, 0, [104, 0], [5, False], "boxes"),
        "by total": (rules_from("cardgames"), 0, [102, 95], [2, 8], "winner"),
        "by total, boxes left out": (rules_from("cardgames"), 0, [102, 95], None, "boxes"),
        "rounds, lower": (rules_from("gra"), 0, [0, 12], [0, 1], "winner"),
        "rounds, level": (TestRounds.rules, 0, [20, 20], [1, 1], "points"),
        "rounds, boxes left out": (TestRounds.rules, 0, [20, 10], None, "boxes"),
    }

    @pytest.mark.parametrize(
        ("rules", "winner", "points", "boxes", "field"), refused.values(), ids=refused.keys()
    )
    def test_what_cannot_have_been(self, rules, winner, points, boxes, field) -> None:
        refusal = strategies.refuses(game_from_points, rules, winner, points, boxes)
        assert refusal is not None
        assert refusal.field == field
        assert refusal.text.code in ("bad_game", "bad_seat", "missing_boxes")

    @pytest.mark.parametrize(
        ("knobs", "most"),
        [
            ({}, 99 + 31 + 98),
            ({"big_gin_bonus": None}, 99 + 25 + 98),
            ({"undercut_bonus": 200}, 99 + 200 + 10),
            ({"knock_base": 100}, 99 + 100 + 98),
            ({"knock_limit": "upcard", "undercut_bonus": 200}, 99 + 2 * 210),
            ({"variant": "doubling", "doubling_cap": 2}, 99 + 2 * 129),
            ({"variant": "round_the_corner"}, 99 + 31 + 110),
            ({"box_timing": "immediate", "extra_boxes_gin": 2}, 99 + 31 + 98 + 75),
        ],
    )
    def test_the_last_hand_takes_nobody_further_than_it_can_be_worth(self, knobs, most) -> None:
        assert game_from_points(Rules(**knobs), 0, [most, 0], [2, 0]).winner == 0
        refusal = strategies.refuses(game_from_points, Rules(**knobs), 0, [most + 1, 0], [2, 0])
        assert refusal.field == "points"

    @pytest.mark.parametrize(
        ("knobs", "points", "most"),
        [
            ({}, 5, 5),
            ({"knock_base": 1}, 5, 2),
            ({"gin_bonus": 5, "extra_boxes_gin": 10}, 5, 11),
            ({"big_gin_bonus": 5, "extra_boxes_big_gin": 10}, 5, 11),
            ({"undercut_bonus": 5, "extra_boxes_undercut": 9}, 5, 10),
            ({"undercut_bonus": 5, "extra_boxes_undercut": 9, "tie_rule": "no_score"}, 5, 8),
            ({"undercut_bonus": 5, "extra_boxes_gin_off": 9}, 6, 10),
        ],
    )
    def test_points_bring_only_so_many_boxes(self, knobs, points, most) -> None:
        rules = Rules(**knobs)
        assert game_from_points(rules, 0, [100, points], [1, most]).boxes == (1, most)
        refusal = strategies.refuses(game_from_points, rules, 0, [100, points], [1, most + 1])
        assert refusal.field == "boxes"

    def test_boxes_may_come_without_points(self) -> None:
        for knobs in ({"tie_rule": "zero_undercut"}, {"gin_bonus": 0}, {"undercut_bonus": 0}):
            assert game_from_points(Rules(**knobs), 0, [100, 0], [1, 7]).boxes == (1, 7)

    def test_the_higher_total_may_win_against_the_race(self) -> None:
        score = game_from_points(rules_from("cardgames"), 1, [102, 95], [2, 8])
        assert (score.winner, score.net) == (1, 43)

    def test_refusals_say_what_is_wrong(self) -> None:
        both = strategies.refuses(game_from_points, CLUB, 0, [100, 100], [4, 4])
        assert str(both) == "Both can't have reached 100: the first ended the game."
        lower = strategies.refuses(game_from_points, CLUB, 1, [104, 61], [5, 3])
        assert str(lower) == "Seat 0 has reached 100 and so won the game."
        none = strategies.refuses(game_from_points, CLUB, 0, [104, 61], [5, 0])
        assert str(none) == "61 points without a box can't be: every won hand is one."
