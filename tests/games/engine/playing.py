"""Hands played at random from a seed, under every rule set and every form that knobs make."""

import random

from games.engine.cards import deal
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.record import HandRecord, record_of
from games.engine.gin.rules import RULE_SETS, Rules, rules_from
from games.engine.melds.arrangements import arrangements
from games.engine.melds.least import least_deadwood

FORMS = {
    "doubling": {"variant": "doubling", "target": 200},
    "doubling without cap": {"variant": "doubling", "doubling_cap": None},
    "doubling to four": {"variant": "doubling", "doubling_cap": 4, "knock_limit": "upcard"},
    "tedesco": {"preset": "round-the-corner", "sheet": "hollywood"},
    "round the corner, big gin": {"preset": "round-the-corner", "big_gin_bonus": 31},
    "second deck": {"knock_limit": "second_deck"},
    "ace as value": {"preset": "oklahoma", "oklahoma_ace": "value"},
    "dealer draws": {"upcard_rule": "dealer_draws"},
    "eleven": {"upcard_rule": "deal_11", "wall_rule": "last_discard_action"},
    "no knock by the drawer": {"wall_rule": "void_before_discard"},
    "limit of three": {"knock_limit": 3, "tie_rule": "zero_undercut"},
}
RULES: dict[str, Rules] = {
    **{rule_set.code: rule_set.rules for rule_set in RULE_SETS},
    **{name: rules_from(knobs) for name, knobs in FORMS.items()},
}


def seed_of(n: int) -> bytes:
    return n.to_bytes(32, "big")


def dealt(rules: Rules, seed: int):
    return deal(seed_of(seed), seed % 2, eleven=rules.upcard_rule == "deal_11")


def begun(rules: Rules, seed: int) -> HandState:
    return play.begin(rules, seed % 2, dealt(rules, seed))


def choose(rng: random.Random, state: HandState, style: str) -> Action:
    """One of what is legal. `wild` takes anything, the others collect melds: `quick` knocks at
    once, `patient` waits for gin. Melds are declared now and then, good ones or not."""
    legal = play.legal_actions(state)
    kinds = {"wild": (), "quick": ("big_gin", "gin", "knock"), "patient": ("big_gin", "gin")}[style]
    endings = [action for action in legal if action.kind in kinds]
    action = rng.choice(endings or legal)
    if style != "wild" and not endings and state.phase == "discard":
        action = _best_discard(rng, state, legal)
    if action.kind in ("knock", "gin", "big_gin", "melds") and rng.random() < 0.3:
        return declared(rng, state, action)
    return action


def _best_discard(rng: random.Random, state: HandState, legal: tuple[Action, ...]) -> Action:
    hand, form = state.hands[state.turn], state.table.form
    discards = [action for action in legal if action.kind == "discard"]
    counts = [(least_deadwood(hand ^ 1 << a.card, form), -(a.card % 13)) for a in discards]
    return discards[counts.index(min(counts))]


def declared(rng: random.Random, state: HandState, action: Action) -> Action:
    hand = state.hands[state.turn]
    if action.card is not None:
        hand ^= 1 << action.card
    form, limit = state.table.form, state.table.limit if action.kind == "knock" else 0
    choices = [
        melds
        for melds in arrangements(hand, form)
        if action.kind == "melds" or form.value(hand & ~sum(melds)) <= limit
    ]
    return Action(action.kind, action.card, rng.choice(choices))


def played(rules: Rules, seed: int) -> tuple[list[HandState], list[Action]]:
    """Every state of a hand, and what was done."""
    rng = random.Random(seed)
    styles = [rng.choice(("wild", "quick", "quick", "patient")) for _ in range(2)]
    states, actions = [begun(rules, seed)], []
    while play.legal_actions(states[-1]):
        action = choose(rng, states[-1], styles[states[-1].turn])
        actions.append(play.complete(states[-1], action))
        states.append(play.apply(states[-1], actions[-1]))
        assert len(actions) < 3000
    return states, actions


def recorded(rules: Rules, seed: int) -> HandRecord:
    states, actions = played(rules, seed)
    return record_of(states[-1], actions, dealt(rules, seed))
