"""The draw for the first deal of a match (rulebook 2.1): each takes a card from a spread pack.

Cards rank as in play, the king highest and the ace lowest. For the draw alone suits rank as well,
so that two cards of a pack are never level: spades, hearts, diamonds, clubs (S4).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.engine.cards import Card, parse_card
from games.engine.gin.rules import Rules
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal, shown

#: The lowest first.
SUITS_RANKED = "CDHS"


@dataclass(frozen=True, slots=True)
class FirstDealDraw:
    """What two drawn cards say by the rules.

    `high` drew the higher card. `chooser` chooses who deals, `dealer` deals: one of them is null,
    as the other is what the rules ask the cards for. Where `dealer` is said, `high` has what is
    left to choose: the seat, and the pack where two are used.
    """

    cards: tuple[Card, Card]
    high: Seat
    chooser: Seat | None
    dealer: Seat | None

    def agrees(self, dealer: Seat) -> bool:
        """Whether it follows from the cards that this seat deals; what somebody may choose does."""
        return self.dealer is None or self.dealer == dealer


def high_card(first: Card, second: Card) -> Seat:
    """Who drew the higher card, the first or the second seat. One card twice is refused
    (`duplicate_card`)."""
    if first == second:
        sentence = N_("Both can't have drawn %(card)s: a pack has it once.")
        raise refusal("duplicate_card", sentence, "cards", card=str(first))
    return 0 if _height(first) > _height(second) else 1


def in_order(cards: Sequence[object]) -> tuple[Sequence[Card], Sequence[Seat]]:
    """The cards that were drawn by several, one a seat, and the seats by them, the highest first.
    One card twice is refused (`duplicate_card`)."""
    drawn = [parse_card(card) for card in cards]
    for card in drawn:
        if drawn.count(card) > 1:
            sentence = N_("Two can't have drawn %(card)s: a pack has it once.")
            raise refusal("duplicate_card", sentence, "cards", card=str(card))
    return drawn, by_height(drawn)


def by_height(cards: Sequence[Card]) -> Sequence[Seat]:
    """The seats of these cards, the highest first."""
    heights = [_height(card) for card in cards]
    return sorted(range(len(cards)), key=heights.__getitem__, reverse=True)


def read_draw(rules: Rules, cards: Sequence[object]) -> FirstDealDraw:
    """What the cards of the two seats, each as `KS`, say by `first_dealer`.

    Refused: a card that is none (`bad_card`), another number of them (`bad_draw`), one twice
    (`duplicate_card`), and any where chance decides by the rules (`no_draw`).
    """
    if rules.first_dealer == "random":
        sentence = N_(
            "By these rules chance decides who deals first: leave the cards out, and say who deals."
        )
        raise refusal("no_draw", sentence, "cards")
    if len(cards) != 2:
        sentence = N_("Give the cards of both players, or none: %(count)s came.")
        raise refusal("bad_draw", sentence, "cards", count=shown(len(cards)))
    first, second = (parse_card(card) for card in cards)
    return _read(rules, first, second)


def read_dealt_draw(rules: Rules, cards: tuple[Card, Card]) -> FirstDealDraw:
    """What two cards of one pack say that an online table dealt for the draw (the contract of the
    online table, the deal, 6): where chance decides by the rules, it does so by them, and the
    higher card deals."""
    draw = _read(rules, *cards)
    if rules.first_dealer == "random":
        return replace(draw, chooser=None, dealer=draw.high)
    return draw


def _read(rules: Rules, first: Card, second: Card) -> FirstDealDraw:
    high = high_card(first, second)
    if rules.first_dealer == "low_card_deals":
        return FirstDealDraw((first, second), high, None, opponent(high))
    return FirstDealDraw((first, second), high, high, None)


def _height(card: Card) -> tuple[int, int]:
    return card.rank, SUITS_RANKED.index(card.suit)
