"""A hint at an online table, in the reader's words."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.engine.hints import Hint
from kernel.text import N_, Text
from pages.match.action_words import action_words, named
from web.actors import say

#: The move that is advised, by the kind of its action.
MOVES = {
    "take": N_("Take the card that lies open."),
    "draw": N_("Draw from the stock."),
    "pass": N_("Pass."),
    "discard": N_("Throw the %(card)s."),
    "knock": N_("Knock, and throw the %(card)s."),
    "gin": N_("Go gin, and throw the %(card)s."),
    "big_gin": N_("Go big gin."),
    "lay_off": N_("Lay off the %(card)s."),
    "melds": N_("Lay down your best melds."),
    "done": N_("Say that you are done."),
    "double": N_("Offer a double."),
    "accept": N_("Accept the double."),
    "refuse": N_("Refuse the double."),
}

#: What stands for cards in the reasons.
_CARDS = ("card", "meld", "needed", "gone", "took")


@dataclass(frozen=True, slots=True)
class HintWords:
    """The move that is advised, and why."""

    move: str
    reasons: list[str]


def hint_words(hint: Hint) -> HintWords:
    """What is advised, in sentences."""
    reasons = [say(replace(reason, values=_in_words(reason))) for reason in hint.reasons]
    return HintWords(_move(hint.action), reasons)


def _move(action: str) -> str:
    kind, *rest = action.split()
    if kind in ("meld", "free") or (kind == "take" and rest) or (rest and "(" in rest[0]):
        return f"{action_words(action)}."
    card = named(rest[0]) if rest and kind in ("discard", "knock", "gin", "lay_off") else ""
    return _(MOVES[kind]) % {"card": card}


def _in_words(reason: Text) -> Mapping[str, Any]:
    return {
        name: ", ".join(map(named, str(value).split())) if name in _CARDS else value
        for name, value in reason.values.items()
    }
