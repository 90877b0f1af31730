"""A seat at an online table that is played by script: from what a view shows, what comes next.

It knows nothing of how its calls are sent: tests send them through the test client, the benchmark
over HTTP. It takes only what the view offers; its melds it declares itself now and then, else the
server fills them in.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.cards import Card, parse_card, typed_cards
from games.engine.gin.fair.words import word_hash
from games.engine.gin.notation.shapes import meld_names
from games.engine.melds.arrangements import least_arrangements
from games.engine.melds.form import meld_form

View = Mapping[str, Any]

#: What ends a hand, or its last part, at once.
_BEST = ("big_gin", "gin", "knock", "lay_off", "melds")
#: What may be sent with its melds.
_MELDS = ("big_gin", "gin", "knock", "melds")
ANYTHING = 0.05
"""How often a seat does anything that it may, so that all that is offered is tried."""
DECLARES = 1 / 3
"""How often a seat declares its melds itself: any of least deadwood."""


class Call(NamedTuple):
    """What is POSTed below the table: the noun and the body."""

    noun: str
    body: dict[str, Any]


@dataclass
class ScriptedSeat:
    """Both its choices and its words come from `chance`."""

    seat: int
    chance: random.Random
    words: dict[int, str] = field(default_factory=dict)
    """By seating; a word that was sent stands in `opened`."""
    opened: set[int] = field(default_factory=set)

    def next_call(self, view: View) -> Call | None:
        """What this seat does now; None while it waits for somebody."""
        if view["state"] == "seating":
            return self._sit_down(view)
        if view["state"] == "hand_over" and not view["ready"][self.seat]:
            return Call("ready", {"d": view["d"]})
        if not view["actions"]:
            return None
        action = self._choose(view)
        if action.split()[0] in _MELDS and self.chance.random() < DECLARES:
            action = self._declared(view, action)
        return Call("actions", {"version": view["version"], "action": action})

    def _sit_down(self, view: View) -> Call | None:
        seating, d = view["seating"], view["d"]
        if not seating["sat"][self.seat]:
            return Call("ready", {"d": d})
        if seating["commitment"] is None:
            return None
        number, hashes = seating["number"], seating["word_hashes"]
        word = self.words.setdefault(number, self.chance.randbytes(16).hex())
        if hashes[self.seat] is None:
            return Call("ready", {"d": d, "word_hash": word_hash(word)})
        if None in hashes or number in self.opened:
            return None
        self.opened.add(number)
        return Call("ready", {"d": d, "word": word})

    def _choose(self, view: View) -> str:
        offered: list[str] = view["actions"]
        if self.chance.random() < ANYTHING:
            return self.chance.choice(offered)
        found = [text for kind in _BEST for text in offered if text.split()[0] == kind]
        if found:
            return found[0]
        if "take" in offered and self._fits(view):
            return "take"
        thrown = [text for text in offered if text.startswith("discard ")]
        if thrown:
            return min(thrown, key=lambda text: _worth(view["hands"][self.seat], text.split()[1]))
        return next((text for text in ("draw", "pass") if text in offered), offered[0])

    def _declared(self, view: View, action: str) -> str:
        """The action with melds of its own choice."""
        kind, *thrown = action.split()
        held = typed_cards("".join(view["hands"][self.seat])).bits
        kept = held & ~typed_cards("".join(thrown)).bits
        form = meld_form(round_the_corner=view["rules"]["variant"] == "round_the_corner")
        chosen = self.chance.choice(least_arrangements(kept, form))
        melds = ["".join(meld_names(meld, form)) for meld in chosen] or ["-"]
        return " ".join([kind, *melds] if kind == "melds" else [action, "|", *melds])

    def _fits(self, view: View) -> bool:
        """Whether the card that lies open makes a meld, as far as its neighbours tell."""
        return _worth(view["hands"][self.seat], view["discards"][-1])[0] >= 4


def _worth(hand: Sequence[str], name: str) -> tuple[int, int]:
    """How much a card of a hand is worth keeping: the others that it could make melds with, and
    then that it is low."""
    card = parse_card(name)
    others = [parse_card(other) for other in hand if other != name]
    return sum(_go_together(card, other) for other in others), -card.rank


def _go_together(one: Card, other: Card) -> int:
    """How well two cards go together: 2 for a pair and for neighbours in a suit."""
    if one.rank == other.rank:
        return 2
    distance = abs(one.rank - other.rank) if one.suit == other.suit else 9
    return {1: 2, 2: 1}.get(distance, 0)
