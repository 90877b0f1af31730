"""Hands of rummy with the cards laid out."""

import pytest

from games.engine.rummy.hand import HandRules, HandState
from games.engine.rummy.melds import read_meld
from games.engine.rummy.notation import parse_action
from games.engine.rummy.pack import read_cards
from games.engine.rummy.play import VARIANTS, apply
from games.engine.rummy.rules import rules_from
from kernel.text import Refusal

SEED = bytes(range(32))


def cards(text):
    return tuple(sorted(read_cards(text.split(), "cards")))


def hand_of(*hands, table=(), stock="2D 3D", discards="KC", turn=0, melded=(), **knobs):
    """A hand in which the player in turn has to draw."""
    rules = rules_from(knobs)
    fixed = HandRules(rules, VARIANTS[rules.variant], len(hands) - 1, len(hands), SEED)
    return HandState(
        fixed,
        "draw",
        turn,
        tuple(map(cards, hands)),
        read_cards(stock.split(), "stock"),
        read_cards(discards.split(), "discards"),
        tuple(map(read_meld, table)),
        frozenset(melded),
        frozenset(melded),
        upcards=read_cards(discards.split()[:1], "discards"),
    )


def played(state, *actions):
    for text in actions:
        state = apply(state, parse_action(text))
    return state


def code_of(state, text):
    with pytest.raises(Refusal) as refused:
        apply(state, parse_action(text))
    return refused.value.text.code
