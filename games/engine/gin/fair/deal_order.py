"""Who may have dealt each hand of an online match: by the draw, and by the hands before it."""

from games.engine.gin.fair.published import PublishedHand
from games.engine.gin.first_deal import FirstDealDraw
from games.engine.gin.game_rules import next_dealer
from games.engine.gin.scoring.hand import HandScore
from games.engine.scoring.game_sheet import first_dealer_of_game
from kernel.seats import Seat

_EITHER: frozenset[Seat] = frozenset({0, 1})


class DealOrder:
    """The hands of a match so far. `draw` is null where none was held online."""

    def __init__(self, draw: FirstDealDraw | None) -> None:
        self._draw = draw
        self._first: PublishedHand | None = None
        self._next_n = 1
        self._followed: dict[tuple[int, int], frozenset[Seat]] = {}

    def may_deal(self, hand: PublishedHand) -> frozenset[Seat]:
        """Either seat where somebody chose, or where what decides it was not played online. Of
        partners, too: which side deals hangs on all hands of the round before, and on the rulings
        on them."""
        if hand.players:
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
        """Take in a hand by what it was worth before any ruling; null: it was cut off.

        Cut off, it is dealt again by the same seat, or is a void hand where it was lost. Whatever a
        referee ruled on a hand may have changed who deals next.
        """
        self._next_n = hand.n + 1
        if hand.number == 1 and self._first is None:
            self._first = hand
        dealer, rules = hand.record.dealer, hand.record.rules
        after = {next_dealer(rules, dealer, score or HandScore("void"))}
        if score is None:
            after.add(dealer)
        following = _EITHER if hand.is_ruled else frozenset(after)
        self._followed[hand.game, hand.number + 1] = following
