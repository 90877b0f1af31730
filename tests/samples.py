"""What of the suite `bin/test` runs by itself: it should be done within ten minutes.

Of the tests of a module that are marked `sampled`, a quarter: these are the longest, with whole
events and real servers. On the second database a quarter again, now of all tests, but everything
marked `postgresql` or `databases_differ`, which asks what databases do differently. The seed
chooses, and the files of the commit make the seed: each commit takes others, and who runs the same
commit again runs the same tests in the same order. The long run takes all, and so does `bin/test`
when it is told which tests to run.
"""

import random
from collections.abc import Callable, Sequence

import pytest

SHARE = 4  # one test in so many


def of(
    items: Sequence[pytest.Item], chance: random.Random, *, is_second_database: bool
) -> list[pytest.Item]:
    """The sample, in the order of the tests: the same in every process with the same seed."""
    chosen = _thin(items, _is_long, chance)
    return _thin(chosen, _is_asked_once, chance) if is_second_database else chosen


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("sampled") is not None


def _is_asked_once(item: pytest.Item) -> bool:
    return not any(map(item.get_closest_marker, ("postgresql", "databases_differ")))


def _thin(
    items: Sequence[pytest.Item], is_meant: Callable[[pytest.Item], bool], chance: random.Random
) -> list[pytest.Item]:
    """All but those that are meant; of these a share of each module."""
    modules: dict[str, list[pytest.Item]] = {}
    for item in sorted(filter(is_meant, items), key=lambda item: item.nodeid):
        modules.setdefault(item.nodeid.partition("::")[0], []).append(item)
    kept = {
        item
        for meant in modules.values()
        for item in chance.sample(meant, int(len(meant) / SHARE + chance.random()))
    }
    return [item for item in items if item in kept or not is_meant(item)]
