"""The four levels: how well a computer player plays, whatever its manner."""

from dataclasses import dataclass

from games.engine.gin.bots.player import Skill, Style
from kernel.text import N_


@dataclass(frozen=True, slots=True)
class Level:
    """A level with its name; `style` is that of a player of nobody's manner at this level."""

    code: str
    name: str
    skill: Skill
    style: Style = Style()  # noqa: RUF009  # frozen


LEVELS = (
    Level(
        "beginner",
        N_("Beginner"),
        Skill(overlooks=0.10, misjudges=4.7, whim=0.5),
        Style(speculates=0.4, faces=-2.0, sets=2.0),
    ),
    Level("club", N_("Club"), Skill(misjudges=0.7)),
    Level(
        "strong",
        N_("Strong"),
        Skill(looks_ahead=True, watchful=True),
        Style(until_turn=11, caution=0.5),
    ),
    Level("expert", N_("Expert"), Skill(learned=True)),
)
"""From the weakest to the best."""
