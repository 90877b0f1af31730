"""The door of the computer players of Battle Royal and Jersey: from what a seat sees to the action
that it takes, as text."""

from collections.abc import Mapping
from typing import Any

from games.engine.cards import DECK, CardSet
from games.engine.gin.bots.knowledge import Played
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.royal.bots.knowledge import Known, known_from
from games.engine.gin.royal.bots.player import Player
from games.engine.gin.rules import Rules
from games.engine.melds.form import LOW_ACE
from games.engine.melds.layoffs import best_answer
from kernel.seats import Seat

_LEVELS = {level.code: level for level in LEVELS}


def choose(
    level: str, seed: str, view: Mapping[str, Any], played: Played, *, seat: Seat, rules: Rules
) -> str:
    """What a player of this level does in this seat, whose turn it is: one of `view["actions"]`.

    `view` is the JSON of the seat's view, `played` what was played of the hand so far; `seed` is
    the player's own, and decides what they overlook and misjudge. A KeyError where there is no such
    level.
    """
    known = known_from(view, played, seat, rules)
    return choice_of(Player(_LEVELS[level], seed), known, view["phase"])


def choice_of(player: Player, known: Known, phase: str) -> str:
    """The same of a player, by what they know."""
    if phase == "answer":
        return answer(known)
    if phase == "discard":
        throw = player.throws(known)
        return f"{throw.kind} {DECK[throw.card]}"
    card = player.takes(known)
    if card is not None:
        return f"take {DECK[card]}"
    return "pass" if phase == "offer" else "draw"


def answer(known: Known) -> str:
    """The next of the best answer to a knock; on gin nothing is laid off."""
    if not any(text.startswith("lay_off") for text in known.actions):
        return "done"
    layoffs = best_answer(known.common.hand, known.lying).layoffs
    if not layoffs:
        return "done"
    card, onto = layoffs[0]
    names = "".join(str(DECK[one]) for one in LOW_ACE.as_it_lies(onto))
    return f"lay_off {CardSet(card)} on {names}"
