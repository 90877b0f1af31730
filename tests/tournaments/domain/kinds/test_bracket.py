"""The draw of a knock-out: slots, byes, feeders, numbers."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.text import Refusal
from tests.tournaments.domain.events import drawn
from tournaments.domain.crosstable import Crosstable, Side, fed_by
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.bracket import draw, slots

KNOCK_OUT = SingleElimination()

SLOTS = {
    2: (1, 2),
    4: (1, 4, 2, 3),
    8: (1, 8, 4, 5, 2, 7, 3, 6),
    16: (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11),
    32: (
        *(1, 32, 16, 17, 8, 25, 9, 24, 4, 29, 13, 20, 5, 28, 12, 21),
        *(2, 31, 15, 18, 7, 26, 10, 23, 3, 30, 14, 19, 6, 27, 11, 22),
    ),
}

# entrants: (slots, rounds, seeds that have a bye in the first round)
FIELDS = {
    2: (2, 1, ()),
    3: (4, 2, (1,)),
    4: (4, 2, ()),
    5: (8, 3, (1, 2, 3)),
    6: (8, 3, (1, 2)),
    7: (8, 3, (1,)),
    8: (8, 3, ()),
    9: (16, 4, (1, 2, 3, 4, 5, 6, 7)),
    10: (16, 4, (1, 2, 3, 4, 5, 6)),
    11: (16, 4, (1, 2, 3, 4, 5)),
    12: (16, 4, (1, 2, 3, 4)),
    13: (16, 4, (1, 2, 3)),
    14: (16, 4, (1, 2)),
    15: (16, 4, (1,)),
    16: (16, 4, ()),
    17: (32, 5, tuple(range(1, 16))),
}


def first_round(count: int) -> list[tuple[int | None, int | None]]:
    plan = draw(range(1, count + 1))
    return [
        (a.entry, b.entry) for a, b in (planned.sides for planned in plan if planned.round == 1)
    ]


@pytest.mark.parametrize("count", SLOTS)
def test_slots_are_the_fold(count):
    assert slots(count) == SLOTS[count]


@pytest.mark.parametrize("count", FIELDS)
def test_fields_of_2_to_17(count):
    size, rounds, byes = FIELDS[count]
    plan = draw(range(1, count + 1))
    assert max(planned.round for planned in plan) == rounds
    assert len(plan) == size - 1
    assert [len([1 for planned in plan if planned.round == n]) for n in range(1, rounds + 1)] == [
        size >> n for n in range(1, rounds + 1)
    ]
    assert tuple(sorted(a for a, b in first_round(count) if b is None)) == byes


def test_the_first_round_of_eleven():
    assert first_round(11) == [
        (1, None),
        (8, 9),
        (4, None),
        (5, None),
        (2, None),
        (7, 10),
        (3, None),
        (6, 11),
    ]


def test_seat_0_is_the_upper_feeder_and_numbers_count_byes():
    for planned in draw(range(1, 12)):
        if planned.round > 1:
            feeders = (
                (planned.round - 1, 2 * planned.number - 1),
                (planned.round - 1, 2 * planned.number),
            )
            assert planned.sides == tuple(Side("winner", feeder=key) for key in feeders)


@given(st.integers(2, 600) | st.sampled_from([1023, 1024, 1025, 2047, 4096]))
def test_everyone_is_in_the_first_round_once_and_no_two_byes_meet(count):
    seats = first_round(count)
    assert sorted(entry for pair in seats for entry in pair if entry) == list(range(1, count + 1))
    assert all(upper is not None for upper, _ in seats)


@pytest.mark.parametrize("count", [*FIELDS, 100, 1000, 1024, 4096])
def test_the_top_seeds_are_in_different_parts(count):
    order = slots(count)
    parts = 2
    while parts <= len(order):
        size = len(order) // parts
        found = [part for part in range(parts) for seed in order[part * size :][:size]]
        assert len(found) == len(order)
        best = {seed: place // size for place, seed in enumerate(order) if seed <= parts}
        assert sorted(best.values()) == list(range(parts))
        parts *= 2


@pytest.mark.parametrize("count", [4, 5, 8, 1024])
def test_the_third_place_is_number_2_of_the_last_round(count):
    plain, extra = draw(range(count)), draw(range(count), third_place=True)
    assert extra[:-1] == plain
    final, third = plain[-1], extra[-1]
    assert third.key == (final.round, 2)
    assert third.sides == tuple(Side("loser", feeder=side.feeder) for side in final.sides)


@pytest.mark.parametrize("count", [2, 3])
def test_no_match_for_third_place_below_four_entrants(count):
    assert draw(range(count), third_place=True) == draw(range(count))


@pytest.mark.parametrize("count", [0, 1, 4097])
def test_too_few_and_too_many_are_refused_with_a_sentence(count):
    with pytest.raises(Refusal) as refused:
        KNOCK_OUT.next_round(Crosstable(tuple(range(count))))
    assert refused.value.text.code == "not_ready"
    assert f"there are {count}." in str(refused.value)


@pytest.mark.parametrize("count", [2, 4096])
def test_the_smallest_and_the_largest_field_are_drawn(count):
    plan = KNOCK_OUT.next_round(Crosstable(tuple(range(count))))
    assert len(plan) == count - 1


def test_a_drawn_stage_is_not_drawn_again():
    assert KNOCK_OUT.next_round(drawn(KNOCK_OUT, range(1, 6))) == ()


def test_an_entry_can_not_be_drawn_twice():
    with pytest.raises(ValueError, match="twice"):
        draw([1, 2, 1])


def test_fed_by_follows_winners_and_losers():
    plan = draw(range(1, 9), third_place=True)
    assert fed_by(plan, (1, 3)) == ((2, 2), (3, 1), (3, 2))
    assert fed_by(plan, (2, 1)) == ((3, 1), (3, 2))
    assert fed_by(plan, (3, 1)) == ()


def test_the_rounds_have_names():
    table = drawn(SingleElimination(third_place=True), range(1, 33))
    names = [str(KNOCK_OUT.round_name(table, round)) for round in range(1, 6)]
    assert names == ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert str(KNOCK_OUT.round_name(Crosstable(tuple(range(4096))), 1)) == "Round of 4096"
    assert [str(KNOCK_OUT.pairing_name(table, key)) for key in ((5, 1), (5, 2))] == [
        "None",
        "Third place",
    ]


def test_later_slots_only_add_to_earlier_ones():
    for small, large in pairwise((2, 4, 8, 16, 32)):
        assert tuple(seed for seed in slots(large) if seed <= small) == slots(small)
