"""What a player can do: a kind, mostly with a card. Those without melds exist once each."""

from dataclasses import dataclass
from typing import Literal

from games.engine.melds.arrangements import Melds

ActionKind = Literal[
    "pass",
    "take",
    "draw",
    "discard",
    "knock",
    "gin",
    "big_gin",
    "lay_off",
    "melds",
    "done",
    "double",
    "accept",
    "refuse",
]


@dataclass(frozen=True, slots=True)
class Action:
    """One action (rulebook 2.2 under the names of the command line's contract).

    `card` is the index of the card that is thrown or laid off, `onto` the meld it is laid off on.
    `melds` is what is declared with a knock or gin (null: left out), or the defender's own.
    """

    kind: ActionKind
    card: int | None = None
    melds: Melds | None = None
    onto: int = 0


PASS = Action("pass")
TAKE = Action("take")
DRAW = Action("draw")
BIG_GIN = Action("big_gin")
DONE = Action("done")
MELDS = Action("melds")
DOUBLE = Action("double")
ACCEPT = Action("accept")
REFUSE = Action("refuse")
DISCARD = tuple(Action("discard", card) for card in range(52))
KNOCK = tuple(Action("knock", card) for card in range(52))
GIN = tuple(Action("gin", card) for card in range(52))
