"""Actions as text: `knock 8C | 7S7H7D JSQSKS`, `lay_off TS on JSQSKS` (the contract of the command
line).

Melds left out are filled in (`play.complete`); who declares none at all writes `-` for them.
"""

from collections.abc import Iterable, Sequence

from games.engine.cards import DECK, CardSet, parse_card, parse_cards
from games.engine.gin.hand.actions import Action, ActionKind
from games.engine.gin.notation.shapes import meld_names
from games.engine.melds.arrangements import Melds
from games.engine.melds.form import LOW_ACE, MeldForm
from kernel.text import N_, refusal, shown

_ALONE: tuple[ActionKind, ...] = ("pass", "take", "draw", "double", "accept", "refuse", "done")
_WITH_A_CARD: tuple[ActionKind, ...] = ("discard", "knock", "gin")


def format_action(action: Action, form: MeldForm = LOW_ACE) -> str:
    """An action as it is written, with the melds that it declares."""
    words: list[str] = [action.kind]
    if action.card is not None:
        words.append(str(DECK[action.card]))
    if action.kind == "lay_off":
        words += ["on", "".join(meld_names(action.onto, form))]
    if action.melds is not None:
        words += [] if action.kind == "melds" else ["|"]
        words += ["".join(meld_names(meld, form)) for meld in action.melds] or ["-"]
    return " ".join(words)


def parse_action(text: object) -> Action:
    """What `format_action` gives; refused as `bad_action`, `bad_card` or `duplicate_card`."""
    match text.split() if isinstance(text, str) else ():
        case [kind] if kind in _ALONE:
            return Action(_kind(kind))
        case ["discard", card]:
            return Action("discard", _card(card))
        case [("knock" | "gin") as kind, card]:
            return Action(_kind(kind), _card(card))
        case [("knock" | "gin") as kind, card, "|", *melds]:
            return Action(_kind(kind), _card(card), _melds(melds))
        case ["big_gin"]:
            return Action("big_gin")
        case ["big_gin", "|", *melds]:
            return Action("big_gin", melds=_melds(melds))
        case ["lay_off", card, "on", meld]:
            return Action("lay_off", _card(card), onto=_meld(meld))
        case ["melds"]:
            return Action("melds")
        case ["melds", *melds]:
            return Action("melds", melds=_melds(melds))
    sentence = N_("%(value)s is no action.")
    raise refusal("bad_action", sentence, "actions", value=shown(text))


def legal_texts(actions: Iterable[Action], form: MeldForm = LOW_ACE) -> list[str]:
    """Actions as sorted texts."""
    return sorted(format_action(action, form) for action in actions)


def _kind(word: str) -> ActionKind:
    return next(kind for kind in (*_ALONE, *_WITH_A_CARD) if kind == word)


def _card(text: str) -> int:
    return parse_card(text, "actions").index


def _melds(texts: Sequence[str]) -> Melds:
    return () if texts == ["-"] else tuple(_meld(text) for text in texts)


def _meld(text: str) -> int:
    return CardSet.of(parse_cards(text, "actions")).bits
