"""The rules of gin as a match is scored by them, and who deals (gin.md 3.1, section 6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.engine.gin.rules import Rules
from games.engine.gin.scoring import final_points, game, hand
from games.engine.gin.scoring.game import GameScore
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.remedies import NO_REMEDIES
from games.engine.scoring.facts import PenaltyPoints, WrittenHand
from games.engine.scoring.rules import GameRules
from kernel.seats import Seat, opponent


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
        return None if dealer is None else next_dealer(self.knobs, dealer, score)

    def game_from_points(self, winner: object, points: object, boxes: object = None) -> GameScore:
        return final_points.game_from_points(self.knobs, winner, points, boxes)


def next_dealer(rules: Rules, dealer: Seat, hand: HandScore) -> Seat:
    """Who deals after a hand of the same game that `dealer` dealt (`dealer_policy`, `void_dealer`).

    A tie has neither winner nor loser: where the deal follows one of them it is dealt again as
    after a void hand; where it alternates a tie is a hand like any other. A hand that was awarded
    is void; one that its winner cannot win passes the deal as after a void hand (A19).
    """
    is_void = hand.kind == "void" or (hand.winner is None and hand.kind != "tie")
    if not is_void and rules.dealer_policy == "alternate":
        return opponent(dealer)
    if is_void or hand.winner is None:
        return dealer if rules.void_dealer == "same" else opponent(dealer)
    return hand.winner if rules.dealer_policy == "winner" else opponent(hand.winner)
