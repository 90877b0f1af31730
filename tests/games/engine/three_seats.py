"""A game of three, for the tests alone: a hand brings any seat points, ten of them win a game."""

from dataclasses import dataclass, replace

from games.engine.scoring.facts import PenaltyPoints, WrittenHand
from games.engine.scoring.rules import GameRules
from kernel.seats import credited, leading, nothing, others
from kernel.text import Refusal, Text

SEATS = (0, 1, 2)
TARGET = 10


@dataclass(frozen=True)
class HandOfThree:
    points: tuple
    kind: str = "played"

    @property
    def winner(self):
        return leading(self.points, SEATS)

    def as_void(self):
        return replace(self, points=nothing(3), kind="void")


@dataclass(frozen=True)
class GameOfThree:
    points: tuple
    winner: int | None = None
    finished: bool = False
    boxes: tuple = nothing(3)

    @property
    def net(self):
        """What the winner has more than the next."""
        if self.winner is None:
            return None
        next_best = max(self.points[seat] for seat in others(self.winner, 3))
        return max(0, self.points[self.winner] - next_best)


class RulesOfThree(GameRules):
    seats = 3
    match_type = "best_of"
    match_n = 3

    def score_hand(self, hand):
        return HandOfThree(hand.counts) if any(hand.counts) else HandOfThree(nothing(3), "void")

    def score_game(self, entries):
        points = nothing(3)
        for entry in entries:
            if isinstance(entry, PenaltyPoints):
                for seat in entry.winners:
                    points = credited(points, seat, entry.points)
            else:
                points = tuple(map(sum, zip(points, entry.points, strict=True)))
            leader = leading(points, SEATS)
            if leader is not None and points[leader] >= TARGET:
                return GameOfThree(points, leader, True)
        return GameOfThree(points)

    def taken_by_leader(self, game):
        leader = leading(game.points, SEATS)
        if leader is None:
            raise Refusal(Text("level_game", "Nobody leads."), "if_unfinished")
        return replace(game, winner=leader, finished=True)

    def lost_by_penalty(self, game, loser):
        winner = leading(game.points, others(loser, self.seats))
        return replace(game, winner=winner, finished=True)

    def next_dealer(self, hand, score, dealer, due):
        return None if dealer is None else others(dealer, self.seats)[0]

    def game_from_points(self, winner, points, boxes=None):
        return GameOfThree(tuple(points), winner, True)


def hands(*games):
    """The hands of games, each as the points that it brings the seats."""
    return [
        WrittenHand(number, hand) for number, of_game in enumerate(games, 1) for hand in of_game
    ]
