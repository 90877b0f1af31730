"""Arrangements: ways to lay a hand out in melds that share no card."""

from collections.abc import Iterator
from functools import cache

from games.engine.melds.form import LANE, LOW_ACE, RANK_BITS, RANK_SETS, MeldForm
from games.engine.melds.least import Lanes, rests

#: Melds as sets of cards, no card in two of them.
Melds = tuple[int, ...]


def best_melds(cards: int, form: MeldForm = LOW_ACE) -> Melds:
    """One arrangement of least deadwood."""
    left = form.left
    best, least = (0, 0, 0, 0), 1000
    for lanes in rests(cards):
        spades, hearts, diamonds, clubs = lanes
        count = left[spades] + left[hearts] + left[diamonds] + left[clubs]
        if count < least:
            best, least = lanes, count
    return _arranged(cards, best, form)


def least_arrangements(cards: int, form: MeldForm = LOW_ACE) -> list[Melds]:
    """Every arrangement of least deadwood, but for runs that could also be cut in two.

    A cut never matters: the same cards are melded, and the same cards fit the outer ends.
    """
    left = form.left
    counted = [(sum(left[lane] for lane in lanes), lanes) for lanes in rests(cards)]
    least = min(count for count, _ in counted)
    return [_arranged(cards, lanes, form) for count, lanes in counted if count == least]


def arrangements(cards: int, form: MeldForm = LOW_ACE) -> Iterator[Melds]:
    """Every arrangement there is, the empty one and those of more deadwood included."""
    melds = list(possible_melds(cards, form))
    yield from _combined(melds, 0, ())


def possible_melds(cards: int, form: MeldForm = LOW_ACE) -> Iterator[int]:
    """Every single meld that can be made of these cards."""
    for rank in range(RANK_BITS):
        held = cards & RANK_SETS[rank]
        if held.bit_count() >= 3:
            yield held
        if held.bit_count() == 4:
            yield from (held ^ (1 << rank + suit * RANK_BITS) for suit in range(4))
    for suit in range(4):
        yield from (
            run << suit * RANK_BITS for run in _runs(cards >> suit * RANK_BITS & LANE, form)
        )


def deadwood_of(cards: int, melds: Melds) -> int:
    """The cards that these melds leave."""
    for meld in melds:
        cards ^= meld
    return cards


def _arranged(cards: int, lanes: Lanes, form: MeldForm) -> Melds:
    """The sets that were taken out of `cards` to leave these lanes, and all the runs of those."""
    spades, hearts, diamonds, clubs = lanes
    in_sets = cards ^ (spades | hearts << 13 | diamonds << 26 | clubs << 39)
    melds = []
    while in_sets:
        rank = ((in_sets & -in_sets).bit_length() - 1) % RANK_BITS
        melds.append(in_sets & RANK_SETS[rank])
        in_sets &= ~RANK_SETS[rank]
    of_spades, of_hearts, of_diamonds, of_clubs = _runs_of_lanes(form)
    runs = of_spades[spades] + of_hearts[hearts] + of_diamonds[diamonds] + of_clubs[clubs]
    return (*melds, *runs)


@cache
def _runs_of_lanes(form: MeldForm) -> tuple[tuple[Melds, ...], ...]:
    """For each suit the runs that each lane makes, as cards; made when first asked for."""
    of_lane = [_whole_runs(form.in_runs(lane), form) for lane in range(LANE + 1)]
    return tuple(
        tuple(tuple(run << suit * RANK_BITS for run in runs) for runs in of_lane)
        for suit in range(4)
    )


def _whole_runs(lane: int, form: MeldForm) -> list[int]:
    """The ranks of a lane, all of which stand in runs, cut where a rank is missing."""
    runs = []
    while lane:
        run = lane & -lane
        grown = 0
        while run != grown:
            grown = run
            run |= (form.above(run) | form.below(run)) & lane
        runs.append(run)
        lane ^= run
    return runs


def _runs(lane: int, form: MeldForm) -> Iterator[int]:
    """Every run of three or more within a lane."""
    seen = set()
    for start in range(RANK_BITS):
        run, card = 0, 1 << start
        while card & lane and not card & run:
            run |= card
            card = form.above(card)
            if run.bit_count() >= 3 and run not in seen:
                seen.add(run)
                yield run


def _combined(melds: list[int], taken: int, chosen: Melds) -> Iterator[Melds]:
    yield chosen
    for at, meld in enumerate(melds):
        if not meld & taken:
            yield from _combined(melds[at + 1 :], taken | meld, (*chosen, meld))
