"""The round of a field: fixed pairs first, then the cheapest of what is left, and the reasons."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from tournaments.domain.pairing.costs import TERMS, faults, price
from tournaments.domain.pairing.field import Field, Paired, ScoredContender, places
from tournaments.domain.pairing.matching import ScoredPair, match
from tournaments.domain.pairing.reasons import FIXED, reason
from tournaments.domain.pairing.walking import walk

EXACT_UP_TO = 128
"""The largest field that is matched as a whole."""


def pair(field: Field) -> tuple[Paired, ...]:
    """One round, from the top of the field down, the bye last.

    Everybody is in it once. Where a legal round exists it is one: nobody meets again, nobody has
    a second bye while another has had none, no pair that is forbidden or to be kept apart is in
    it. Where none exists it is the one with the least of these faults, each told in its reason.
    Fixed pairs are taken as they are, their faults told. Up to EXACT_UP_TO contenders the costs
    are the least there are; above, a few more floats are possible, and a legal round may be missed
    where one can only be reached by changing many hundreds of pairs.
    """
    standing = places(field)
    order = {place.entry: place.index for place in standing}
    fixed = [entry for two in field.fixed for entry in two]
    rest = places(field, left_out=fixed) if fixed else standing
    found = match(rest) if len(rest) <= EXACT_UP_TO else walk(rest)
    drawn = list(fixed_pairs(field, standing))
    for upper, lower in found:
        text, wrong = reason(upper, lower, rest, field.method)
        drawn.append(Paired(upper.entry, lower.entry if lower else None, text, wrong))
    require_everybody_once(drawn, order)
    return tuple(sorted(drawn, key=lambda paired: (paired.second is None, order[paired.first])))


def judge(field: Field, pairs: Iterable[tuple[int, int | None]]) -> dict[str, int]:
    """What a round of the field costs that somebody has made, with second None for the bye: the sum
    of each term by its code, worst first."""
    order = places(field)
    found = dict.fromkeys((term.code for term in TERMS), 0)
    for upper, lower in placed(pairs, order):
        for code, cost in price(upper, lower, order).items():
            found[code] += cost
    return found


def faults_of(field: Field, pairs: Iterable[tuple[int, int | None]]) -> tuple[tuple[str, ...], ...]:
    """For each pair of a round that somebody has made, with second None for the bye, the codes of
    what is not legal in it, the worst first."""
    order = places(field)
    return tuple(faults(upper, lower, order) for upper, lower in placed(pairs, order))


def fixed_pairs(field: Field, standing: Sequence[ScoredContender]) -> Iterator[Paired]:
    """The director's pairs, with the faults that the director accepts in them."""
    for upper, lower in placed(field.fixed, standing):
        wrong = faults(upper, lower, standing)
        yield Paired(upper.entry, lower.entry if lower else None, FIXED, wrong)


def require_everybody_once(drawn: Sequence[Paired], here: Collection[int]) -> None:
    """A pairing that leaves somebody out, or takes somebody twice, must never come out."""
    drawn_entries = [
        entry for paired in drawn for entry in (paired.first, paired.second) if entry is not None
    ]
    if sorted(drawn_entries) != sorted(here):
        raise RuntimeError("the round does not have everybody once")


def placed(
    pairs: Iterable[tuple[int, int | None]], standing: Iterable[ScoredContender]
) -> Iterator[ScoredPair]:
    """The places of the two of each pair, the upper one first; of who has the bye, and None."""
    place = {contender.entry: contender for contender in standing}
    for two in pairs:
        here = [place[entry] for entry in two if entry is not None]
        upper, *lower = sorted(here, key=lambda contender: contender.index)
        yield upper, lower[0] if lower else None
