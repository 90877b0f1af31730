"""Who pays whom: what is owed is paid, nobody pays more, and in no more payments than it takes."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.settlement import (
    EXACT_UP_TO,
    Payment,
    SettledMatch,
    Settlement,
    balances,
    settle,
)


def balanced(amounts: list[int]) -> dict[int, int]:
    """Balances of so many people and one more, who makes up for all of them."""
    return dict(enumerate([*amounts, -sum(amounts)], 1))


@cache
def fewest(left: tuple[int, ...]) -> int:
    """An oracle that groups nobody: the first settles with each of the others in turn, whole."""
    if not left:
        return 0
    first, *others = left
    if first == 0:
        return fewest(tuple(others))
    return 1 + min(
        fewest(tuple(sorted([*others[:at], others[at] + first, *others[at + 1 :]])))
        for at in range(len(others))
        if others[at] * first < 0
    )


def check(wanted: dict[int, int], found: Settlement) -> None:
    left = Counter(wanted)
    for payment in found.payments:
        assert payment.points > 0
        assert wanted[payment.payer] < 0 < wanted[payment.payee]
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    assert not any(left.values())


def test_a_net_goes_from_loser_to_winner_and_a_negative_one_the_other_way() -> None:
    """GV09: who reached the target has fewer points than the other, by 26."""
    played = [
        SettledMatch((7, 8), [(0, 120), (1, 45)]),
        SettledMatch((8, 9), [(1, -26)]),
        SettledMatch((9, 10), []),
    ]
    assert balances(played) == {7: 75, 8: -49, 9: -26, 10: 0}


def test_of_a_match_of_more_than_two_count_the_accounts() -> None:
    played = [
        SettledMatch((7, 8, 9), [(0, 527)], (527, -501, -26)),
        SettledMatch((9, 7), [(0, 26)]),
    ]
    assert balances(played) == {7: 501, 8: -501, 9: 0}


def test_groups_of_their_own_settle_among_themselves() -> None:
    """5 and 7 to get and 12 to pay are one group, 4, 6 and 10 another: four payments. Largest first
    over all would let 12 pay 10, and take five."""
    found = settle({1: 5, 2: 7, 3: -12, 4: -4, 5: -6, 6: 10})
    assert found.is_fewest
    assert set(found.payments) == {
        Payment(3, 2, 7),
        Payment(3, 1, 5),
        Payment(5, 6, 6),
        Payment(4, 6, 4),
    }
    assert [payment.points for payment in found.payments] == [7, 6, 5, 4]


def test_nobody_owes_anything() -> None:
    assert settle({1: 0, 2: 0}) == Settlement((), True)
    assert settle({}) == Settlement((), True)


def test_what_is_won_is_what_is_lost() -> None:
    with pytest.raises(ValueError, match="not the same"):
        settle({1: 5, 2: -4})


@given(st.lists(st.integers(-12, 12), max_size=6))
def test_it_takes_no_more_payments_than_there_must_be(amounts: list[int]) -> None:
    wanted = balanced(amounts)
    found = settle(wanted)
    check(wanted, found)
    assert found.is_fewest
    assert len(found.payments) == fewest(tuple(sorted(filter(None, wanted.values()))))


@given(st.lists(st.integers(-500, 500), min_size=8, max_size=40))
def test_everybody_is_paid_however_many_they_are(amounts: list[int]) -> None:
    wanted = balanced(amounts)
    found = settle(wanted)
    check(wanted, found)
    assert len(found.payments) <= max(0, len(wanted) - 1)


@given(st.permutations(list(balanced([40, -15, 22, -9, 31, -60, 8]).items())))
def test_the_order_of_people_does_not_matter(people: list[tuple[int, int]]) -> None:
    assert settle(dict(people)) == settle(dict(sorted(people)))


def test_many_people_are_settled_in_few_payments_and_that_is_said() -> None:
    """Seventeen of whom no two owe each other the same: one pays all that sixteen won."""
    wanted = balanced([2**n for n in range(EXACT_UP_TO)])
    found = settle(wanted)
    check(wanted, found)
    assert (len(found.payments), found.is_fewest) == (EXACT_UP_TO, False)
    sixteen = settle(balanced([2**n for n in range(EXACT_UP_TO - 1)]))
    assert (len(sixteen.payments), sixteen.is_fewest) == (EXACT_UP_TO - 1, True)


def test_equal_debts_leave_room_for_the_best_way() -> None:
    """Twenty people in ten pairs: ten payments, known to be the fewest."""
    wanted = {person: (person // 2 + 1) * (1 if person % 2 else -1) for person in range(20)}
    found = settle(wanted)
    check(wanted, found)
    assert (len(found.payments), found.is_fewest) == (10, True)
