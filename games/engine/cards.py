"""Cards, sets of cards, and the deal from a seed.

Inside the engine a card is its index, 0 to 51, and a set of cards an int of 52 bits, bit i for
card i: four lanes of thirteen, the suits in the order S H D C, in each the ranks from ace to king.
`Card` and `CardSet` are the same outside the engine, with names.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kernel.text import N_, refusal

RANKS = "A23456789TJQK"
SUITS = "SHDC"

#: The 52 bits of a whole deck.
FULL = (1 << 52) - 1

_LONGEST_SHOWN = 20
_SUIT_SIGNS = str.maketrans("♠♥♦♣", "SHDC")
_BETWEEN_CARDS = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card: `index` counts from the ace of spades to the king of clubs."""

    index: int

    @property
    def rank(self) -> int:
        """0 (ace) to 12 (king)."""
        return self.index % 13

    @property
    def suit(self) -> str:
        """One of S, H, D, C."""
        return SUITS[self.index // 13]

    @property
    def value(self) -> int:
        """What it counts as deadwood: ace 1, faces 10 (rulebook, part 1)."""
        return min(self.rank + 1, 10)

    def __str__(self) -> str:
        return RANKS[self.rank] + self.suit


Shuffled = TypeVar("Shuffled")

#: Every card once, in the order from which a seed shuffles.
DECK = tuple(Card(index) for index in range(52))

_BY_NAME = {str(card): card for card in DECK}


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards: `bits` is its 52-bit int. Iterates by suit, then rank."""

    bits: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "CardSet":
        """The set of these cards; a card given twice is refused (`duplicate_card`)."""
        bits = 0
        for card in cards:
            if bits >> card.index & 1:
                sentence = N_("%(card)s is there twice, but a pack has it once.")
                raise refusal("duplicate_card", sentence, "cards", card=str(card))
            bits |= 1 << card.index
        return cls(bits)

    def __iter__(self) -> Iterator[Card]:
        return (DECK[index] for index in indexes(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self.bits >> card.index & 1)

    def __str__(self) -> str:
        return "".join(map(str, self))


def indexes(bits: int) -> Iterator[int]:
    """The cards of a set, lowest index first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def parse_card(text: object, field: str = "cards") -> Card:
    """`TH`, `th`: the ten of hearts. Anything else is refused (`bad_card`)."""
    if type(text) is str and len(text) == 2 and text.isascii():
        card = _BY_NAME.get(text.upper())
        if card is not None:
            return card
    sentence = N_("A card is a rank (%(ranks)s) and a suit (%(suits)s), as TH, not %(value)s.")
    raise refusal("bad_card", sentence, field, ranks=RANKS, suits=SUITS, value=_shown(text))


def parse_cards(text: str, field: str = "cards") -> tuple[Card, ...]:
    """Cards written without gaps, as `7S7H7D`, in that order."""
    return tuple(parse_card(text[at : at + 2], field) for at in range(0, len(text), 2))


def typed_cards(text: str) -> CardSet:
    """The cards that somebody typed: `7s 7h 10d`, with or without spaces, commas, suit signs."""
    plain = _BETWEEN_CARDS.sub("", text.translate(_SUIT_SIGNS)).replace("10", "T")
    return CardSet.of(parse_cards(plain))


def _shown(value: object) -> str:
    if not isinstance(value, str):
        return type(value).__name__
    return ascii(value[:_LONGEST_SHOWN])


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """A dealt hand: `hands` by seat, the upcard (null under `deal_11`), the stock as it is drawn.

    `limit_card` is turned from a second pack; it counts only where the rule set has one. Printed,
    as in a log or a report of an error, it shows no card.
    """

    hands: tuple[CardSet, CardSet]
    upcard: Card | None
    stock: tuple[Card, ...]
    limit_card: Card | None = None

    def __repr__(self) -> str:
        return "<Deal>"


def deal(seed: bytes, dealer: int, *, eleven: bool = False) -> Deal:
    """The deal that a seed of 32 bytes stands for, so that anybody can check it.

    1. Words: SHA-256 of (seed, then a counter of 4 bytes, big-endian, from 0) gives 32 bytes, read
       as eight words of 4 bytes, big-endian; then the counter goes up.
    2. A number below n: the next word that is less than 2**32 - 2**32 % n, modulo n (others are
       skipped, so every number is equally likely).
    3. The pack begins in the order of `DECK` (AS 2S .. KS AH .. KC). For i from 51 down to 1 the
       cards at i and at (a number below i + 1) change places.
    4. From the front: ten cards each, one at a time, the non-dealer first; the 21st is the upcard
       (`eleven`: the non-dealer's), the rest is the stock in the order of drawing.
    5. The card of a second pack is `DECK` at the next number below 52.
    """
    words = _words(seed)
    pack = _shuffled(words, DECK)
    non_dealer, dealers = CardSet.of(pack[0:20:2]), CardSet.of(pack[1:20:2])
    upcard: Card | None = pack[20]
    if eleven:
        non_dealer, upcard = CardSet(non_dealer.bits | 1 << pack[20].index), None
    hands = (non_dealer, dealers) if dealer == 1 else (dealers, non_dealer)
    return Deal(hands, upcard, tuple(pack[21:]), DECK[_below(52, words)])


def shuffled(seed: bytes, pack: Sequence[Shuffled]) -> tuple[Shuffled, ...]:
    """A pack as a seed of 32 bytes shuffles it, from the front: steps 1 to 3 of `deal`."""
    return tuple(_shuffled(_words(seed), pack))


def _shuffled(words: Iterator[int], of: Sequence[Shuffled]) -> list[Shuffled]:
    pack = list(of)
    for i in range(len(pack) - 1, 0, -1):
        j = _below(i + 1, words)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _words(seed: bytes) -> Iterator[int]:
    if len(seed) != 32:
        raise ValueError("a seed is 32 bytes")
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(4, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n
