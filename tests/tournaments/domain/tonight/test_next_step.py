"""Which of several steps stands on top."""

from kernel.text import Text
from tournaments.domain.tonight.next_step import (
    Button,
    NextStep,
    Part,
    Urgency,
    foremost,
    in_order,
)


def step(urgency: Urgency, event: int = 1) -> NextStep:
    return NextStep(urgency, Text("x", "X."), Button(Text("y", "Y"), "look"), event)


def test_of_two_events_the_more_urgent_stands_on_top() -> None:
    later, called = step(Urgency.LATER, 1), step(Urgency.CALLED, 2)
    assert foremost([later, called]) == called


def test_of_two_equals_the_first_stays_on_top() -> None:
    assert foremost([step(Urgency.NOW, 1), step(Urgency.NOW, 2)]) == step(Urgency.NOW, 1)


def test_without_an_event_there_is_no_step() -> None:
    assert foremost([]) is None


def test_who_plays_and_judges_first_finds_who_waits_for_them() -> None:
    steps = {Part.REFEREE: step(Urgency.GOING_ON), Part.PLAYER: step(Urgency.ASKED)}
    assert in_order(steps) == [Part.PLAYER, Part.REFEREE]


def test_of_two_parts_as_urgent_the_referee_comes_first() -> None:
    steps = {part: step(Urgency.NOW) for part in (Part.PLAYER, Part.DIRECTOR, Part.REFEREE)}
    assert in_order(steps) == [Part.REFEREE, Part.DIRECTOR, Part.PLAYER]
