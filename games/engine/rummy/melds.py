"""Melds that lie on the table: sets and runs, with jokers in the place of cards.

A meld is written with a joker's place in brackets: `5S(6S)7S` is a run with a joker as its six.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from games.engine.cards import DECK, parse_card
from games.engine.melds.form import meld_form
from games.engine.melds.least import least_deadwood
from games.engine.rummy.pack import ACE, JOKER, RANKS, SUITS, Cards
from kernel.text import N_, refusal, shown

LEAST = 3
_PART = re.compile(r"\((\w{2})\)|(\w{2})")
_WHOLE = re.compile(r"(?:\(\w{2}\)|\w{2})+")

AceRule = Literal["low", "high_or_low", "around"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld: the cards that it shows, in order, and which of them a joker stands for.

    In a run the order is that of the run, so that an ace that follows a king is last; in a set it
    is that of the suits.
    """

    cards: Cards
    wild: frozenset[int] = frozenset()

    @property
    def paid(self) -> Cards:
        """The cards that lie there, a joker for each that one stands for."""
        return tuple(JOKER if card in self.wild else card for card in self.cards)

    @property
    def is_set(self) -> bool:
        """Whether its cards are of one rank."""
        return self.cards[0] % RANKS == self.cards[1] % RANKS

    def __str__(self) -> str:
        return "".join(f"({DECK[c]})" if c in self.wild else str(DECK[c]) for c in self.cards)


def read_meld(text: str) -> Meld:
    """What `str` of a meld gives; refused (`bad_meld`, `bad_card`) where it is none."""
    if not _WHOLE.fullmatch(text):
        sentence = N_("%(value)s is no meld: cards without gaps, a joker's place in brackets.")
        raise refusal("bad_meld", sentence, "actions", value=shown(text))
    parts = _PART.findall(text)
    cards = tuple(parse_card(wild or plain, "actions").index for wild, plain in parts)
    wild = frozenset(card for card, (is_wild, _plain) in zip(cards, parts, strict=True) if is_wild)
    return Meld(cards, wild)


def is_meld(meld: Meld, ace: AceRule) -> bool:
    """Whether it is a set or a run of at least three, with fewer jokers than other cards (REC)."""
    cards = meld.cards
    if len(cards) < LEAST or len(meld.wild) * 2 >= len(cards):
        return False
    suits = {card // RANKS for card in cards}
    if len({card % RANKS for card in cards}) == 1:
        return len(suits) == len(cards) and list(cards) == sorted(cards)
    return len(suits) == 1 and _is_run([card % RANKS for card in cards], ace)


def _is_run(ranks: Sequence[int], ace: AceRule) -> bool:
    if len(set(ranks)) < len(ranks):
        return False
    steps = [(after - before) % RANKS for before, after in pairwise(ranks)]
    if set(steps) != {1}:
        return False
    inner = ranks[1:-1] if ace == "high_or_low" else ranks[1:]
    return ace == "around" or ACE not in inner


def melds_in(hand: Cards, ace: AceRule) -> Iterator[Meld]:
    """Every meld that can be laid down from a hand, with its jokers in every place."""
    held, jokers = _bits(hand), hand.count(JOKER)
    for cards, bits in (*_SETS, *_RUNS[ace]):
        # Most melds fail here: what can't be laid down is to cost nothing more.
        if (bits & ~held).bit_count() <= jokers:
            yield from _with_jokers(cards, held, jokers)


def _with_jokers(cards: Cards, held: int, jokers: int) -> Iterator[Meld]:
    missing = [card for card in cards if not held >> card & 1]
    most = min(jokers, (len(cards) - 1) // 2)
    if len(missing) > most:
        return
    others = [card for card in cards if held >> card & 1]
    for more in range(most - len(missing) + 1):
        for replaced in combinations(others, more):
            yield Meld(cards, frozenset((*missing, *replaced)))


def least_count(hand: Cards, ace: AceRule) -> int:
    """What a hand of one pack without jokers counts that is laid out in its best melds; aces are
    low, or stand around the corner."""
    form = meld_form(round_the_corner=ace == "around")
    return least_deadwood(sum(1 << card for card in hand), form)


def extended(meld: Meld, card: int, ace: AceRule, *, wild: bool = False) -> Meld | None:
    """The meld with one more card, or a joker in its place; None where it does not fit."""
    if card in meld.cards:
        return None
    more = meld.wild | {card} if wild else meld.wild
    if meld.is_set:
        tried = [tuple(sorted((*meld.cards, card)))]
    else:
        tried = [(*meld.cards, card), (card, *meld.cards)]
    melds = (Meld(cards, more) for cards in tried)
    return next((found for found in melds if is_meld(found, ace)), None)


def freed(meld: Meld, card: int) -> Meld | None:
    """The meld with this card in the place of the joker that stands for it; None without one."""
    return Meld(meld.cards, meld.wild - {card}) if card in meld.wild else None


def _sets() -> Iterator[Cards]:
    for rank in range(RANKS):
        of_rank = [suit * RANKS + rank for suit in range(SUITS)]
        for size in (LEAST, SUITS):
            yield from combinations(of_rank, size)


def _runs(ace: AceRule) -> Iterator[Cards]:
    for suit in range(SUITS):
        for first in range(RANKS):
            for size in range(LEAST, RANKS + 1):
                ranks = [(first + step) % RANKS for step in range(size)]
                if _is_run(ranks, ace):
                    yield tuple(suit * RANKS + rank for rank in ranks)


def _bits(cards: Cards) -> int:
    return sum(1 << card for card in set(cards))


def _with_bits(melds: Iterator[Cards]) -> tuple[tuple[Cards, int], ...]:
    return tuple((cards, _bits(cards)) for cards in melds)


_SETS = _with_bits(_sets())
_RUNS: dict[AceRule, tuple[tuple[Cards, int], ...]] = {
    "low": _with_bits(_runs("low")),
    "high_or_low": _with_bits(_runs("high_or_low")),
    "around": _with_bits(_runs("around")),
}
