"""The cards of rummy: one or two packs, and jokers.

A card is its index as in `cards`, 0 to 51, and a joker is 52. The same card of the other pack is
the same index: nobody can tell the two apart, so cards are counted, not named one by one.
"""

from collections.abc import Iterable, Sequence

from games.engine.cards import DECK, parse_card

JOKER = 52
JOKER_NAME = "JK"

#: Cards of a hand or a pile, in ascending order where it has none of its own.
Cards = tuple[int, ...]

RANKS, SUITS = 13, 4
ACE, KING = 0, 12
_JOKER_VALUE = 15


def pack_of(packs: int, jokers: int) -> Cards:
    """All cards that are played with, in the order from which a seed shuffles."""
    return (*[card.index for card in DECK] * packs, *[JOKER] * jokers)


def value_of(card: int, ace: int) -> int:
    """What a card counts in a hand; `ace` is what an ace counts (rulebook 4.12)."""
    if card == JOKER:
        return _JOKER_VALUE
    return ace if card % RANKS == ACE else DECK[card].value


def total(cards: Iterable[int], ace: int) -> int:
    """What these cards count together."""
    return sum(value_of(card, ace) for card in cards)


def without(cards: Cards, gone: Iterable[int]) -> Cards:
    """The cards that are left; each of those that go must be there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def name_of(card: int) -> str:
    """A card as it is written: `TH`, or `JK` for a joker."""
    return JOKER_NAME if card == JOKER else str(DECK[card])


def names_of(cards: Iterable[int]) -> list[str]:
    """Cards as they are written, in their order."""
    return [name_of(card) for card in cards]


def read_card(text: object, field: str) -> int:
    """What `name_of` gives; anything else is refused as `bad_card`."""
    if isinstance(text, str) and text.upper() == JOKER_NAME:
        return JOKER
    return parse_card(text, field).index


def read_cards(texts: Sequence[object], field: str) -> Cards:
    """Cards in their order."""
    return tuple(read_card(text, field) for text in texts)
