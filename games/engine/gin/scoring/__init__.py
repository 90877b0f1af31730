"""From what was written down to points: hands, games, matches, and the sheet of a match."""

from games.engine.gin.scoring.dealing import first_dealer_of_game, next_dealer
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
from games.engine.gin.scoring.match import (
    MatchScore,
    drawn_match,
    games_needed,
    match_from_games,
    match_from_games_won,
    score_match,
)
from games.engine.gin.scoring.remedies import (
    NO_REMEDIES,
    Award,
    BarredBonus,
    HandRemedies,
    SheetAdjustment,
)
from games.engine.gin.scoring.sheet import (
    IfUnfinished,
    MatchSheet,
    SheetGame,
    SheetHand,
    WrittenHand,
    after_match_loss,
    match_sheet,
    needs_decision,
)
from games.engine.gin.scoring.showdown import Claim, HandCards, Showdown, Spread, counts_from, judge

__all__ = [
    "HAND_KINDS",
    "NO_REMEDIES",
    "Award",
    "BarredBonus",
    "Bonuses",
    "Claim",
    "GameScore",
    "HandCards",
    "HandCounts",
    "HandRemedies",
    "HandScore",
    "HollywoodScore",
    "IfUnfinished",
    "MatchScore",
    "MatchSheet",
    "SheetAdjustment",
    "SheetGame",
    "SheetHand",
    "Showdown",
    "Spread",
    "WrittenHand",
    "after_match_loss",
    "checked_seat",
    "counts_from",
    "drawn_match",
    "first_dealer_of_game",
    "game_from_points",
    "games_needed",
    "judge",
    "largest_factor",
    "match_from_games",
    "match_from_games_won",
    "match_sheet",
    "needs_decision",
    "next_dealer",
    "score_game",
    "score_hand",
    "score_hollywood",
    "score_match",
    "sum_of",
]
