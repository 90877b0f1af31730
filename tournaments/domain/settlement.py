"""Who pays whom after an evening that is played for points, in the fewest payments.

The loser of a game owes its winner the net (rulebook 3.1, S0: the loser pays the difference). A net
may be negative, where the target decides and the loser has more (GV09): then the winner owes. What
each has won and lost over all games is their *balance*; the balances of all are nothing together.

People whose balances come to nothing among themselves can settle among themselves, so many people
less one payment; the more such groups there are, the fewer payments. To find most of them is hard
for many people, and for those of one evening a matter of a moment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kernel.seats import Pair, PerSeat, others

EXACT_UP_TO = 16
"""So many people who are left when equal debts are paid off are grouped in the best way there is;
more are settled in few payments."""


@dataclass(frozen=True, slots=True)
class SettledMatch:
    """A match between two people, by seat, and its games: each the seat that won it and its net. Of
    a match of more `accounts` are what each has got from the others."""

    people: PerSeat
    games: Sequence[Pair]
    accounts: PerSeat = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `payee` the worth of so many points."""

    payer: int
    payee: int
    points: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """All payments, the largest first; `is_fewest` says that there is no way with fewer."""

    payments: tuple[Payment, ...]
    is_fewest: bool


def balances(matches: Iterable[SettledMatch]) -> dict[int, int]:
    """What each has won (above 0) or lost over these matches; who broke even stands at 0."""
    found: dict[int, int] = {}
    for match in matches:
        for person in match.people:
            found.setdefault(person, 0)
        for person, got in zip(match.people, match.accounts, strict=False):
            found[person] += got
        for winner, net in match.games if not match.accounts else ():
            (loser,) = others(winner, len(match.people))
            found[match.people[winner]] += net
            found[match.people[loser]] -= net
    return found


def settle(balances: Mapping[int, int]) -> Settlement:
    """The payments after which everybody's balance is nothing.

    Whoever owes exactly what another has to get pays that: no way with fewer payments is lost by
    it. Those who are left are grouped. Raises ValueError where the balances do not come to nothing.
    """
    if sum(balances.values()):
        raise ValueError("what is won and what is lost are not the same")
    left = dict(sorted((person, points) for person, points in balances.items() if points))
    payments = _equal_debts(left)
    people = list(left)
    is_fewest = len(people) <= EXACT_UP_TO
    groups = _most_groups(tuple(left.values())) if is_fewest else [range(len(people))]
    for group in groups:
        payments += _largest_first({people[place]: left[people[place]] for place in group})
    payments.sort(key=lambda payment: (-payment.points, payment.payer, payment.payee))
    return Settlement(tuple(payments), is_fewest)


def _equal_debts(left: dict[int, int]) -> list[Payment]:
    """The payments between two who owe and get the same; the two are taken out of `left`."""
    payments = []
    for payer in [person for person, points in left.items() if points < 0]:
        owed = -left[payer]
        payee = next((person for person, points in left.items() if points == owed), None)
        if payee is not None:
            payments.append(Payment(payer, payee, owed))
            del left[payer], left[payee]
    return payments


@lru_cache(maxsize=256)
def _most_groups(amounts: tuple[int, ...]) -> list[list[int]]:
    """Places of these amounts (together nothing) in as many groups as there can be that each come
    to nothing.

    Over all sets of places, by the sets with one place fewer: taken away one after the other,
    places close a group whenever those that are left come to nothing. 2^n sets, n steps each.
    """
    sets = 1 << len(amounts)
    sums, most, last = [0] * sets, [0] * sets, [0] * sets
    for chosen in range(1, sets):
        lowest = chosen & -chosen
        sums[chosen] = sums[chosen ^ lowest] + amounts[lowest.bit_length() - 1]
        best, bits = -1, chosen
        while bits:
            bit = bits & -bits
            bits ^= bit
            if most[chosen ^ bit] > best:
                best, last[chosen] = most[chosen ^ bit], bit
        most[chosen] = best + (sums[chosen] == 0)
    groups: list[list[int]] = []
    chosen = sets - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(last[chosen].bit_length() - 1)
        chosen ^= last[chosen]
    return groups


def _largest_first(left: dict[int, int]) -> list[Payment]:
    """Whoever owes most pays whoever gets most, as much as both allow, until nothing is left: at
    least one of the two is done each time, with the last payment both."""
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda person: (left[person], person))
        payee = max(left, key=lambda person: (left[person], -person))
        points = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, points))
        left[payer] += points
        left[payee] -= points
    return payments
