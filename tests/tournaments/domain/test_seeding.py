"""The order of seeds."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.text import Refusal
from tournaments.domain.seeding import DRAW_VERSION, Entrant, chance_of, seed_order


def test_by_rating_the_highest_first_and_none_last():
    field = [Entrant(1, 1400), Entrant(2), Entrant(3, 1600.5), Entrant(4, 0), Entrant(5, -20)]
    assert seed_order(field, "rating") == (3, 1, 4, 5, 2)


def test_equal_ratings_keep_the_order_of_registration():
    field = [Entrant(9, 1500), Entrant(2, 1500), Entrant(8), Entrant(5, 1500), Entrant(3)]
    assert seed_order(field, "rating") == (9, 2, 5, 8, 3)


def test_by_hand_gaps_are_closed_and_the_others_follow_by_rating():
    field = [Entrant(1), Entrant(2, 10, seed=7), Entrant(3, 90), Entrant(4, seed=2)]
    assert seed_order(field, "hand") == (4, 2, 3, 1)


def test_a_seed_given_twice_is_refused():
    with pytest.raises(Refusal, match="Seed 3 is given to 2 entrants") as refused:
        seed_order([Entrant(1, seed=3), Entrant(2, seed=3)], "hand")
    assert (refused.value.text.code, refused.value.field) == ("invalid", "seed")


@pytest.mark.parametrize("seed", [0, -1])
def test_seeds_count_from_one(seed):
    with pytest.raises(Refusal, match="count from 1"):
        seed_order([Entrant(1, seed=seed), Entrant(2)], "hand")


def test_the_random_order_is_the_published_one():
    """Computed with sha256sum from coreutils: the digests begin 09e008, 6162ce, 854698, ..."""
    assert DRAW_VERSION == 1
    field = [Entrant(entry) for entry in (10, 20, 30, 40, 50, 60)]
    assert seed_order(field, "random", "2026-05-09") == (60, 50, 10, 40, 30, 20)


@given(st.integers(0, 50), st.integers().map(str))
def test_at_random_everyone_is_there_and_ids_have_no_say(count, draw_seed):
    order = seed_order([Entrant(entry) for entry in range(count)], "random", draw_seed)
    assert sorted(order) == list(range(count))
    others = seed_order([Entrant(1000 - entry) for entry in range(count)], "random", draw_seed)
    assert others == tuple(1000 - entry for entry in order)


def test_at_random_every_order_is_about_as_likely():
    field = [Entrant(1), Entrant(2), Entrant(3)]
    orders = Counter(seed_order(field, "random", str(number)) for number in range(1200))
    assert len(orders) == 6
    assert all(150 < times < 250 for times in orders.values())


def test_at_random_needs_a_seed():
    with pytest.raises(ValueError, match="needs a seed"):
        seed_order([Entrant(1)], "random")


def test_chance_is_the_same_for_the_same_seed_and_of_its_own_for_each_thing():
    """That of "undercut swiss 1:2026-05-09", by `random` alone."""
    numbers = [
        chance_of(*told).random()
        for told in (
            ("swiss", 1, "2026-05-09"),
            ("swiss", 1, "2026-05-09"),
            ("swiss", 2, "2026-05-09"),
            ("dutch", 1, "2026-05-09"),
            ("swiss", 1, ""),
        )
    ]
    assert numbers[0] == numbers[1] == Random("undercut swiss 1:2026-05-09").random()
    assert len({*numbers}) == 4
