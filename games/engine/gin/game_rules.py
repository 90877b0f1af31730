"""The rules of gin as a match is scored by them, who deals (rulebook 3.1, section 6), and how its
hands are stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.engine.cards import CardSet
from games.engine.gin.first_deal import read_draw
from games.engine.gin.irregularities.effects import hand_remedies
from games.engine.gin.irregularities.remedies import effect_from_json
from games.engine.gin.rules import RULES_VERSION, Rules
from games.engine.gin.scoring import final_points, game, hand, hollywood
from games.engine.gin.scoring.bounds import checked_seat
from games.engine.gin.scoring.hand import HandCounts, HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.gin.scoring.remedies import NO_REMEDIES, Award, HandRemedies
from games.engine.gin.scoring.showdown import HandCards, counts_from
from games.engine.scoring.facts import (
    LostHand,
    PenaltyPoints,
    SheetNotice,
    StoredHand,
    WrittenHand,
)
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.rules import DealtHand, GameRules
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal

GinScore = GameScore | HollywoodScore
"""A game of a match: on a plain sheet, or a series on a Hollywood sheet."""


@dataclass(frozen=True, slots=True)
class GinRules(GameRules[HandScore, GinScore]):
    """Gin by one rule set: `HandCounts` with `HandRemedies` are what is written of a hand."""

    knobs: Rules
    name: ClassVar[str] = "gin"
    version: ClassVar[int] = RULES_VERSION
    most_seats: ClassVar[int] = 2
    gin_kinds: ClassVar[frozenset[str]] = frozenset({"gin", "big_gin"})

    @property
    def seats(self) -> int:
        return Rules.sides

    @property
    def match_type(self) -> str:
        return self.knobs.match_type

    @property
    def match_n(self) -> int:
        return self.knobs.match_n

    @property
    def points_by(self) -> str:
        return self.knobs.points_by

    def score_hand(self, written: WrittenHand) -> HandScore:
        return hand.score_hand(self.knobs, written.counts, written.remedies or NO_REMEDIES)

    @property
    def has_columns(self) -> bool:
        return self.knobs.sheet == "hollywood"

    @property
    def knows_notice(self) -> bool:
        return self.has_columns and self.knobs.hollywood_endless

    def score_game(self, entries: Sequence[HandScore | PenaltyPoints | SheetNotice]) -> GinScore:
        if self.has_columns:
            return hollywood.score_hollywood(self.knobs, entries)
        hands = [entry for entry in entries if not isinstance(entry, SheetNotice)]
        return game.score_game(self.knobs, hands)

    def columns_of(
        self, score: GinScore, entry: HandScore | PenaltyPoints | SheetNotice
    ) -> tuple[int, ...]:
        if isinstance(score, GameScore) or isinstance(entry, SheetNotice):
            return ()
        return (score.penalties if isinstance(entry, PenaltyPoints) else score.entries)[-1]

    def taken_by_leader(self, score: GinScore) -> GinScore:
        if isinstance(score, HollywoodScore):
            return hollywood.taken_by_leader(self.knobs, score)
        return game.taken_by_leader(self.knobs, score)

    def lost_by_penalty(self, score: GinScore, loser: Seat) -> GinScore:
        if isinstance(score, HollywoodScore):
            return hollywood.lost_by_penalty(self.knobs, score, loser)
        return game.lost_by_penalty(self.knobs, score, loser)

    def next_dealer(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None,
        earlier: Sequence[DealtHand] = (),
    ) -> Seat | None:
        """Who deals by the rules, unless a ruling says otherwise."""
        if not hands:
            return first
        last = hands[-1]
        dealer, remedies = last.dealer, last.hand.remedies
        ruled = remedies and remedies.next_deal
        if ruled == "same":
            return dealer
        if ruled == "as_due" and self.knobs.dealer_policy == "alternate":
            dealer = last.due
        return None if dealer is None else next_dealer(self.knobs, dealer, last.score)

    def game_from_result(self, handed_in: Mapping[str, object]) -> GinScore:
        winner, columns = handed_in.get("winner"), handed_in.get("columns")
        if self.has_columns:
            return final_points.series_from_columns(self.knobs, winner, columns)
        if columns is not None:
            sentence = N_("These games are kept on plain sheets: give points, not columns.")
            raise refusal("bad_game", sentence, "columns")
        points, boxes = handed_in.get("points"), handed_in.get("boxes")
        return final_points.game_from_points(self.knobs, winner, points, boxes)

    def written(self, stored: StoredHand) -> HandCounts:
        return HandCounts(
            kind=stored.kind,
            knocker=stored.knocker,
            counts=tuple(stored.counts),
            upcard=stored.upcard or None,
            limit_card=stored.limit_card or None,
            factor=stored.factor,
        )

    def stored(
        self, said: HandCounts | HandCards, remedies: HandRemedies, players: Sequence[Seat]
    ) -> dict[str, Any]:
        """Counts are stored, also of a hand that is said by its cards: they follow from these and
        from what was ruled."""
        counts = counted(self.knobs, said, remedies)
        hand.score_hand(self.knobs, counts, remedies)
        by_seat = list(counts.counts)
        if counts.kind in self.gin_kinds and counts.knocker is not None:
            # Gin that was false has a count.
            by_seat[counts.knocker] = by_seat[counts.knocker] or 0
        return {
            "kind": counts.kind,
            "knocker": counts.knocker,
            "counts": by_seat,
            "upcard": (counts.upcard or "").upper(),
            "limit_card": (counts.limit_card or "").upper(),
            "factor": counts.factor,
            "cards": _cards(said) if isinstance(said, HandCards) else None,
        }

    def drawn(self, cards: Sequence[object]) -> tuple[list[str], Seat | None]:
        draw = read_draw(self.knobs, cards)
        return [str(card) for card in draw.cards], draw.dealer

    def remedies(
        self, effects: Iterable[object], lost: LostHand | None, players: Sequence[Seat] = ()
    ) -> HandRemedies:
        ruled = hand_remedies(effect_from_json(effect) for effect in effects)
        if lost is None:
            return ruled
        return replace(ruled, awarded=Award(opponent(lost.seat), lost.points, lost.boxes))


def next_dealer(rules: Rules, dealer: Seat, hand: HandScore) -> Seat:
    """Who deals after a hand of the same game that `dealer` dealt (`dealer_policy`, `void_dealer`).

    In rounds in which each player deals once the other deals next whatever came of the hand.
    A tie has neither winner nor loser: where the deal follows one of them it is dealt again as
    after a void hand; where it alternates a tie is a hand like any other. A hand that was awarded
    is void; one that its winner cannot win passes the deal as after a void hand (A19).
    """
    if rules.deal_goes_round:
        return opponent(dealer)
    is_void = hand.kind == "void" or (hand.winner is None and hand.kind != "tie")
    if not is_void and rules.dealer_policy == "alternate":
        return opponent(dealer)
    if is_void or hand.winner is None:
        return dealer if rules.void_dealer == "same" else opponent(dealer)
    return hand.winner if rules.dealer_policy == "winner" else opponent(hand.winner)


def counted(
    rules: Rules, said: HandCounts | HandCards, remedies: HandRemedies = NO_REMEDIES
) -> HandCounts:
    """A hand by its counts."""
    if isinstance(said, HandCounts):
        return said
    checked_seat(said.knocker, "knocker")
    return counts_from(rules, said, remedies)


def _cards(said: HandCards) -> dict[str, object]:
    """Cards as they are stored: hands by seat, and the knocker's melds."""
    hands = [said.knocker_cards, said.defender_cards]
    melds = said.knocker_melds
    return {
        "hands": [str(CardSet(cards)) for cards in (hands if said.knocker == 0 else hands[::-1])],
        "melds": None if melds is None else [str(CardSet(meld)) for meld in melds],
    }
