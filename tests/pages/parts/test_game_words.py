"""A game in short: on a plain sheet, and a series on a Hollywood sheet."""

from dataclasses import replace

import pytest

from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore, score_hollywood
from pages.parts.game_words import (
    columns_words,
    game_figures,
    open_columns,
    outcome_words,
    reached_words,
    running_points,
    standing_words,
)

NAMES = ("Anna", "Nuño")
RULES = rules_from({"sheet": "hollywood"})
PLAIN = rules_from({})


def hands(*won: tuple[int, int]) -> list[HandScore]:
    return [HandScore("knock", seat, points, 1) for seat, points in won]


def series(*won: tuple[int, int]) -> HollywoodScore:
    return score_hollywood(RULES, hands(*won))


OVER = series((0, 60), (0, 60), (1, 40), (0, 60), (0, 60))
RUNNING = series((0, 60), (0, 60), (1, 40))


def test_a_series_stands_by_its_open_columns() -> None:
    said = "Game 2, Anna against Nuño: column 2 60–40, column 3 0–0."
    assert standing_words(2, RUNNING, NAMES) == said
    assert standing_words(2, OVER, NAMES) == ""
    assert (open_columns(RUNNING), running_points(RUNNING)) == ([2, 3], (60, 40))
    assert (open_columns(OVER), running_points(OVER)) == ([], None)


def test_a_game_stands_by_its_points() -> None:
    game = score_game(PLAIN, hands((0, 43), (1, 20)))
    assert standing_words(1, game, NAMES) == "Game 1: Anna 43, Nuño 20."
    assert (open_columns(game), running_points(game)) == ([], (43, 20))
    assert reached_words(game, (), 0) == "43"


def test_a_series_is_won_by_columns_or_by_what_the_net_is_made_of() -> None:
    assert outcome_words(RULES, 1, OVER, NAMES) == "Game 1 to Anna, 3–0 columns"
    by_net = replace(RULES, hollywood_winner="net")
    first, second = game_figures(by_net, OVER)
    assert first - second == OVER.series_net
    assert outcome_words(by_net, 1, OVER, NAMES) == f"Game 1 to Anna, {first}–{second}"
    double = replace(by_net, hollywood_third_double=True)
    first, second = game_figures(double, score_hollywood(double, hands(*[(0, 60)] * 4)))
    assert first - second == score_hollywood(double, hands(*[(0, 60)] * 4)).series_net


def test_what_a_hand_brings_is_told_by_column() -> None:
    assert reached_words(RUNNING, RUNNING.entries[1], 0) == "120 in column 1, 60 in column 2"


@pytest.mark.parametrize(
    ("columns", "words"),
    [((1,), "column 1"), ((1, 2), "columns 1 and 2"), ((5, 6, 7), "columns 5, 6 and 7")],
)
def test_columns_are_called_by_their_numbers(columns: tuple[int, ...], words: str) -> None:
    assert columns_words(columns) == words
