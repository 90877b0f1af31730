"""A computer player of rummy: it counts which cards are still in.

It is given what a seat may know, as JSON and texts, and the discards as everybody has seen them; it
knows no state of a hand. It takes a discard only for a meld or to lay it off, puts down what it
can, and of the rest throws the card that costs most for what may still become of it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.rummy.melds import Meld, extended, is_meld, least_count, melds_in, read_meld
from games.engine.rummy.pack import (
    JOKER,
    RANKS,
    SUITS,
    Cards,
    name_of,
    pack_of,
    read_card,
    read_cards,
    total,
    value_of,
    without,
)
from games.engine.rummy.rules import RummyRules
from kernel.seats import Seat

#: Points that a card is worth keeping for each unseen card that would make a meld with it.
OUT = 1.5
#: What a joker, or a card of a meld that is still held, costs: it is thrown last.
KEPT = -1000.0
#: In knock rummy it knocks with so much left.
KNOCKS_AT = 10


def choose(view: Mapping[str, Any], seat: Seat, pile: Sequence[str], rules: RummyRules) -> str:
    """One of `view["actions"]` (`view.seat_view` of this seat, whose turn it is). `pile` is the
    discards, the top last."""
    hand = read_cards(view["hands"][seat], "hands")
    if view["phase"] == "draw":
        return _draws(view, seat, hand, rules)
    if rules.variant == "knock":
        return _knock(hand, view["taken"], rules) or _throws(view, hand, pile, rules)
    actions: list[str] = view["actions"]
    laid = [text for text in actions if text.startswith("meld")]
    if laid:
        return max(laid, key=lambda text: _worth(text, rules))
    # A joker is kept for a meld.
    off = [text for text in actions if text.startswith("lay_off") and "(" not in text.split()[1]]
    return off[0] if off else _throws(view, hand, pile, rules)


def _draws(view: Mapping[str, Any], seat: Seat, hand: Cards, rules: RummyRules) -> str:
    top = read_card(view["top"][0], "top")
    if top == JOKER:
        return "take"
    with_top = (*hand, top)
    if any(top in meld.cards and top not in meld.wild for meld in melds_in(with_top, rules.ace)):
        return "take"
    may_lay_off = rules.variant == "basic" and (
        not rules.layoff_needs_meld or seat in view["melded"]
    )
    fits = may_lay_off and any(_lying(view, top, rules))
    return "take" if fits else "draw"


def _lying(view: Mapping[str, Any], card: int, rules: RummyRules) -> Iterable[bool]:
    for text in view["melds"]:
        yield extended(read_meld(text), card, rules.ace) is not None


def _knock(hand: Cards, taken: str | None, rules: RummyRules) -> str:
    """The knock that leaves least, if that is little enough; "" where it is not."""
    left = {
        name_of(card): least_count(without(hand, [card]), rules.ace)
        for card in hand
        if name_of(card) != taken
    }
    thrown = min(sorted(left), key=left.__getitem__)
    return f"knock {thrown}" if left[thrown] <= KNOCKS_AT else ""


def _worth(action: str, rules: RummyRules) -> int:
    """What the cards of a meld count that this action lays down."""
    return total(read_meld(action.split()[1]).paid, rules.ace_value)


def _throws(view: Mapping[str, Any], hand: Cards, pile: Sequence[str], rules: RummyRules) -> str:
    actions: list[str] = view["actions"]
    thrown = [text for text in actions if text.startswith("discard")]
    unseen = _unseen(view, hand, pile, rules)
    kept = {card for meld in melds_in(hand, rules.ace) for card in meld.paid} | {JOKER}

    def cost(text: str) -> float:
        card = read_card(text.split()[1], "action")
        if card in kept:
            return KEPT
        return value_of(card, rules.ace_value) - OUT * _outs(card, hand, unseen, rules)

    return max(sorted(thrown), key=cost)


def _unseen(
    view: Mapping[str, Any], hand: Cards, pile: Sequence[str], rules: RummyRules
) -> Counter[int]:
    """The cards that are still in: in the stock, or in the hands of others."""
    left = Counter(pack_of(rules.packs, rules.jokers))
    left.subtract(hand)
    left.subtract(read_cards(pile, "pile"))
    for text in view["melds"]:
        left.subtract(read_meld(text).paid)
    return left


def _outs(card: int, hand: Cards, unseen: Counter[int], rules: RummyRules) -> int:
    """How many unseen cards would make a meld of three with this card and another one held."""
    found = set()
    for other in set(hand) - {card, JOKER}:
        for third in _thirds(card, other):
            if unseen[third] > 0 and _three(card, other, third, rules):
                found.add(third)
    return sum(unseen[third] for third in found)


def _thirds(card: int, other: int) -> list[int]:
    if card % RANKS == other % RANKS:
        return [suit * RANKS + card % RANKS for suit in range(SUITS)]
    if card // RANKS != other // RANKS:
        return []
    first = card // RANKS * RANKS
    near = {(one % RANKS + step) % RANKS for one in (card, other) for step in (-1, 1)}
    return [first + rank for rank in near]


def _three(card: int, other: int, third: int, rules: RummyRules) -> bool:
    cards = sorted((card, other, third))
    turned = (cards, [*cards[1:], cards[0]], [cards[2], *cards[:2]])
    return any(is_meld(Meld(tuple(order)), rules.ace) for order in turned)
