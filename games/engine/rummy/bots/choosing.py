"""The door of the computer players of rummy: from what a seat sees to the action that it takes."""

from collections.abc import Mapping
from typing import Any

from games.engine.rummy.bots import knocking, laying
from games.engine.rummy.bots.knowledge import Known, Played, known_from
from games.engine.rummy.bots.skill import SKILLS, Player
from games.engine.rummy.rules import RummyRules
from kernel.seats import Seat


def choose(
    level: str, seed: str, view: Mapping[str, Any], played: Played, *, seat: Seat, rules: RummyRules
) -> str:
    """What a player of this level does in this seat, whose turn it is: one of `view["actions"]`.

    `view` is the JSON of the seat's view, `played` what was played of the hand so far; `seed` is
    the player's own, and decides what they overlook and misjudge. A KeyError where there is no such
    level.
    """
    return choice_of(
        Player(SKILLS[level], seed), known_from(view, played, seat, rules), view["phase"]
    )


def choice_of(player: Player, known: Known, phase: str) -> str:
    """The same of a player, by what they know."""
    knocks = known.rules.variant == "knock"
    if phase == "draw":
        takes = knocking.takes if knocks else laying.takes
        return "take" if takes(player, known) else "draw"
    return knocking.plays(player, known) if knocks else laying.plays(player, known)
