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
    counts: tuple
    kind: str = "played"
    knocker: None = None
    boxes: int = 0

    @property
    def winner(self):
        return leading(self.counts, SEATS)

    @property
    def points(self):
        """What the hand brings its winner, if it has one."""
        return 0 if self.winner is None else self.counts[self.winner]

    def as_void(self):
        return replace(self, counts=nothing(3), kind="void")


@dataclass(frozen=True)
class GameOfThree:
    points: tuple
    winner: int | None = None
    finished: bool = False
    boxes: tuple = nothing(3)
    shutout: bool = False

    @property
    def totals(self):
        return self.points

    @property
    def brings(self):
        none = nothing(3)
        return none if self.winner is None else credited(none, self.winner, self.net)

    @property
    def net(self):
        """What the winner has more than the next."""
        if self.winner is None:
            return None
        next_best = max(self.points[seat] for seat in others(self.winner, 3))
        return max(0, self.points[self.winner] - next_best)


class RulesOfThree(GameRules):
    """The counts of a hand are the points that it brings the seats; a ruling may double them."""

    name = "three"
    seats = most_seats = 3
    match_type = "best_of"
    match_n = 3

    @classmethod
    def from_stored(cls, knobs, version):
        assert (knobs, version) == ({}, 1)
        return cls()

    def score_hand(self, hand):
        if hand.counts is None or not any(hand.counts):
            return HandOfThree(nothing(3), "void")
        times = 1 if hand.remedies is None else hand.remedies
        return HandOfThree(tuple(count * times for count in hand.counts))

    def score_game(self, entries):
        points = nothing(3)
        for entry in entries:
            if isinstance(entry, PenaltyPoints):
                for seat in entry.winners:
                    points = credited(points, seat, entry.points)
            else:
                points = tuple(map(sum, zip(points, entry.counts, strict=True)))
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

    def next_dealer(self, number, hands, first, earlier=()):
        if not hands:
            return first
        dealer = hands[-1].dealer
        return None if dealer is None else others(dealer, self.seats)[0]

    def game_from_result(self, handed_in):
        return GameOfThree(tuple(handed_in["points"]), handed_in["winner"], True)

    def written(self, stored):
        return None if stored.kind == "void" else tuple(stored.counts)

    def stored(self, said, remedies, players):
        if len(said) != self.seats:
            raise Refusal(Text("bad_hand", "Say what each has."), "counts")
        return {"kind": "played", "counts": list(said)}

    def remedies(self, effects, lost, players=()):
        return 0 if lost else 2 ** sum(effect["remedy"] == "double" for effect in effects)


class Doubling:
    """What a ruling may do to a hand."""

    remedy = "double"
    is_stored = True

    def as_json(self):
        return {"remedy": self.remedy}


def hands(*games):
    """The hands of games, each as the points that it brings the seats."""
    return [
        WrittenHand(number, hand) for number, of_game in enumerate(games, 1) for hand in of_game
    ]
