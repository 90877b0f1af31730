"""A game of rummy, to a target or of so many rounds (rulebook 4.12)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.rummy.play import HandScore
from games.engine.rummy.rules import RummyRules
from kernel.seats import PerSeat, Seat, nothing


@dataclass(frozen=True, slots=True)
class GameScore:
    """Where a game stands: everybody's points, and who has won it, null while it is played."""

    points: PerSeat
    winner: Seat | None


def score_game(rules: RummyRules, seats: int, hands: Sequence[HandScore]) -> GameScore:
    """The points of these hands. With penalties the lowest total wins, otherwise the highest; while
    two share the best one another hand is played (REC)."""
    points = nothing(seats)
    for played, one in enumerate(hands, 1):
        points = tuple(map(sum, zip(points, one.points, strict=True)))
        winner = winner_of(rules, points, played)
        if winner is not None:
            return GameScore(points, winner)
    return GameScore(points, None)


def winner_of(rules: RummyRules, points: PerSeat, played: int) -> Seat | None:
    """Who has won a game in which so many hands were played; None while it goes on."""
    is_over = max(points) >= rules.target if rules.end == "target" else played >= rules.rounds
    best = min(points) if rules.scoring == "penalty" else max(points)
    return points.index(best) if is_over and points.count(best) == 1 else None


def next_dealer(rules: RummyRules, seats: int, dealer: Seat, winner: Seat | None) -> Seat:
    """Who deals the next hand: the next round the table, or the winner; after a hand that was
    nobody's, where the winner deals, the same again."""
    if rules.dealer_policy == "in_turn":
        return (dealer + 1) % seats
    return dealer if winner is None else winner
