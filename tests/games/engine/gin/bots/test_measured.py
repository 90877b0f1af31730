"""What is said of the strength of the players of the house is what was measured."""

import pytest

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.measured import Strength, strength_of
from games.engine.gin.bots.roster import CODES


@pytest.mark.parametrize("code", CODES)
def test_everybody_was_measured(code: str) -> None:
    strength = strength_of(code)
    assert strength.games >= 400
    assert 0 <= strength.won <= strength.games


def test_the_levels_are_as_far_apart_as_their_names_say() -> None:
    shares = [strength_of(level.code).of_hundred for level in LEVELS]
    assert shares == sorted(shares)
    for share, (least, most) in zip(shares, [(9, 15), (42, 48), (59, 65), (77, 100)], strict=True):
        assert least <= share <= most


@pytest.mark.parametrize(
    ("games", "won", "of_hundred", "within"),
    [(400, 200, 50, 5), (4000, 3080, 77, 1), (400, 0, 0, 1), (100, 20, 20, 8)],
)
def test_a_share_has_its_interval(games: int, won: int, of_hundred: int, within: int) -> None:
    strength = Strength(games, won)
    assert (strength.of_hundred, strength.within) == (of_hundred, within)


def test_of_nobody_else_nothing_was_measured() -> None:
    with pytest.raises(KeyError):
        strength_of("own-1")
