"""Battle Royal and Jersey as matches are scored by them (rulebook 4.7, 4.9): three play every hand,
and everybody's count after laying off is written down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.engine.gin.first_deal import in_order
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.hand import EndingKind
from games.engine.gin.rules import RULES_VERSION, Rules, knock_limit_of, spade_factor
from games.engine.gin.scoring import bounds, table_game
from games.engine.gin.scoring.game import box_points
from games.engine.gin.scoring.hand import FULL_PACK
from games.engine.gin.tables import ALL_OR_NONE
from games.engine.scoring.counted import CountedHand, CountedRemedies, CountedRules, CountedScore
from games.engine.scoring.game_score import Bonuses, Entered
from games.engine.scoring.rules import DealtHand, Ending
from games.engine.scoring.table_score import added
from kernel.seats import PerSeat, Seat, leading, nothing, others
from kernel.text import N_, refusal

KNOCK = Ending("knock", N_("Knock"))
GIN = Ending("gin", N_("Gin"), leaves_nothing=True)
VOID = Ending("void", N_("Void"), by_somebody=False)
ENDINGS = (KNOCK, GIN, VOID)


@dataclass(frozen=True)
class RoyalRules(CountedRules):
    """Gin of three by one rule set. What a hand brings says its form (`FORMS`): below 0 for a
    knocker of Battle Royal who is undercut. The deal passes to the left."""

    knobs: Rules
    name: ClassVar[str] = "gin"
    version: ClassVar[int] = RULES_VERSION
    most_seats: ClassVar[int] = 3
    gin_kinds: ClassVar[frozenset[str]] = frozenset({"gin"})

    @property
    def endings(self) -> Sequence[Ending]:
        return ENDINGS

    def priced(self, hand: CountedHand, counts: PerSeat, remedies: CountedRemedies) -> CountedScore:
        """Whoever writes down most has won the hand, with gin its knocker; of several nobody has.
        It is an undercut where somebody is not above the knocker. Refused, beside what counts can't
        be: `illegal_knock`, `gin_not_knock`, and what `knock_limit_of` refuses."""
        knocker = hand.ended_by
        assert knocker is not None
        kind = self._kind(hand, knocker, counts, remedies)
        paid = self._pays(kind, knocker, counts, self.knobs)
        winner = knocker if kind == "gin" else leading(paid, range(self.seats))
        barred = {seat for seat, bonus in remedies.bonus_barred if bonus == kind}
        factor = spade_factor(self.knobs, hand.upcard)
        boxes = 0 if winner is None else self._boxes(kind, counts[winner], winner in barred)
        if self.knobs.oklahoma_spade == "double_hand_and_boxes":
            boxes *= factor
        entries = self._without_bonus(paid, barred, winner, kind, knocker, counts)
        entries = tuple(factor * one for one in entries)
        score = CountedScore(kind, winner, entries, knocker, counts, boxes, multiplier=factor)
        return _without_those(score, remedies.cannot_win)

    def _kind(
        self, hand: CountedHand, knocker: Seat, counts: PerSeat, remedies: CountedRemedies
    ) -> str:
        """As what a hand is priced: "gin", "knock", or "undercut" where somebody is not above the
        knocker. What was called gin may be a knock."""
        limit = knock_limit_of(self.knobs, hand.upcard)
        held = counts[knocker] - remedies.surcharge[knocker]
        if hand.kind == "gin" and not (remedies.as_knock and counts[knocker]):
            return "gin"
        if hand.kind == "knock" and limit and not held and not remedies.as_knock:
            sentence = N_("Who knocks with nothing left has gin: write the hand down as gin.")
            raise refusal("gin_not_knock", sentence, f"counts.{knocker}")
        if not remedies.knock_accepted:
            bounds.check_knock(held, limit, f"counts.{knocker}")
        beaten = min(counts[seat] for seat in others(knocker, self.seats)) > counts[knocker]
        return "knock" if beaten else "undercut"

    def _pays(self, kind: str, knocker: Seat, counts: PerSeat, rules: Rules) -> PerSeat:
        ending: EndingKind = "gin" if kind == "gin" else "knock"
        return FORMS[rules.variant].pays(rules, ending, knocker, counts)

    def _without_bonus(
        self,
        paid: PerSeat,
        barred: Collection[Seat],
        winner: Seat | None,
        kind: str,
        knocker: Seat,
        counts: PerSeat,
    ) -> PerSeat:
        """What is paid where these get no bonus of this kind. Who wins an undercut without it costs
        the knocker nothing by it."""
        plain = replace(self.knobs, gin_bonus=0, undercut_bonus=0)
        without = self._pays(kind, knocker, counts, plain)
        freed = {*barred, knocker} if winner in barred else barred
        return tuple(without[seat] if seat in freed else one for seat, one in enumerate(paid))

    def _boxes(self, kind: str, count: int, is_barred: bool) -> int:
        """The boxes of whoever has won the hand with this count."""
        rules = self.knobs
        if is_barred or kind == "knock":
            return 1
        if kind == "gin":
            return 1 + rules.extra_boxes_gin
        return 1 + rules.extra_boxes_undercut + (0 if count else rules.extra_boxes_gin_off)

    def most_counted(self, remedies: CountedRemedies) -> int:
        """Who holds too many cards, and cannot win, may have more than ten leave."""
        return FULL_PACK if remedies.cannot_win else bounds.largest_count(self.knobs)

    def entered_by(self, hand: CountedScore) -> Entered:
        """Whoever gets something of a hand is not shut out, whoever has won it."""
        entered = super().entered_by(hand)
        won = tuple(int(seat == hand.winner or one > 0) for seat, one in enumerate(hand.entries))
        points = entered.points
        if self.knobs.box_timing == "immediate":
            points = added(points, tuple(self.knobs.box_bonus * boxes for boxes in entered.boxes))
        return entered._replace(points=points, won=won)

    def leader(self, entered: Entered) -> Seat | None:
        return table_game.leader(self.knobs, entered)

    def bonuses(self, entered: Entered, winner: Seat) -> Bonuses:
        return table_game.bonuses(self.knobs, entered, winner)

    def paid_boxes(self, entered: Entered) -> Bonuses:
        none = nothing(self.seats)
        return Bonuses(none, none, box_points(self.knobs, entered.boxes))

    def dealer_after(self, last: DealtHand, dealer: Seat) -> Seat:
        """The deal passes left, after a void hand as the rules have it."""
        is_void = last.score.kind == "void" or last.score.brings_nothing
        if is_void and self.knobs.void_dealer == "same":
            return dealer
        return others(dealer, self.seats)[0]

    def drawn(self, cards: Sequence[object]) -> tuple[list[str], Seat | None]:
        """The highest card deals first (SC of Jersey; REC of Battle Royal)."""
        if len(cards) != self.seats:
            values = {"seats": self.seats, "count": len(cards)}
            raise refusal("bad_draw", ALL_OR_NONE, "cards", **values)
        drawn, order = in_order(cards)
        return [str(card) for card in drawn], order[0]

    def _ruled(self, ruled: CountedRemedies, effect: Mapping[str, Any]) -> CountedRemedies:
        match effect["remedy"]:
            case "accept_knock":
                as_knock = effect["kind"] == "knock"
                return replace(ruled, knock_accepted=as_knock, as_knock=as_knock)
            case "reject_knock":
                return replace(ruled, knock_accepted=False, as_knock=False)
            case "bar_bonus":
                barred = {(seat, kind) for seat in effect["seats"] for kind in effect["kinds"]}
                return replace(ruled, bonus_barred=ruled.bonus_barred | barred)
        return super()._ruled(ruled, effect)


def _without_those(score: CountedScore, barred: Collection[Seat]) -> CountedScore:
    """The hand where these cannot win: nobody's where one of them has won it, and else they get
    nothing of it."""
    if score.winner in barred:
        return replace(score, winner=None, entries=nothing(len(score.entries)), boxes=0)
    kept = [min(0, one) if seat in barred else one for seat, one in enumerate(score.entries)]
    return replace(score, entries=tuple(kept))
