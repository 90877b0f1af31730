"""Hands that everybody at the table plays and of which everybody's count is written down: what
their games share at an online table."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.cards import Card
from games.engine.gin.notation.views import hidden_view_json
from games.engine.scoring.counted import CountedHand, CountedRules, CountedScore
from games.engine.scoring.facts import WrittenHand
from games.tables.hands.base import Drawn, Hand, Hands
from kernel.seats import PerSeat, Seat, credited, nothing

H = TypeVar("H", bound=Hand)
R = TypeVar("R")


class Dealt(NamedTuple, Generic[H]):
    """A dealt hand, and the seed that dealt it. Printed, it shows neither."""

    seed: bytes
    hand: H

    def __repr__(self) -> str:
        return "<Dealt>"


class CountedHands(Hands[H, R]):
    """How a game of this kind is played. To write: what a hand is in it."""

    #: What a view of these games has beside what every view has, with what it is while no hand is
    #: shown.
    more_keys: Mapping[str, Any] = {}

    @abstractmethod
    def match_rules(self, rules: R) -> CountedRules:
        """By what a match under these rules is scored."""

    @abstractmethod
    def dealt(self, rules: R, seats: int, dealer: Seat, seed: bytes) -> H:
        """A hand dealt by a seed."""

    @abstractmethod
    def rules_of(self, hand: H) -> R:
        """The rules of a hand."""

    @abstractmethod
    def counted(self, hand: H) -> CountedHand:
        """What is written of a hand that is over."""

    @abstractmethod
    def cards_of(self, hand: H) -> dict[str, Any]:
        """The cards of a hand that was just dealt: `hands`, `upcard`, `stock`, as names."""

    def deal(self, rules: R, seats: int, dealer: Seat, seed: bytes) -> Dealt[H]:
        return Dealt(seed, self.dealt(rules, seats, dealer, seed))

    def begin(self, rules: R, dealer: Seat, cards: Dealt[H]) -> H:
        return cards.hand

    def drawn(self, rules: R, cards: Sequence[Card]) -> Drawn:
        _cards, dealer = self.match_rules(rules).drawn([str(card) for card in cards])
        assert dealer is not None, "the cards say who deals in all these games"
        return Drawn(dealer, None, dealer)

    def said(self, hand: H, players: Sequence[Seat]) -> CountedHand | None:
        written = self.counted(hand)
        return None if written.kind == "void" else written

    def score(self, hand: H) -> CountedScore:
        """What a hand that is over is worth."""
        return self.match_rules(self.rules_of(hand)).score_hand(WrittenHand(1, self.counted(hand)))

    def hidden_view(self, turn: Seat | None = None) -> dict[str, Any]:
        return {**hidden_view_json(turn), **self.more_keys}

    def end_json(self, hand: H) -> dict[str, Any]:
        """How a hand ended, and what it is worth, as a view says it; null while it is played."""
        if hand.ending is None:
            return {"ending": None, "score": None}
        written, score = self.counted(hand), self.score(hand)
        counts = list(written.counts) or None
        return {
            "ending": {"kind": written.kind, "ended_by": written.ended_by, "counts": counts},
            "score": {
                "kind": score.kind,
                "winner": score.winner,
                "points": list(score.entries),
                "boxes": list(_boxes(score)),
            },
        }

    def record(
        self,
        rules: R,
        dealer: Seat,
        cards: Dealt[H],
        actions: Iterable[Mapping[str, Any]],
        cut_off: str = "",
    ) -> dict[str, Any]:
        """Its seed deals the cards again; they stand there for who reads it."""
        actions = list(actions)
        hand = cards.hand
        for action in actions:
            hand = self.apply(hand, action["action"])
        dealt = self.cards_of(cards.hand)
        return {
            "rules": self.rules_json(rules),
            "seats": len(dealt["hands"]),
            "dealer": dealer,
            "seed": cards.seed.hex(),
            **dealt,
            "actions": actions,
            **self._came(hand, len(dealt["hands"]), cut_off),
        }

    def _came(self, hand: H, seats: int, cut_off: str) -> dict[str, Any]:
        none = list(nothing(seats))
        if cut_off:
            nobody = {"winner": None, "points": none, "boxes": none, "counts": None}
            return {"result": "cut_off", **nobody, "reason": cut_off}
        score = self.score(hand)
        return {
            "result": score.kind,
            "winner": score.winner,
            "points": list(score.entries),
            "boxes": list(_boxes(score)),
            "counts": None if score.counts is None else list(score.counts),
        }


def _boxes(score: CountedScore) -> PerSeat:
    none = nothing(len(score.entries))
    return none if score.winner is None else credited(none, score.winner, score.boxes)
