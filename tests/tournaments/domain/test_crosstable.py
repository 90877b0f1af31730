"""The facts of a stage: what can't be said at all."""

from dataclasses import fields, replace

import pytest

from tournaments.domain.crosstable import BYE, Crosstable, GamePoints, Outcome, PairingPlan, Side


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


OUTCOME = Outcome("played", (1, 2), 0, (GamePoints(0, 10), GamePoints(1, 5)), (1, 0), (2, 1))
OTHER = {
    "kind": "walkover",
    "entries": (1, 3),
    "winner": 1,
    "games": (GamePoints(0, 10), GamePoints(1, 6)),
    "gins": (1, 1),
    "boards": (3, 0),
    "accounts": (5, -5),
}


def test_digests_know_an_outcome_by_everything_in_it():
    assert OTHER.keys() == {field.name for field in fields(Outcome)}
    told = {replace(OUTCOME, **{name: value}).told for name, value in OTHER.items()}
    assert len(told | {OUTCOME.told}) == len(OTHER) + 1
    assert replace(OUTCOME).told == OUTCOME.told


def test_digests_know_a_pairing_by_who_meets():
    first, second, third = (Side("entry", entry) for entry in (1, 2, 3))
    won, lost = Side("winner", feeder=(1, 1)), Side("loser", feeder=(1, 1))
    met = [
        (first, second),
        (second, first),
        (first, third),
        (first, BYE),
        (first, won),
        (first, lost),
        (lost, first),
    ]
    plans = [PairingPlan(2, 1, sides) for sides in met] + [PairingPlan(2, 2, (first, second))]
    assert len({plan.told for plan in plans}) == len(plans)
