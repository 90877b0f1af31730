"""Random rules of rummy, and random hands by them."""

import random
from collections.abc import Iterator
from dataclasses import replace

from games.engine.rummy.hand import Action, HandState
from games.engine.rummy.play import apply, begin, legal_actions
from games.engine.rummy.rules import KNOBS, RummyRules


def random_rules(chance: random.Random, variant: str) -> RummyRules:
    """Any rules of a form of rummy that there can be."""
    knobs: dict[str, object] = {}
    for knob in KNOBS:
        if knob.type == "bool":
            knobs[knob.name] = chance.random() < 0.5
        elif knob.choices:
            knobs[knob.name] = chance.choice(knob.choices)
        else:
            knobs[knob.name] = chance.randint(knob.least, min(knob.most, knob.least + 4))
    games = {"match_type": "best_of", "match_n": chance.choice([1, 3, 5])}
    knobs |= {"variant": variant, **games}
    if variant == "knock":
        knobs |= {"packs": 1, "jokers": 0, "ace": chance.choice(["low", "around"])}
    return RummyRules(**knobs)  # type: ignore[arg-type]


def random_hand(
    chance: random.Random, rules: RummyRules, seats: int
) -> Iterator[tuple[HandState, Action, HandState]]:
    """A random hand step by step: the state, the action, and the state after it."""
    state = begin(rules, seats, chance.randrange(seats), chance.randbytes(32))
    while actions := legal_actions(state):
        action = _some(chance, actions)
        after = apply(state, action)
        yield state, action, after
        state = after


def _some(chance: random.Random, actions: tuple[Action, ...]) -> Action:
    """Melds rather than not; a knock seldom, as nobody would play on otherwise."""
    laid = [action for action in actions if action.kind in ("meld", "lay_off", "free")]
    if laid and chance.random() < 0.6:
        return chance.choice(laid)
    others = [action for action in actions if action not in laid]
    calm = [action for action in others if action.kind != "knock"]
    return chance.choice(others if chance.random() < 0.03 else calm)


def hidden_otherwise(state: HandState, seat: int, chance: random.Random) -> HandState:
    """The same hand with what is hidden from a seat dealt otherwise: the hands of the others, the
    stock, and the discards below the top."""
    places = [place for place in range(len(state.hands)) if place != seat]
    pool = [card for place in places for card in state.hands[place]]
    pool += [*state.stock, *state.discards[:-1]]
    chance.shuffle(pool)
    hands = list(state.hands)
    for place in places:
        count = len(hands[place])
        hands[place], pool = tuple(sorted(pool[:count])), pool[count:]
    stock, below = pool[: len(state.stock)], pool[len(state.stock) :]
    table = replace(state.table, seed=chance.randbytes(32))
    return state._replace(
        table=table,
        hands=tuple(hands),
        stock=tuple(stock),
        discards=(*below, *state.discards[-1:]),
    )
