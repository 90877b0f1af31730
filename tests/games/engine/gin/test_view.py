"""Who is in turn learns nothing from an action but what the rules lay open (the contract of the
online table; rulebook 2.3).

Two states that differ only in what that player may not know give the same view, list the same
actions, and after the same action text the same view, the same answer or the same error.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import indexes
from games.engine.gin import play
from games.engine.gin.hand.state import HandState
from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.irregularities.ruled import rule_on
from games.engine.gin.notation.actions import format_action, legal_texts, parse_action
from games.engine.gin.view import public_view, seat_view
from kernel.text import Refusal
from tests.games.engine.dealing import TIMES
from tests.games.engine.gin.irregularities.test_ruled_hands import card, table
from tests.games.engine.gin.test_play import every_action
from tests.games.engine.playing import RULES, choose, played


def otherwise_hidden(state: HandState, rng: random.Random) -> HandState:
    """The state with all that the player in turn has never seen dealt anew, the same in number.

    The next card of the stock stays: drawing it is what shows it. Discards were seen as they fell.
    """
    turn, spread = state.turn, state.spread
    if spread is not None:
        # the defender is in turn: the knocker's ten lie open, their knock card does not
        if spread.thrown is None:
            return state
        hidden = [*state.stock, spread.thrown]
        rng.shuffle(hidden)
        thrown = hidden.pop()
        return state._replace(
            stock=tuple(hidden),
            discards=(*state.discards[:-1], thrown),
            spread=replace(spread, thrown=thrown),
        )
    hidden = [*state.stock[1:], *indexes(state.hands[1 - turn])]
    rng.shuffle(hidden)
    others = sum(1 << hidden.pop() for _ in range(state.hands[1 - turn].bit_count()))
    hands = (others, state.hands[1]) if turn == 1 else (state.hands[0], others)
    return state._replace(stock=(state.stock[0], *hidden), hands=hands)


def outcome(state: HandState, text: str) -> tuple[object, ...]:
    """What the player in turn is told after this action, and what everybody is."""
    seat = state.turn
    try:
        after = play.apply(state, parse_action(text))
    except Refusal as refusal:
        return (refusal.text, refusal.field)
    if after.ending is not None:
        return (after.phase, after.turn)
    return (seat_view(after, seat), public_view(after), after.phase, after.turn)


def texts(state: HandState, rng: random.Random) -> list[str]:
    """Everything that is legal, some of it with melds declared, and some that is not."""
    form = state.table.form
    legal = [format_action(action, form) for action in play.legal_actions(state)]
    told = [format_action(choose(rng, state, "wild"), form) for _ in range(3)]
    anything = [format_action(action, form) for action in rng.sample(EVERYTHING, 12)]
    return [*legal, *told, *anything, "lay_off 7S on 4S5S6S", "knock 7S | 7S7H7D", "melds"]


EVERYTHING = list(every_action())


@given(
    name=st.sampled_from(sorted(RULES)),
    seed=st.integers(0, 2**32),
    chance=st.integers(0, 2**32),
)
@settings(max_examples=60 * TIMES, deadline=None)
def test_what_one_may_not_know_changes_nothing(name: str, seed: int, chance: int) -> None:
    rng = random.Random(chance)
    states = [state for state in played(RULES[name], seed)[0] if play.legal_actions(state)]
    for state in [*rng.sample(states, min(4, len(states))), *states[-6:]]:
        other = otherwise_hidden(state, rng)
        assert seat_view(other, state.turn) == seat_view(state, state.turn)
        form = state.table.form
        listed = legal_texts(play.legal_actions(state), form)
        assert legal_texts(play.legal_actions(other), form) == listed
        for text in texts(state, rng):
            assert outcome(other, text) == outcome(state, text), text


BEFORE_THE_WALL = {"upcard_nd", "upcard_d", "forced_stock", "draw", "discard", "layoff"}
PHASES = {
    "standard": BEFORE_THE_WALL | {"wall", "wall_knock"},
    "doubling": BEFORE_THE_WALL | {"wall", "offered"},
    "round_the_corner": BEFORE_THE_WALL,
}


@pytest.mark.parametrize("variant", PHASES)
def test_each_phase_of_a_variant(variant: str) -> None:
    """The first state of each, under every rule set of the variant."""
    rng, held = random.Random(variant), set()
    for name, rules in RULES.items():
        if rules.variant != variant:
            continue
        first = {}
        for seed in range(20):
            for state in played(rules, seed)[0]:
                if play.legal_actions(state):
                    first.setdefault(state.phase, state)
        held |= set(first)
        for state in first.values():
            other = otherwise_hidden(state, rng)
            for text in texts(state, rng):
                assert outcome(other, text) == outcome(state, text), (name, state.phase, text)
    assert held == PHASES[variant]


@pytest.mark.parametrize("name", ["club", "round-the-corner", "straight", "doubling", "eleven"])
def test_knocks_whose_melds_are_left_out(name: str) -> None:
    """The same in the states that matter most, with many other hands."""
    rng, seen = random.Random(name), 0
    for seed in range(40 * TIMES):
        for state in played(RULES[name], seed)[0]:
            if state.phase not in ("discard", "wall_knock"):
                continue
            for action in play.legal_actions(state):
                if action.kind not in ("knock", "gin", "big_gin"):
                    continue
                seen += 1
                text = format_action(action)
                told = outcome(state, text)
                assert all(outcome(otherwise_hidden(state, rng), text) == told for _ in range(4)), (
                    text
                )
    assert seen > 20


def test_a_knock_that_is_accepted_is_spread_as_its_knocker_would() -> None:
    """77 88 99 in three suits: as sets or as runs, of which the defender's cards tell nothing."""
    hands = ("7S8S9S7H8H9H7D8D9DQSKH", "TSTH6S6H2C3C4C5C2D3D")
    others = ("TSTH6S6H2C3C4C5C2D3D", "7C8C9C2C3C4C5C2D3D4D")
    effects = effects_of("KNOCK_ILLEGAL_EARLY", "accept_as_legal", ["count_only_fault"], 0)
    spreads = {
        rule_on(
            table("discard", hands=(hands[0], other), stock=""), effects, card("KH")
        ).state.spread.melds
        for other in (hands[1], *others)
    }
    assert len(spreads) == 1
