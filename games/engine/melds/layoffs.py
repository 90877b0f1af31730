"""The showdown in cards: laying off, and the best answer of the defender (rulebook 2.3).

What can be laid off is a chain for each end of each of the knocker's runs, of which the first so
many cards go, and one card for each of the knocker's sets of three. The defender's own melds are
made of what remains; only both together have a least count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from games.engine.melds.arrangements import Melds, best_melds, deadwood_of
from games.engine.melds.form import LANE, LOW_ACE, RANK_BITS, RANK_SETS, MeldForm
from games.engine.melds.least import least_deadwood


class Layoff(NamedTuple):
    """One card laid on one of the knocker's melds, as that meld lies then (both are sets)."""

    card: int
    onto: int


@dataclass(frozen=True, slots=True)
class LaidOff:
    """What the defender spreads: own melds, layoffs in order, and what is left, with its count."""

    melds: Melds
    layoffs: tuple[Layoff, ...]
    deadwood: int
    count: int


@dataclass(frozen=True, slots=True)
class _Chain:
    """Cards that fit onto one meld, each after the one before it."""

    meld: int
    cards: tuple[int, ...]


def least_after_layoffs(cards: int, knocker_melds: Sequence[int], form: MeldForm = LOW_ACE) -> int:
    """The defender's count after the best answer."""
    return _best(cards, _chains(cards, knocker_melds, form), form)[0]


def best_answer(cards: int, knocker_melds: Sequence[int], form: MeldForm = LOW_ACE) -> LaidOff:
    """The joint best answer; among equal ones with as little laid off as its chains allow."""
    chains = _chains(cards, knocker_melds, form)
    count, lengths = _best(cards, chains, form)
    layoffs = _in_order(chains, lengths)
    kept = cards
    for layoff in layoffs:
        kept ^= layoff.card
    melds = best_melds(kept, form)
    return LaidOff(melds, layoffs, deadwood_of(kept, melds), count)


def every_layoff(
    cards: int, knocker_melds: Sequence[int], form: MeldForm = LOW_ACE
) -> tuple[Layoff, ...]:
    """As much of these cards as can be laid off at all."""
    chains = _chains(cards, knocker_melds, form)
    return _in_order(chains, tuple(len(chain.cards) for chain in chains))


def fits(meld: int, card: int, form: MeldForm = LOW_ACE) -> bool:
    """Whether this card may be laid on this meld as it lies."""
    return not meld & card and form.kind(meld) == form.kind(meld | card)


def _chains(cards: int, melds: Sequence[int], form: MeldForm) -> list[_Chain]:
    """Runs before sets: a card that the end of a run takes must not lie on a set already."""
    runs, sets = [], []
    for meld in melds:
        lowest = (meld & -meld).bit_length() - 1
        rank_set = RANK_SETS[lowest % RANK_BITS]
        if not meld & ~rank_set:
            fourth = cards & rank_set & ~meld
            if fourth:
                sets.append(_Chain(meld, (fourth,)))
        else:
            runs += _ends(cards, meld, lowest - lowest % RANK_BITS, form)
    return runs + sets


def _ends(cards: int, run: int, shift: int, form: MeldForm) -> list[_Chain]:
    lane = run >> shift
    held = cards >> shift & LANE & ~lane
    chains = []
    for step in (form.below, form.above):
        fitting = []
        card = step(lane) & held
        while card:
            fitting.append(card << shift)
            card = step(card) & held
        if fitting:
            chains.append(_Chain(run, tuple(fitting)))
    return chains


def _best(cards: int, chains: list[_Chain], form: MeldForm) -> tuple[int, tuple[int, ...]]:
    """The least count, and how much of each chain is laid off for it."""
    if not chains:
        return least_deadwood(cards, form), ()
    least, best = 1000, (0,) * len(chains)
    for lengths in product(*(range(len(chain.cards) + 1) for chain in chains)):
        kept = cards
        for chain, length in zip(chains, lengths, strict=True):
            for card in chain.cards[:length]:
                kept &= ~card
        count = least_deadwood(kept, form)
        if count < least:
            least, best = count, lengths
    return least, best


def _in_order(chains: list[_Chain], lengths: tuple[int, ...]) -> tuple[Layoff, ...]:
    """The layoffs one by one. A card of two chains goes with the first, which needs it as well."""
    layoffs: list[Layoff] = []
    lying = {chain.meld: chain.meld for chain in chains}
    laid = 0
    for chain, length in zip(chains, lengths, strict=True):
        for card in chain.cards[:length]:
            if not card & laid:
                layoffs.append(Layoff(card, lying[chain.meld]))
                lying[chain.meld] |= card
                laid |= card
    return tuple(layoffs)
