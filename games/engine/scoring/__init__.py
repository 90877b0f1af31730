"""From what was written down to points: hands, games, matches, and the sheet of a match."""

from games.engine.scoring.dealing import first_dealer_of_game, next_dealer
from games.engine.scoring.game import Bonuses, GameScore, game_from_points, score_game
from games.engine.scoring.hand import (
    HAND_KINDS,
    HandCounts,
    HandScore,
    Pair,
    Seat,
    checked_seat,
    knock_limit_of,
    score_hand,
)
from games.engine.scoring.match import (
    MatchScore,
    match_from_games,
    match_from_games_won,
    score_match,
)
from games.engine.scoring.sheet import (
    Decision,
    MatchSheet,
    SheetGame,
    SheetHand,
    WrittenHand,
    match_sheet,
    needs_decision,
)

__all__ = [
    "HAND_KINDS",
    "Bonuses",
    "Decision",
    "GameScore",
    "HandCounts",
    "HandScore",
    "MatchScore",
    "MatchSheet",
    "Pair",
    "Seat",
    "SheetGame",
    "SheetHand",
    "WrittenHand",
    "checked_seat",
    "first_dealer_of_game",
    "game_from_points",
    "knock_limit_of",
    "match_from_games",
    "match_from_games_won",
    "match_sheet",
    "needs_decision",
    "next_dealer",
    "score_game",
    "score_hand",
    "score_match",
]
