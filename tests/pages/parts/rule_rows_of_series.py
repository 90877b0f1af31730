"""Every sentence on the Hollywood sheet, with the series that it decides."""

from collections.abc import Callable
from typing import Any

from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts, score_hand
from tests.pages.parts.rule_games import gin_of, knock_of, match_of_hands
from tests.pages.parts.rule_rows import Row

HOLLYWOOD = {"sheet": "hollywood"}
BARE = {**HOLLYWOOD, "game_bonus": 0, "box_bonus": 0, "shutout_rule": "none"}
SHUTOUT = (gin_of(0, 25), gin_of(0, 26), gin_of(0, 25))

# Seat 1 wins two columns by little (101 to 99, 100 to 90), seat 0 the third by 180 to 14.
NARROW = (
    *(knock_of(0, 9), knock_of(0, 90), knock_of(1, 15), knock_of(1, 86), knock_of(1, 14)),
    *(knock_of(0, 90), knock_of(0, 90)),
)
# In its first column seat 1 wins eight hands; seat 0 reaches the target with two.
RACE = (*[knock_of(1, 11)] * 8, gin_of(0, 25), gin_of(0, 25))
SWEEP = (gin_of(0, 75),) * 3


def of_series(what: Callable[[Any], object], *hands: HandCounts) -> Callable[[Rules], object]:
    def plays(rules: Rules) -> object:
        scored = [score_hand(rules, counts) for counts in hands]
        return what(GinRules(rules).score_game(scored))

    return plays


SERIES = (
    Row(
        ("Who first reaches %(target)d points wins the game, even",),
        "sheet",
        "game",
        "hollywood",
        of_series(lambda score: (score.finished, score.winner), *SHUTOUT[:2]),
        (True, 0),
    ),
    Row(
        (
            "A game is a Hollywood series: a sheet of three columns. The first hand",
            "Hollywood sheet",
        ),
        "sheet",
        "hollywood",
        "game",
        of_series(lambda score: (score.finished, score.points), *SHUTOUT[:2]),
        (False, (152, 0)),
    ),
    Row(
        (
            "A column closes when a player reaches %(target)d points in it, and",
            "The match goes to who",
        ),
        "target",
        100,
        150,
        of_series(lambda score: score.columns[0].finished, *SHUTOUT[:2]),
        True,
        HOLLYWOOD,
    ),
    Row(
        ("A column closes when a player reaches %(target)d points in it;",),
        "game_winner_by",
        "grand_total",
        "target",
        of_series(lambda score: score.columns[0].winner, *RACE),
        1,
        HOLLYWOOD,
    ),
    Row(
        ("Who wins more columns wins the series",),
        "hollywood_winner",
        "columns",
        "net",
        of_series(lambda score: score.winner, *NARROW),
        1,
        BARE,
    ),
    Row(
        ("The higher net of all columns wins", "Series by the net"),
        "hollywood_winner",
        "net",
        "columns",
        of_series(lambda score: score.winner, *NARROW),
        0,
        BARE,
    ),
    Row(
        ("Every column counts once.",),
        "hollywood_third_double",
        False,
        True,
        of_series(lambda score: score.series_net, *NARROW),
        166 - 2 - 10,
        BARE,
    ),
    Row(
        ("The net of the third column counts twice.", "Third column double"),
        "hollywood_third_double",
        True,
        False,
        of_series(lambda score: score.series_net, *NARROW),
        2 * 166 - 2 - 10,
        BARE,
    ),
    Row(
        ("A series is over when its three columns are closed.",),
        "hollywood_endless",
        False,
        True,
        of_series(lambda score: score.finished, *NARROW),
        True,
        BARE,
    ),
    Row(
        ("When a column closes another opens", "Endless Hollywood"),
        "hollywood_endless",
        True,
        False,
        of_series(lambda score: len(score.columns), *NARROW),
        6,
        BARE,
    ),
    Row(
        ("One Hollywood series decides",),
        "match_type",
        "single",
        "best_of",
        match_of_hands(SWEEP),
        [0],
        HOLLYWOOD,
    ),
    Row(
        ("The match goes to who",),
        "match_type",
        "best_of",
        "single",
        match_of_hands(SWEEP),
        [None],
        HOLLYWOOD,
    ),
    # A series that is swept is worth three times 325.
    Row(
        ("Hollywood series, each column to %(target)d points: who",),
        "match_n",
        900,
        5000,
        match_of_hands(SWEEP),
        [0],
        {**HOLLYWOOD, "match_type": "points"},
    ),
    # Gross the series is worth 225 + 325 + 325 to seat 0, net 55 less.
    Row(
        ("Hollywood series, each column to %(target)d points: each",),
        "points_by",
        "gross",
        "net",
        match_of_hands((gin_of(1, 5), *SWEEP)),
        [0],
        {**HOLLYWOOD, "match_type": "points", "match_n": 875},
    ),
)
