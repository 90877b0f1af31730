"""Who may have dealt each hand of an online match, and played it: by the draw, and by the hands
before it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from games.engine.gin.fair.published import PublishedHand
from games.engine.gin.first_deal import FirstDealDraw
from games.engine.gin.game_rules import next_dealer
from games.engine.gin.partnership import PartnershipRules
from games.engine.gin.rules import PARTNERSHIP, has_table
from games.engine.gin.scoring.hand import HandScore
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.game_sheet import first_dealer_of_game
from games.engine.scoring.rules import DealtHand
from kernel.seats import SIDES, Seat

_EITHER: frozenset[Seat] = frozenset({0, 1})


class DealOrder(Protocol):
    """The hands of a match so far, in the order of their deals."""

    def may_play(self, hand: PublishedHand) -> bool:
        """Whether by the rules these two play the next hand."""

    def may_deal(self, hand: PublishedHand) -> frozenset[Seat]:
        """Who of them may deal it: either where somebody chose, or where what decides it was not
        played online."""

    def follow(self, hand: PublishedHand, score: HandScore | None) -> None:
        """Take in a hand by what it was worth before any ruling; null: it was cut off."""


def deal_order(hands: Sequence[PublishedHand], draw: FirstDealDraw | None) -> DealOrder:
    """The order of a match with these hands, of which none is taken in yet. `draw` is null where
    none was held online."""
    if hands and hands[0].record.rules.variant == PARTNERSHIP:
        return OrderOfPartners(PartnershipRules(hands[0].record.rules), draw)
    return OrderOfTwo(draw)


class OrderOfTwo:
    """The order of a match for two. At a table of three or more anybody may have played, and
    dealt."""

    def __init__(self, draw: FirstDealDraw | None) -> None:
        self._draw = draw
        self._first: PublishedHand | None = None
        self._next_n = 1
        self._followed: dict[tuple[int, int], frozenset[Seat]] = {}

    def may_play(self, hand: PublishedHand) -> bool:
        return has_table(hand.record.rules) or not hand.players

    def may_deal(self, hand: PublishedHand) -> frozenset[Seat]:
        if has_table(hand.record.rules):
            return _EITHER
        if hand.n != self._next_n:  # between them others were dealt at a table in a room
            self._first = None
        if hand.number > 1:
            return self._followed.get((hand.game, hand.number), _EITHER)
        if self._first is not None:
            first = self._first
            games_later = 1 + hand.game - first.game
            return frozenset({first_dealer_of_game(first.record.dealer, games_later, 2)})
        if self._draw is None or self._draw.dealer is None or hand.game > 1:
            return _EITHER
        return frozenset({self._draw.dealer})

    def follow(self, hand: PublishedHand, score: HandScore | None) -> None:
        """Cut off, it is dealt again by the same seat, or is a void hand where it was lost.
        Whatever a referee ruled on a hand may have changed who deals next."""
        self._next_n = hand.n + 1
        if hand.number == 1 and self._first is None:
            self._first = hand
        dealer, rules = hand.record.dealer, hand.record.rules
        after = {next_dealer(rules, dealer, score or HandScore("void"))}
        if score is None:
            after.add(dealer)
        following = _EITHER if hand.is_ruled else frozenset(after)
        self._followed[hand.game, hand.number + 1] = following


class OrderOfPartners:
    """The order of a match between partners. The two of a hand are named by their sides: one side
    deals at all tables of a round, by the result of the round before (rulebook 4.6)."""

    def __init__(self, rules: PartnershipRules, draw: FirstDealDraw | None) -> None:
        self._rules, self._draw = rules, draw
        self._first: PublishedHand | None = None
        self._played = defaultdict[tuple[int, int], list[DealtHand]](list)
        self._unsure: set[tuple[int, int]] = set()

    def may_play(self, hand: PublishedHand) -> bool:
        game, rounds = self._place(hand)
        seen = [one.hand.players for one in self._played[game, rounds]]
        return hand.players in self._rules.meetings(game, rounds) and hand.players not in seen

    def may_deal(self, hand: PublishedHand) -> frozenset[Seat]:
        game, rounds = self._place(hand)
        if running := self._played[game, rounds]:
            return frozenset({_dealer(running[0])})
        if rounds > 0:
            return self._by_round(game, rounds - 1)
        if self._first is not None:
            games_later = 1 + game - self._first.game
            first = self._first.record.dealer
            return frozenset({first_dealer_of_game(first, games_later, SIDES)})
        if self._draw is None or self._draw.dealer is None or game > 1:
            return _EITHER
        return frozenset({self._draw.dealer})

    def _by_round(self, game: int, round: int) -> frozenset[Seat]:
        """Who deals after a round: unknown where a hand of it is not here, and where one was cut
        off or ruled on, as its price is not told by its cards."""
        hands = self._played[game, round]
        if len(hands) < self._rules.hands_in_round or (game, round) in self._unsure:
            return _EITHER
        dealer = self._rules.next_dealer(game, hands, None)
        return _EITHER if dealer is None else frozenset({self._rules.side_of(dealer)})

    def follow(self, hand: PublishedHand, score: HandScore | None) -> None:
        place, dealer = self._place(hand), hand.record.dealer
        if self._first is None and place[1] == 0:
            self._first = hand
        if score is None or hand.is_ruled:
            self._unsure.add(place)
        written = WrittenHand(hand.game, None, dealer, players=hand.players)
        dealt = DealtHand(written, score or HandScore("void"), dealer, dealer)
        self._played[place].append(dealt)

    def _place(self, hand: PublishedHand) -> tuple[int, int]:
        """The game of a hand, and how many rounds of it were over before."""
        return hand.game, (hand.number - 1) // self._rules.hands_in_round


def _dealer(hand: DealtHand) -> Seat:
    assert hand.dealer is not None
    return hand.dealer
