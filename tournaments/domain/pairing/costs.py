"""The cost terms of a Swiss round, worst first.

Any amount of a later term is better than the least of an earlier one. Terms that are faults have
to be 0 in a legal round; a round that has one is drawn only where no legal round exists.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.pairing.field import ScoredContender


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that a pair or a bye may cost; 0 is best.

    `of_pair` takes the upper and the lower, `of_bye` who has it and the whole field, from the top
    down; None costs nothing. No pair and no bye of a field costs more than `most` of it.
    """

    name: Text
    most: Callable[[Sequence[ScoredContender]], int]
    of_pair: Callable[[ScoredContender, ScoredContender], int] | None = None
    of_bye: Callable[[ScoredContender, Sequence[ScoredContender]], int] | None = None
    is_fault: bool = False

    @property
    def code(self) -> str:
        return self.name.code


def _score_difference(upper: ScoredContender, lower: ScoredContender) -> int:
    difference = upper.score - lower.score
    return difference * difference


def _distance(upper: ScoredContender, lower: ScoredContender) -> int:
    """From whom they should meet among equals; of two groups, from the bottom of the upper one and
    the top of the lower one."""
    if upper.score == lower.score:
        off = lower.position - upper.position - upper.ideal
        return off * off
    off = upper.size - 1 - upper.position
    return off * off + lower.position * lower.position


TERMS: tuple[Term, ...] = (
    Term(
        Text("forbidden", N_("A forbidden pair")),
        lambda field: 1,
        of_pair=lambda upper, lower: lower.entry in upper.barred,
        is_fault=True,
    ),
    Term(
        Text("second_bye", N_("A second bye")),
        lambda field: max(contender.byes for contender in field),
        of_bye=lambda place, field: place.byes,
        is_fault=True,
    ),
    Term(
        Text("rematch", N_("A rematch")),
        lambda field: 1,
        of_pair=lambda upper, lower: lower.entry in upper.met,
        is_fault=True,
    ),
    Term(
        Text("kept_apart", N_("A pair to keep apart")),
        lambda field: 1,
        of_pair=lambda upper, lower: lower.entry in upper.apart,
        is_fault=True,
    ),
    Term(
        Text("bye_score", N_("Half points of the bye above the lowest score")),
        lambda field: field[0].score - field[-1].score,
        of_bye=lambda place, field: place.score - field[-1].score,
    ),
    Term(
        Text("score_difference", N_("Unequal points in a pair, large gaps weighing more")),
        lambda field: _score_difference(field[0], field[-1]),
        of_pair=_score_difference,
    ),
    Term(
        Text("repeated_float", N_("Twice running against somebody with fewer points")),
        lambda field: 1,
        of_pair=lambda upper, lower: upper.floated and upper.score > lower.score,
    ),
    Term(
        Text("distance", N_("Places away from the opponent by order, far ones weighing more")),
        lambda field: 2 * max(contender.size for contender in field) ** 2,
        of_pair=_distance,
        of_bye=lambda place, field: (place.size - 1 - place.position) ** 2,  # from the bottom
    ),
)

FAULTS = tuple(term for term in TERMS if term.is_fault)


def price(
    upper: ScoredContender, lower: ScoredContender | None, field: Sequence[ScoredContender]
) -> dict[str, int]:
    """What a pair, or a bye where `lower` is None, costs: each term by its code, worst first."""
    if lower is None:
        return {term.code: int(term.of_bye(upper, field)) for term in TERMS if term.of_bye}
    return {term.code: int(term.of_pair(upper, lower)) for term in TERMS if term.of_pair}


def faults(
    upper: ScoredContender, lower: ScoredContender | None, field: Sequence[ScoredContender]
) -> tuple[str, ...]:
    """The codes of what is not legal in this pair or bye."""
    if lower is None:
        return tuple(fault.code for fault in FAULTS if fault.of_bye and fault.of_bye(upper, field))
    return tuple(fault.code for fault in FAULTS if fault.of_pair and fault.of_pair(upper, lower))


def weights(field: Sequence[ScoredContender]) -> dict[str, int]:
    """What 1 of each term weighs: more than the most that all later terms can add up to."""
    pairs = (len(field) + 1) // 2
    weight, found = 1, {}
    for term in reversed(TERMS):
        found[term.code] = weight
        weight *= pairs * term.most(field) + 1
    return found
