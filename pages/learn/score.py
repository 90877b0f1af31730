"""How points and boxes add up: one game of four hands, priced and added by the engine."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.sums import sum_of
from games.engine.scoring.game_score import GameScore
from kernel.seats import Pair
from pages.learn.laid import CLUB
from pages.learn.page import LearnPage
from pages.parts.score_sheet import KINDS, counts_of

YOU, OPPONENT = 0, 1

# Who ends the hand, how, and both counts; the first two are those of the pictures.
HANDS: Sequence[HandCounts] = (
    HandCounts.of("knock", YOU, 8, 32),
    HandCounts.of("knock", YOU, 8, 6),
    HandCounts.of("gin", YOU, 0, 15),
    HandCounts.of("knock", YOU, 4, 40),
)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A hand on the sheet, with the running totals after it."""

    score: HandScore
    sum: str
    totals: Pair


@cache
def example_game() -> tuple[tuple[GameRow, ...], GameScore]:
    """The hands of the game, and its end."""
    scores = [score_hand(CLUB, counts) for counts in HANDS]
    rows = []
    for number, score in enumerate(scores, 1):
        first, second = score_game(CLUB, scores[:number]).points
        rows.append(GameRow(score, sum_of(CLUB, score), (first, second)))
    return tuple(rows), score_game(CLUB, scores)


def shutout_bonus() -> int:
    """What it brings more to win a game in which the other won no hand."""
    gin = HandCounts.of("gin", YOU, 0, CLUB.target - CLUB.gin_bonus)
    return score_game(CLUB, [score_hand(CLUB, gin)]).bonuses.shutout[YOU]


class LearnScorePage(LearnPage):
    """Hands, boxes, the end of a game, a match."""

    tab = "learn_score"
    template = "learn/score.html"

    def matter(self) -> dict[str, Any]:
        rows, game = example_game()
        return {
            "rows": [
                {
                    "what": " ".join(
                        filter(None, (_(KINDS[row.score.kind]), counts_of(row.score)))
                    ),
                    "sum": row.sum,
                    "yours": row.score.points if row.score.winner == YOU else "",
                    "theirs": row.score.points if row.score.winner == OPPONENT else "",
                    "totals": row.totals,
                }
                for row in rows
            ],
            "game": game,
            "rules": CLUB,
            "shutout": shutout_bonus(),
            "needed": (CLUB.match_n + 1) // 2,
        }
