"""How a computer player plays, as whole numbers and words: the level, the pace, and a `Style`.

A player's own opponents are kept so (`as_dict`, `manner_from`); each parameter stands here with its
bounds and with what it does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from games.engine.gin.bots.characters import Pace
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.player import Player, Style
from kernel.text import N_, refusal, shown

_SKILLS = {level.code: level.skill for level in LEVELS}

PACES: tuple[Pace, ...] = get_args(Pace)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of a `Style`, from `least` to `most`: `scale` of it are one there. Where it
    `may_be_none` there need not be one. `says` is what it does."""

    name: str
    least: int
    most: int
    title: str
    says: str
    scale: int = 1
    may_be_none: bool = False


PARAMETERS = (
    Parameter(
        "knocks_at",
        0,
        10,
        N_("Knocks with at most so many points"),
        N_("The highest deadwood with which they knock. With 0 they wait for gin."),
    ),
    Parameter(
        "until_turn",
        0,
        31,
        N_("Knocks only in the first turns"),
        N_(
            "After so many turns they wait for gin. Left empty, they knock whenever they can. "
            "Level Expert weighs each knock instead."
        ),
        may_be_none=True,
    ),
    Parameter(
        "gin",
        0,
        30,
        N_("Love of gin"),
        N_(
            "So many points more than it is worth they see in waiting for gin. It counts at level "
            "Expert alone, which weighs each knock."
        ),
    ),
    Parameter(
        "memory",
        0,
        52,
        N_("Remembers the last discards"),
        N_(
            "So many of your discards they know. Left empty, they forget none. It counts at levels "
            "Strong and Expert, which reckon with what is gone."
        ),
        may_be_none=True,
    ),
    Parameter(
        "speculates",
        0,
        100,
        N_("Takes cards on speculation, percent"),
        N_("How often they take a card that makes no meld yet but fits their hand."),
        scale=100,
    ),
    Parameter(
        "caution",
        0,
        300,
        N_("Caution, percent"),
        N_(
            "How much it counts with them that a discard may be of use to you; 100 is usual. It "
            "counts at levels Strong and Expert, and above 100 at all levels."
        ),
        scale=100,
    ),
    Parameter(
        "sets",
        -5,
        5,
        N_("Likes pairs and sets"),
        N_("Above 0 they keep cards of one rank longer, below 0 they throw them earlier."),
    ),
    Parameter(
        "runs",
        -5,
        5,
        N_("Likes runs"),
        N_("Above 0 they keep neighbours of a suit longer, below 0 they throw them earlier."),
    ),
    Parameter(
        "faces",
        -5,
        5,
        N_("Likes court cards"),
        N_("Above 0 they keep jacks, queens and kings longer, below 0 they throw them earlier."),
    ),
)

_UNKNOWN = N_("There is no %(name)s in how a computer player plays.")
_NO_LEVEL = N_("There is no such level: %(value)s.")
_NO_PACE = N_("There is no such pace: %(value)s.")
_NO_NUMBER = N_("Write a whole number from %(least)d to %(most)d.")


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody plays: at a level, by its code, and in what style and pace."""

    level: str
    style: Style
    pace: Pace = "even"

    @property
    def remembers(self) -> bool:
        """Whether what was played before a hand changes what they do in it."""
        return _SKILLS[self.level].learned

    def player(self, seed: str) -> Player:
        """Who plays so in one hand."""
        return Player(_SKILLS[self.level], self.style, seed)


def manner_from(said: Mapping[str, object]) -> Manner:
    """The manner that is said; what is left out is that of nobody in particular. Raises Refusal,
    of the field, for what there is not or is out of bounds."""
    names = {parameter.name for parameter in PARAMETERS}
    for name in said:
        if name not in names | {"level", "pace"}:
            raise refusal("bad_manner", _UNKNOWN, name, name=shown(name))
    level, pace = said.get("level", "club"), said.get("pace", "even")
    if not isinstance(level, str) or level not in _SKILLS:
        raise refusal("bad_manner", _NO_LEVEL, "level", value=shown(level))
    if pace not in PACES:
        raise refusal("bad_manner", _NO_PACE, "pace", value=shown(pace))
    style = {one.name: _said(one, said[one.name]) for one in PARAMETERS if one.name in said}
    return Manner(level, Style(**style), pace)  # type: ignore[arg-type]


def _said(parameter: Parameter, value: object) -> float | None:
    if value is None and parameter.may_be_none:
        return None
    is_number = isinstance(value, int) and not isinstance(value, bool)
    if not is_number or not parameter.least <= value <= parameter.most:  # type: ignore[operator]
        bounds = {"least": parameter.least, "most": parameter.most}
        raise refusal("bad_manner", _NO_NUMBER, parameter.name, **bounds)
    return value / parameter.scale if parameter.scale > 1 else value  # type: ignore[operator, return-value]


def as_dict(manner: Manner) -> dict[str, str | int | None]:
    """The same, ready for JSON: all of it."""
    style = {one.name: _written(one, getattr(manner.style, one.name)) for one in PARAMETERS}
    return {"level": manner.level, "pace": manner.pace, **style}


def _written(parameter: Parameter, value: float | None) -> int | None:
    return None if value is None else round(value * parameter.scale)
