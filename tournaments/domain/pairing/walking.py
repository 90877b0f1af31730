"""Large fields: the score groups are walked from the top down, and only what is left is matched.

Those who come down from above choose first; an odd group sends down its lowest who did not float
in the round before. The others slide, top half against bottom half, within a window. Who is left
over is matched exactly together with more and more of the pairs made last. So are the two ends of
the field, where groups are small and have met among themselves.
"""

from collections.abc import Sequence
from itertools import groupby

from tournaments.domain.pairing.costs import faults
from tournaments.domain.pairing.field import ScoredContender
from tournaments.domain.pairing.matching import ScoredPair, match

WINDOW = 8
"""How many from the slide partner on are tried."""

REOPENED = (8, 16, 32)
"""How many pairs of a group are opened again, step by step, for those who are left in it."""

ENDS = 24
"""How many pairs at the top and at the bottom of the field are matched exactly."""

MOST_REOPENED = 256
"""How many pairs are opened again at most at the end, whatever their groups."""

WalkedPairs = list[tuple[ScoredContender, ScoredContender]]


def walk(field: Sequence[ScoredContender]) -> list[ScoredPair]:
    """A round of these, who are given from the top down; with a bye if they are odd."""
    bye = _lowest_for_bye(field) if len(field) % 2 else None
    staying = [contender for contender in field if contender is not bye]
    pairs: WalkedPairs = []
    floating: list[ScoredContender] = []
    for _, equals in groupby(staying, key=lambda contender: contender.score):
        group = list(equals)
        if (len(floating) + len(group)) % 2:
            down = _lowest_to_float(group)
            group.remove(down)
        else:
            down = None
        made, left = _pair_group(floating, group)
        pairs += made
        floating = [*left, down] if down else left
    top = [(upper, lower) for upper, lower in _match_again(pairs[:ENDS], []) if lower]
    return _close(top + pairs[ENDS:], floating, bye)


def _lowest_for_bye(field: Sequence[ScoredContender]) -> ScoredContender:
    return next(contender for contender in reversed(field) if not contender.byes)


def _lowest_to_float(group: Sequence[ScoredContender]) -> ScoredContender:
    return next((contender for contender in reversed(group) if not contender.floated), group[-1])


def _pair_group(
    floating: Sequence[ScoredContender], group: Sequence[ScoredContender]
) -> tuple[WalkedPairs, list[ScoredContender]]:
    """The pairs of a group and of those who came down to it, and who is left of them all."""
    pairs: WalkedPairs = []
    free = list(group)
    left: list[ScoredContender] = []
    for upper in floating:
        _take(upper, free, range(len(free)), pairs, left)
    half = len(free) // 2
    slides = any(contender.ideal > 1 for contender in free)
    tops, bottoms = (free[:half], free[half:]) if slides else (free[::2], free[1::2])
    waiting: list[ScoredContender] = []
    for upper in tops:
        _take(upper, bottoms, range(min(WINDOW, len(bottoms))), pairs, waiting)
    left += waiting + bottoms
    return _mend(pairs, left) if left else (pairs, left)


def _take(
    upper: ScoredContender,
    lowers: list[ScoredContender],
    tried: range,
    pairs: WalkedPairs,
    left: list[ScoredContender],
) -> None:
    """Pair the upper with the first of the lowers that it may meet, or leave it over."""
    for number in tried:
        if _may_meet(upper, lowers[number]):
            pairs.append((upper, lowers.pop(number)))
            return
    left.append(upper)


def _may_meet(upper: ScoredContender, lower: ScoredContender) -> bool:
    entry = lower.entry
    return entry not in upper.met and entry not in upper.barred and entry not in upper.apart


def _mend(
    pairs: WalkedPairs, left: list[ScoredContender]
) -> tuple[WalkedPairs, list[ScoredContender]]:
    """The same with those left paired too, if opening some pairs again is enough for that."""
    for count in REOPENED:
        mended = _match_again(pairs[-count:], left)
        if _is_legal(mended):
            return pairs[:-count] + [(upper, lower) for upper, lower in mended if lower], []
        if count >= len(pairs):
            break
    return pairs, left


def _close(
    pairs: WalkedPairs, left: list[ScoredContender], bye: ScoredContender | None
) -> list[ScoredPair]:
    """The whole round, those who are left in it and the bye chosen again: a legal one, if opening
    enough pairs gives that."""
    left = [*left, bye] if bye else left
    count = ENDS
    while True:
        mended = _match_again(pairs[-count:], left)
        if _is_legal(mended) or count >= min(len(pairs), MOST_REOPENED):
            return [*pairs[:-count], *mended]
        count *= 2


def _match_again(pairs: WalkedPairs, left: Sequence[ScoredContender]) -> list[ScoredPair]:
    opened = [*left, *(contender for pair in pairs for contender in pair)]
    opened.sort(key=lambda contender: contender.index)
    return match(opened)


def _is_legal(mended: Sequence[ScoredPair]) -> bool:
    return not any(faults(upper, lower, (upper,)) for upper, lower in mended)
