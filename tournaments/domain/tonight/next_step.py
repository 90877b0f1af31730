"""One step: what stands on top of the page of whoever has a part in an evening.

Each part has a module of its own, with the facts that it needs and a `next_step` that answers from
them. Somebody may have several parts, and a part in several events: the most urgent stands on top.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from kernel.text import Text


class Part(StrEnum):
    """What somebody is at an evening; whoever has several finds a step for each."""

    REFEREE = "referee"
    DIRECTOR = "director"
    PLAYER = "player"
    SPECTATOR = "spectator"


class Urgency(IntEnum):
    """How much somebody is waited for."""

    CALLED = 1  # a table stands still for them
    ASKED = 2  # somebody has said something that waits for their answer
    NOW = 3  # it is their turn to do something
    GOING_ON = 4  # it goes on without them
    LATER = 5  # it has not begun
    OVER = 6  # nothing is left to do
    NOTHING = 7  # there is no evening for them


@dataclass(frozen=True, slots=True)
class Button:
    """The one thing to press: its words name what it will do.

    `does` is a code of the part's module, that of an act or of a page; `key` is what it is done to:
    the match, the table, the round or the call that the code asks for.
    """

    words: Text
    does: str
    key: int | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is next: a sentence, and a button under it. `event` is the tournament that it is of,
    None where there is none."""

    urgency: Urgency
    sentence: Text
    button: Button
    event: int | None = None


def foremost(steps: Iterable[NextStep]) -> NextStep | None:
    """Of the steps of one part in several events the most urgent; the first of equals. None where
    there is no event."""
    return min(steps, key=lambda step: step.urgency, default=None)


def in_order(steps: Mapping[Part, NextStep]) -> list[Part]:
    """The parts that somebody has, the most urgent first; of equals as `Part` lists them: who
    judges is waited for by two, who plays by one."""
    parts = [part for part in Part if part in steps]
    return sorted(parts, key=lambda part: steps[part].urgency)
