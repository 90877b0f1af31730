"""The clock of an online match: each kind with its bounds, and what is refused."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tables.clock import DEFAULT_CLOCK, FIGURES, Clock, clock_from
from kernel.text import Refusal

DAY = 86_400_000


@pytest.mark.parametrize(
    ("said", "clock"),
    [
        ({"kind": "move", "seconds": 45, "reserve": 180}, Clock("move", 45_000, 180_000)),
        ({"kind": "move", "seconds": 1, "reserve": 0}, Clock("move", 1_000)),
        ({"kind": "move", "seconds": 600, "reserve": 3_600}, Clock("move", 600_000, 3_600_000)),
        ({"kind": "game", "minutes": 15, "increment": 3}, Clock("game", 900_000, 0, 3_000)),
        ({"kind": "game", "minutes": 1, "increment": 0}, Clock("game", 60_000)),
        ({"kind": "game", "minutes": 180, "increment": 60}, Clock("game", 10_800_000, 0, 60_000)),
        ({"kind": "days", "days": 2}, Clock("days", 2 * DAY)),
        ({"kind": "days", "days": 30}, Clock("days", 30 * DAY)),
        ({"kind": "days", "days": 2, "vacation": 14}, Clock("days", 2 * DAY, vacation=14)),
        ({"kind": "none"}, Clock("none")),
    ],
)
def test_a_clock_is_read_in_milliseconds(said: Mapping[str, object], clock: Clock) -> None:
    assert clock_from(said) == clock
    assert clock.as_json() == said


@pytest.mark.parametrize(
    ("kind", "is_timed", "fresh_each_turn"),
    [
        ("move", True, True),
        ("game", True, False),
        ("days", True, True),
        ("none", False, False),
    ],
)
def test_what_a_kind_means_for_a_turn(kind: str, is_timed: bool, fresh_each_turn: bool) -> None:
    clock = clock_from({"kind": kind, **{figure.name: figure.most for figure in FIGURES[kind]}})
    assert (clock.is_timed, clock.fresh_each_turn) == (is_timed, fresh_each_turn)


def test_the_usual_clock() -> None:
    assert DEFAULT_CLOCK.as_json() == {"kind": "move", "seconds": 45, "reserve": 180}


def bounds(what: str, name: str, least: int, most: int, value: str) -> str:
    return f'{what} ("{name}"): give a whole number from {least} to {most}, not {value}.'


NO_CLOCK = 'Give the kind of the clock and its numbers, such as "kind": "move".'
OF_KIND = "The kind of a clock must be one of move, game, days, none, but it is {}."
OF_SECONDS = bounds("Seconds for a turn", "seconds", 1, 600, "{}")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (None, NO_CLOCK),
        ("move", NO_CLOCK),
        ([], NO_CLOCK),
        ({}, OF_KIND.format("null")),
        (
            {"kind": "hourglass"},
            OF_KIND.format("'hourglass'"),
        ),
        (
            {"kind": ["move"]},
            OF_KIND.format("not a plain value"),
        ),
        ({"kind": "move", "reserve": 0}, OF_SECONDS.format("null")),
        ({"kind": "move", "seconds": 0, "reserve": 0}, OF_SECONDS.format("0")),
        ({"kind": "move", "seconds": 601, "reserve": 0}, OF_SECONDS.format("601")),
        ({"kind": "move", "seconds": True, "reserve": 0}, OF_SECONDS.format("true")),
        ({"kind": "move", "seconds": 45.0, "reserve": 0}, OF_SECONDS.format("45.0")),
        ({"kind": "move", "seconds": "45", "reserve": 0}, OF_SECONDS.format("'45'")),
        (
            {"kind": "move", "seconds": 45, "reserve": 3_601},
            bounds("Seconds in reserve for a game", "reserve", 0, 3600, "3601"),
        ),
        (
            {"kind": "move", "seconds": 45, "reserve": -1},
            bounds("Seconds in reserve for a game", "reserve", 0, 3600, "-1"),
        ),
        (
            {"kind": "game", "minutes": 15},
            bounds("Seconds more after each turn", "increment", 0, 60, "null"),
        ),
        (
            {"kind": "game", "minutes": 181, "increment": 0},
            bounds("Minutes for a game", "minutes", 1, 180, "181"),
        ),
        (
            {"kind": "days", "days": 31},
            bounds("Days for a turn", "days", 1, 30, "31"),
        ),
        (
            {"kind": "days", "days": 2, "vacation": 15},
            bounds("Days of vacation a year", "vacation", 0, 14, "15"),
        ),
        ({"kind": "none", "seconds": 45}, "A clock of the kind none has no 'seconds'."),
        (
            {"kind": "days", "days": 2, "reserve": 0},
            "A clock of the kind days has no 'reserve'.",
        ),
    ],
)
def test_anything_else_is_refused(said: object, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        clock_from(said)
    assert (refused.value.text.code, refused.value.field) == ("bad_clock", "clock")
    assert str(refused.value) == sentence


@given(st.data())
def test_what_is_written_is_read_again(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(FIGURES)))
    numbers = {f.name: data.draw(st.integers(f.least, f.most)) for f in FIGURES[kind]}
    written = clock_from({"kind": kind, **numbers}).as_json()
    left_out = {f.name for f in FIGURES[kind] if f.is_optional and not numbers[f.name]}
    said = {name: number for name, number in numbers.items() if name not in left_out}
    assert written == {"kind": kind, **said}
    assert clock_from(written).as_json() == written
