"""What a log tells of how long somebody thought, and when they were away."""

import pytest

from games.tables.events import Event
from games.tables.evidence import Absence, Decision, absences, decisions, spans_here


def log(*rows):
    """Events from `(kind, at, seat, data)`, all of the first deal."""
    return [
        Event(number, kind, at, seat, 1, data)
        for number, (kind, at, seat, data) in enumerate(rows, 1)
    ]


DEAL = ("deal", 1_000, None, {})


@pytest.mark.parametrize(
    ("rows", "outages", "took"),
    [
        ([DEAL, ("action", 3_000, 1, {})], (), [(1, 2_000)]),
        ([("deal", 1_000, None, {}), ("choice", 4_000, 0, {"dealer": 0})], (), [(0, 3_000)]),
        (
            [DEAL, ("action", 3_000, 1, {}), ("action", 3_500, 1, {}), ("action", 9_000, 0, {})],
            (),
            [(1, 2_000), (1, 500), (0, 5_500)],
        ),
        # What the clock did is nobody's, and the next one begins there.
        (
            [DEAL, ("action", 46_000, 1, {"by": "clock"}), ("action", 47_000, 0, {})],
            (),
            [(0, 1_000)],
        ),
        # Time, ready and whoever looked change nothing; a pause is not counted.
        ([DEAL, ("time", 2_000, 1, {"ms": 5}), ("action", 3_000, 1, {})], (), [(1, 2_000)]),
        (
            [
                DEAL,
                ("pause", 2_000, None, {}),
                ("resumption", 60_000, None, {}),
                ("adjournment", 60_500, None, {}),
                ("resumption", 90_000, None, {}),
                ("action", 90_250, 1, {}),
                ("action", 91_250, 0, {}),
            ],
            (),
            [(1, 1_750), (0, 1_000)],
        ),
        ([DEAL, ("action", 9_000, 1, {})], ((0, 2_000), (4_000, 8_000)), [(1, 3_000)]),
    ],
)
def test_how_long_each_decision_took(rows, outages, took):
    assert [(one.seat, one.took) for one in decisions(log(*rows), outages)] == took


def test_a_decision_says_where_it_stands_in_the_log():
    (found,) = decisions(log(DEAL, ("action", 3_000, 1, {})))
    assert found == Decision(number=2, deal=1, seat=1, at=3_000, took=2_000)


@pytest.mark.parametrize(
    ("connected", "away"),
    [
        ([], [(100, 200)]),
        ([(50, 250)], []),
        ([(100, 200)], []),
        ([(120, 150)], [(100, 120), (150, 200)]),
        # Two pages at once, the longer one first.
        ([(90, 180), (110, 130), (190, 300)], [(180, 190)]),
        ([(10, 20), (300, 400)], [(100, 200)]),
    ],
)
def test_when_a_seat_was_away(connected, away):
    assert list(absences(0, connected, 100, 200)) == [Absence(0, *span) for span in away]


def test_what_is_played_in_the_room_is_no_absence():
    away = ("moved", 9_000, None, {"to": "table"})
    back = ("moved", 50_000, None, {"to": "online"})
    rows = [("sat", 500, 0, {}), DEAL, away, ("ruling", 20_000, None, {}), back]
    assert list(spans_here(log(*rows))) == [(1_000, 9_000)]
    again = [*rows, ("deal", 60_000, None, {}), ("action", 70_000, 0, {})]
    assert list(spans_here(log(*again))) == [(1_000, 9_000), (60_000, 70_000)]
    assert list(spans_here(log(("sat", 500, 0, {})))) == []
