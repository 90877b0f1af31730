"""How a stage or a round would be drawn otherwise."""

import pytest

from tournaments.domain.reseeding import Repairing, Reseeded, Reseeding


def test_who_would_be_seeded_elsewhere_comes_in_would_not_be_in() -> None:
    found = Reseeding.of([11, 12, 13, 14], [12, 11, 13, 15])
    assert found
    assert found.entries == (
        Reseeded(12, 2, 1),
        Reseeded(11, 1, 2),
        Reseeded(15, None, 4),
        Reseeded(14, 4, None),
    )
    assert not found.is_open
    assert Reseeding.from_stored(found.stored()) == found


def test_the_same_order_is_nothing_to_say() -> None:
    assert Reseeding.of([11, 12], (11, 12)) is None
    assert Reseeding.from_stored(None) is None


def test_while_a_result_is_open_nobody_knows() -> None:
    found = Reseeding.of([11, 12], None)
    assert found
    assert found.is_open
    assert Reseeding.from_stored(found.stored()) == found


def test_who_comes_in_and_who_does_not() -> None:
    found = Reseeding.of([11, 12, 13, 14], [12, 11, 13, 15])
    assert found
    assert (found.comes_in, found.goes_out) == ((15,), (14,))


ROUND = [[1, 5], [2, 6], [3, None]]


@pytest.mark.parametrize(
    ("now", "drawn", "paired", "comes_in", "goes_out"),
    [
        ([[1, 6], [2, 5], [3, None]], ((1, 5), (2, 6)), ((1, 6), (2, 5)), (), ()),
        ([[1, 5], [2, 3], [6, None]], ((2, 6), (3, None)), ((2, 3), (6, None)), (), ()),
        ([[1, 5], [2, 7], [3, None]], ((2, 6),), ((2, 7),), (7,), (6,)),
        ([], ((1, 5), (2, 6), (3, None)), (), (), ()),  # a result is open again
    ],
)
def test_the_pairs_of_a_round_that_would_be_others(now, drawn, paired, comes_in, goes_out) -> None:
    found = Repairing.of(ROUND, now)
    assert found
    assert (found.drawn, found.now) == (drawn, paired)
    assert (found.comes_in, found.goes_out) == (comes_in, goes_out)
    assert found.is_open == (not now)
    assert Repairing.from_stored(found.stored()) == found


@pytest.mark.parametrize("now", [ROUND, [[6, 2], [None, 3], [5, 1]]])
def test_the_same_pairs_are_nothing_to_say_in_whichever_seats_and_order(now) -> None:
    assert Repairing.of(ROUND, now) is None
