"""What each level finds and what it misses, and that it misses it for want of what it has not."""

from collections.abc import Mapping

import pytest

from games.engine.gin.bots.levels import LEVELS, Level
from games.engine.gin.bots.player import Player
from tests.games.engine.gin.bots.positions import POSITIONS, Needs, Position, move

HAS: Mapping[str, set[Needs]] = {
    "beginner": set(),
    "club": {"melds", "timing"},
    "strong": {"melds", "timing", "counting", "outlook", "memory"},
    "expert": {"melds", "counting", "memory"},
}
"""What a level is not to miss. Club weighs the count with an error of less than a point, so that it
throws a jack as soon as a king. Expert judges by what it learned, which tells it how good ten cards
are but not which they are: of two throws that are nearly alike it takes the wrong one at times, and
it waits where others knock."""

MOST_MISSED = {"beginner": 30, "club": 18, "strong": 0, "expert": 4}
LEAST_MISSED = {"beginner": 15, "club": 5, "strong": 0, "expert": 0}


def missed(level: Level) -> list[Position]:
    player = Player(level.skill, level.style, "one")
    return [one for one in POSITIONS if move(player, one) not in one.sound.split()]


def test_there_are_fifty() -> None:
    assert len(POSITIONS) == len(set(POSITIONS)) == 50


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.code)
def test_a_level_misses_what_it_has_no_eye_for(level: Level) -> None:
    misses = missed(level)
    said = "\n".join(
        f"{one.hand} {one.top}: {one.sound} ({one.needs}: {one.why})" for one in misses
    )
    assert not [one for one in misses if one.needs in HAS[level.code]], said
    assert LEAST_MISSED[level.code] <= len(misses) <= MOST_MISSED[level.code], said
