"""From what was written down to points: the hands and games of gin, and who deals."""

from games.engine.gin.scoring.dealing import next_dealer
from games.engine.gin.scoring.game import Bonuses, GameScore, game_from_points, score_game
from games.engine.gin.scoring.hand import (
    HAND_KINDS,
    HandCounts,
    HandScore,
    checked_seat,
    largest_factor,
    score_hand,
    sum_of,
)
from games.engine.gin.scoring.hollywood import HollywoodScore, score_hollywood
from games.engine.gin.scoring.remedies import (
    NO_REMEDIES,
    Award,
    BarredBonus,
    HandRemedies,
)
from games.engine.gin.scoring.rules import GinRules
from games.engine.gin.scoring.showdown import Claim, HandCards, Showdown, Spread, counts_from, judge

__all__ = [
    "HAND_KINDS",
    "NO_REMEDIES",
    "Award",
    "BarredBonus",
    "Bonuses",
    "Claim",
    "GameScore",
    "GinRules",
    "HandCards",
    "HandCounts",
    "HandRemedies",
    "HandScore",
    "HollywoodScore",
    "Showdown",
    "Spread",
    "checked_seat",
    "counts_from",
    "game_from_points",
    "judge",
    "largest_factor",
    "next_dealer",
    "score_game",
    "score_hand",
    "score_hollywood",
    "sum_of",
]
