"""The facts of a stage: what can't be said at all."""

import pytest

from tournaments.domain.crosstable import BYE, Crosstable, Outcome, Side


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "entry"},
        {"kind": "entry", "entry": 1, "feeder": (1, 1)},
        {"kind": "winner"},
        {"kind": "winner", "entry": 1},
        {"kind": "loser", "entry": 1, "feeder": (1, 1)},
        {"kind": "bye", "entry": 1},
        {"kind": "bye", "feeder": (1, 1)},
    ],
)
def test_a_side_is_one_thing(fields):
    with pytest.raises(ValueError, match="a side of kind"):
        Side(**fields)


def test_the_three_things_a_side_can_be():
    assert Side("entry", entry=0).entry == 0
    assert Side("loser", feeder=(2, 1)).feeder == (2, 1)
    assert Side("bye") == BYE


@pytest.mark.parametrize(
    ("kind", "winner"), [("played", None), ("walkover", None), ("double_forfeit", 0)]
)
def test_an_outcome_has_a_winner_unless_both_forfeit(kind, winner):
    with pytest.raises(ValueError, match=kind):
        Outcome(kind, (1, 2), winner)


def test_who_withdrew_plays_the_rounds_before():
    table = Crosstable((1, 2), withdrawn={1: 3})
    assert [table.plays(1, round) for round in (1, 2, 3, 4)] == [True, True, False, False]
    assert table.plays(2, 4)
