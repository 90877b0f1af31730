"""The rules of gin as a match is scored by them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.engine.gin.rules import Rules
from games.engine.gin.scoring import dealing, final_points, game, hand
from games.engine.gin.scoring.game import GameScore
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.remedies import NO_REMEDIES
from games.engine.scoring.facts import PenaltyPoints, WrittenHand
from games.engine.scoring.rules import GameRules
from kernel.seats import Seat


@dataclass(frozen=True, slots=True)
class GinRules(GameRules[HandScore, GameScore]):
    """Gin by one rule set: `HandCounts` with `HandRemedies` are what is written of a hand."""

    knobs: Rules
    seats: ClassVar[int] = Rules.seats

    @property
    def match_type(self) -> str:
        return self.knobs.match_type

    @property
    def match_n(self) -> int:
        return self.knobs.match_n

    def score_hand(self, written: WrittenHand) -> HandScore:
        return hand.score_hand(self.knobs, written.counts, written.remedies or NO_REMEDIES)

    def score_game(self, entries: Sequence[HandScore | PenaltyPoints]) -> GameScore:
        return game.score_game(self.knobs, entries)

    def taken_by_leader(self, score: GameScore) -> GameScore:
        return game.taken_by_leader(self.knobs, score)

    def lost_by_penalty(self, score: GameScore, loser: Seat) -> GameScore:
        return game.lost_by_penalty(self.knobs, score, loser)

    def next_dealer(
        self, written: WrittenHand, score: HandScore, dealer: Seat | None, due: Seat | None
    ) -> Seat | None:
        """Who deals by the rules, unless a ruling says otherwise."""
        ruled = written.remedies and written.remedies.next_deal
        if ruled == "same":
            return dealer
        if ruled == "as_due" and self.knobs.dealer_policy == "alternate":
            dealer = due
        return None if dealer is None else dealing.next_dealer(self.knobs, dealer, score)

    def game_from_points(self, winner: object, points: object, boxes: object = None) -> GameScore:
        return final_points.game_from_points(self.knobs, winner, points, boxes)
