"""The clock of an online match: which kinds there are, their bounds, what each means for a turn.

`clock_from` reads what the API and the pages send and what is stored, `as_json` writes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kernel.text import N_, Text, refusal, shown

ClockKind = Literal["move", "game", "days", "none"]

#: What it costs to run out of time: the game, the hand, or nothing but that the clock plays.
FLAGS = ("game_loss", "hand_loss", "auto_play")
#: What spectators see: nothing, each hand when it is over, or what lies open as it happens.
SPECTATORS = ("none", "hand_end", "live_public")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a kind of clock has: `least` to `most` of a unit of `unit_ms` milliseconds,
    and the field of `Clock` that it makes. `words` say what it is of. One that `is_optional` is 0
    where it is left out, and left out where it is 0."""

    name: str
    words: str
    least: int
    most: int
    unit_ms: int
    makes: Literal["turn", "reserve", "increment", "vacation"]
    is_optional: bool = False


_SECOND = 1_000
_MINUTE = 60 * _SECOND
_DAY = 24 * 60 * _MINUTE

#: A move has the bounds of the API. A bank of 3 hours outlasts any game that is played in one go;
#: an increment of a minute gives each turn more than the usual 45 s; a correspondence turn of 30
#: days ends a game within a year or two.
FIGURES: Mapping[ClockKind, tuple[Figure, ...]] = {
    "move": (
        Figure("seconds", N_("Seconds for a turn"), 1, 600, _SECOND, "turn"),
        Figure("reserve", N_("Seconds in reserve for a game"), 0, 3_600, _SECOND, "reserve"),
    ),
    "game": (
        Figure("minutes", N_("Minutes for a game"), 1, 180, _MINUTE, "turn"),
        Figure("increment", N_("Seconds more after each turn"), 0, 60, _SECOND, "increment"),
    ),
    "days": (
        Figure("days", N_("Days for a turn"), 1, 30, _DAY, "turn"),
        Figure("vacation", N_("Days of vacation a year"), 0, 14, 1, "vacation", is_optional=True),
    ),
    "none": (),
}


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the two at an online table may think; times are milliseconds.

    `turn` is what a turn begins with (`move`, `days`), under `game` what each player has for a
    whole game, null without a clock. `reserve` is what is left for a game beside the turns, 0 but
    for `move`; `increment` is added after each turn, 0 but for `game`. `vacation` is how many days
    a year each player of an event may let their matches stand still, 0 but for `days`.
    """

    kind: ClockKind
    turn: int | None = None
    reserve: int = 0
    increment: int = 0
    vacation: int = 0

    @property
    def is_timed(self) -> bool:
        """Whether time can run out."""
        return self.turn is not None

    @property
    def fresh_each_turn(self) -> bool:
        """Whether each turn begins with the whole of `turn`, whatever the one before took."""
        return self.kind in ("move", "days")

    def as_json(self) -> dict[str, str | int]:
        """As the API shows it and the database keeps it: `clock_from` reads it again."""
        numbers = {
            figure.name: getattr(self, figure.makes) // figure.unit_ms
            for figure in FIGURES[self.kind]
            if getattr(self, figure.makes) or not figure.is_optional
        }
        return {"kind": self.kind, **numbers}


def clock_from(said: object) -> Clock:
    """The clock that is meant by `{"kind": "move", "seconds": 45, "reserve": 180}` or another kind
    with its own numbers, all of them. Anything else is refused (`bad_clock`, of `clock`)."""
    if not isinstance(said, Mapping):
        sentence = N_('Give the kind of the clock and its numbers, such as "kind": "move".')
        raise refusal("bad_clock", sentence, "clock")
    kind = _kind(said.get("kind"))
    figures = FIGURES[kind]
    _refuse_others(kind, said.keys() - {"kind", *(figure.name for figure in figures)})
    numbers = {figure.makes: _number(figure, said) * figure.unit_ms for figure in figures}
    return Clock(kind, **numbers)


def _kind(said: object) -> ClockKind:
    for kind in FIGURES:
        if said == kind:
            return kind
    sentence = N_("The kind of a clock must be one of %(kinds)s, but it is %(value)s.")
    values = {"kinds": ", ".join(FIGURES), "value": shown(said)}
    raise refusal("bad_clock", sentence, "clock", **values)


def _refuse_others(kind: ClockKind, others: set[object]) -> None:
    if others:
        sentence = N_("A clock of the kind %(kind)s has no %(name)s.")
        name = min(shown(other) for other in others)
        raise refusal("bad_clock", sentence, "clock", kind=kind, name=name)


def _number(figure: Figure, said: Mapping[str, object]) -> int:
    """What is said of a figure; true is no number, 5.0 no whole one."""
    value = said.get(figure.name, 0 if figure.is_optional else None)
    if type(value) is int and figure.least <= value <= figure.most:
        return value
    sentence = N_(
        '%(what)s ("%(name)s"): give a whole number from %(least)s to %(most)s, not %(value)s.'
    )
    what = Text("clock_figure", figure.words)
    values = {"least": figure.least, "most": figure.most, "value": shown(value)}
    raise refusal("bad_clock", sentence, "clock", what=what, name=figure.name, **values)


DEFAULT_CLOCK = clock_from({"kind": "move", "seconds": 45, "reserve": 180})
