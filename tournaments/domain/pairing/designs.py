"""Rounds in which nobody meets twice, and rounds in which everybody partners everybody once: known
constructions, by numbers from 0 in place of entrants.

Tables of s for s times q players, q prime or 4: player x of group i sits in the round of slope a at
table x - a * i (a transversal design; for q = s with the groups themselves as the last round the
affine plane of order s). Fifteen in threes: Kirkman's schoolgirls, 1850, as a cycle of seven days.
Partners: whist tournaments, E. H. Moore, "Tactical Memoranda", 1896: of 4m players everybody
partners everybody once and meets everybody twice in 4m - 1 rounds, of 4m + 1 in as many rounds,
each sitting out once. Each is the turns of one first round.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

Design = Sequence[Sequence[tuple[int, ...]]]
"""Rounds, each of its tables, each of the numbers of those who sit there in order of seat."""

KIRKMAN_DAYS = 7
KIRKMAN = ((0, 7, 14), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))
"""The first of the days: numbers to 6 and from 7 to 13 turn, 14 stands."""

WHIST: dict[int, Sequence[tuple[int, ...]]] = {
    5: ((1, 2, 4, 3),),
    8: ((7, 1, 0, 5), (2, 4, 3, 6)),
    12: ((11, 1, 0, 7), (2, 3, 5, 10), (4, 8, 6, 9)),
    13: ((1, 8, 5, 10), (2, 4, 3, 11), (6, 7, 9, 12)),
    16: ((15, 8, 0, 13), (1, 6, 9, 10), (2, 12, 3, 14), (4, 5, 7, 11)),
    17: ((1, 3, 8, 11), (2, 9, 5, 13), (4, 7, 6, 12), (10, 14, 16, 15)),
    20: ((19, 1, 0, 14), (2, 5, 16, 17), (3, 7, 13, 11), (4, 9, 12, 10), (6, 15, 8, 18)),
    21: ((1, 16, 2, 20), (3, 11, 13, 18), (4, 9, 19, 12), (5, 8, 7, 17), (6, 10, 14, 15)),
    24: (
        *((23, 5, 0, 17), (1, 9, 10, 12), (2, 14, 18, 15)),
        *((3, 11, 21, 19), (4, 7, 8, 13), (6, 20, 16, 22)),
    ),
}
"""The first round for so many players, partners at every other seat: of an even number the last
one stands and the others turn, of an odd number all turn, and 0 sits out first."""

TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four numbers, in which a sum is an exclusive or."""

FOUR = 4


@cache
def meeting_once(count: int, size: int) -> Design:
    """Rounds of so many in tables of that size without a repeated meeting; none where no design is
    known here."""
    if (count, size) == (len(KIRKMAN) * 3, 3):
        return tuple(_turned(KIRKMAN, day, KIRKMAN_DAYS) for day in range(KIRKMAN_DAYS))
    groups, rest = divmod(count, size)
    if rest or groups < size or not (groups == FOUR or _is_prime(groups)):
        return ()
    times, minus = _field(groups)
    rounds = [_sloped(size, groups, slope, times, minus) for slope in range(groups)]
    if groups == size:
        rounds.append([tuple(range(at, at + groups)) for at in range(0, count, groups)])
    return rounds


@cache
def partnering_once(count: int) -> Design:
    """Rounds of so many at tables of two and two in which everybody partners everybody once; none
    where no design is known here."""
    first = WHIST.get(count, ())
    turn = count - (count + 1) % 2
    return [_whist(first, by, turn) for by in range(turn)] if first else ()


def _sloped(
    size: int,
    groups: int,
    slope: int,
    times: Callable[[int, int], int],
    minus: Callable[[int, int], int],
) -> list[tuple[int, ...]]:
    """The round in which number x of group i sits at table x - slope * i."""
    tables: list[list[int]] = [[] for _ in range(groups)]
    for group in range(size):
        for number in range(groups):
            tables[minus(number, times(slope, group))].append(group * groups + number)
    return [tuple(table) for table in tables]


def _field(order: int) -> tuple[Callable[[int, int], int], Callable[[int, int], int]]:
    """How to multiply and to subtract among so many numbers."""
    if order == FOUR:
        return (lambda one, other: TIMES_IN_FOUR[one][other]), (lambda one, other: one ^ other)
    return (lambda one, other: one * other % order), (lambda one, other: (one - other) % order)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


def _turned(tables: Iterable[tuple[int, ...]], by: int, turn: int) -> list[tuple[int, ...]]:
    """Two cycles of so many numbers are turned, the number behind them stands."""

    def at(number: int) -> int:
        cycle, place = divmod(number, turn)
        return number if number == 2 * turn else cycle * turn + (place + by) % turn

    return [tuple(map(at, table)) for table in tables]


def _whist(tables: Iterable[tuple[int, ...]], by: int, turn: int) -> list[tuple[int, ...]]:
    """The numbers below `turn` are turned."""
    return [
        tuple(number if number == turn else (number + by) % turn for number in table)
        for table in tables
    ]
