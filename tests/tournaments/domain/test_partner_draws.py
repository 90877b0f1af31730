"""Who become partners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.text import Refusal
from tournaments.domain.partner_draws import WAYS, How, partners_drawn


def test_the_high_with_the_low() -> None:
    assert partners_drawn([1, 2, 3, 4, 5, 6], 2, "high_low") == [(1, 6), (2, 5), (3, 4)]
    assert partners_drawn([1, 2, 3, 4, 5, 6], 3, "high_low") == [(1, 4, 5), (2, 3, 6)]


def test_by_lot_the_seed_decides_and_no_other_draw_from_it() -> None:
    drawn = partners_drawn(range(8), 2, "lot", "a")
    assert drawn == partners_drawn(range(8), 2, "lot", "a")
    assert drawn != partners_drawn(range(8), 2, "lot", "b")
    assert drawn != partners_drawn(range(8), 2, "high_low")


@given(st.integers(2, 6), st.integers(2, 9), st.sampled_from(WAYS), st.text(max_size=5))
def test_everybody_has_one_side(size: int, sides: int, how: How, seed: str) -> None:
    drawn = partners_drawn(range(size * sides), size, how, seed)
    assert [len(side) for side in drawn] == [size] * sides
    assert sorted(player for side in drawn for player in side) == list(range(size * sides))


@pytest.mark.parametrize(("number", "size"), [(5, 2), (2, 2), (0, 2), (7, 3), (3, 3)])
def test_who_would_be_left_over_is_told(number: int, size: int) -> None:
    with pytest.raises(Refusal) as refused:
        partners_drawn(range(number), size, "lot")
    assert refused.value.field == "players"
