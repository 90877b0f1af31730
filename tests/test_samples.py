"""What a sample takes, and that the seed alone says what it is."""

import random

import pytest

from tests import samples
from tests.acceptance import test_online_kills

pytest_plugins = ["pytester"]

MODULE = """
import pytest

@pytest.mark.sampled
@pytest.mark.parametrize("case", range(20))
def test_long(case): ...

@pytest.mark.parametrize("case", range(20))
def test_short(case): ...

@pytest.mark.databases_differ
def test_lock(): ...

@pytest.mark.postgresql
def test_constraint(): ...
"""


INI = """
[pytest]
asyncio_default_fixture_loop_scope = function
markers =
    sampled
    databases_differ
    postgresql
"""


@pytest.fixture
def items(pytester: pytest.Pytester) -> list[pytest.Item]:
    pytester.makeini(INI)
    return pytester.getitems(MODULE)


def names(items: list[pytest.Item], seed: int, *, is_second_database: bool = False) -> list[str]:
    chosen = samples.of(items, random.Random(seed), is_second_database=is_second_database)
    return [item.name for item in chosen]


def test_a_quarter_of_the_long_ones_and_all_others(items: list[pytest.Item]) -> None:
    chosen = names(items, 1)
    assert sum(name.startswith("test_long") for name in chosen) == 20 / samples.SHARE
    assert sum(name.startswith("test_short") for name in chosen) == 20
    assert chosen == [item.name for item in items if item.name in chosen]


def test_on_the_second_database_a_quarter_but_for_what_only_it_can_say(
    items: list[pytest.Item],
) -> None:
    chosen = names(items, 1, is_second_database=True)
    cases = len(chosen) - 2
    assert chosen[-2:] == ["test_lock", "test_constraint"]
    assert (20 + 20 / samples.SHARE) // samples.SHARE <= cases <= 1 + 25 / samples.SHARE


def test_each_seed_takes_others_and_the_same_again(items: list[pytest.Item]) -> None:
    assert names(items, 1) == names(items, 1)
    assert len({tuple(names(items, seed)) for seed in range(5)}) > 1
    assert {name for seed in range(60) for name in names(items, seed)} == {i.name for i in items}


def test_each_part_dies_while_hands_are_played_in_every_run() -> None:
    assert test_online_kills.pytestmark.name == "databases_differ"
