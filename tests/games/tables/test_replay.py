"""A hand that is over, moment by moment: what lies where, and what it counts."""

import pytest

from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.record import record_as_json, record_of
from games.engine.gin.rules import as_dict
from games.engine.melds.least import least_deadwood
from games.tables.replay import Moment, lying, moments
from tests.games.engine.playing import RULES, dealt, played

SEEDS = range(6)


def replayed(name: str, seed: int) -> tuple[list[HandState], list[Moment]]:
    """The states of a hand as it was played, and the moments of its record."""
    rules = RULES[name]
    states, actions = played(rules, seed)
    record = record_as_json(record_of(states[-1], actions, dealt(rules, seed)), as_dict(rules))
    done = [{"action": action, "left": 1000 + at} for at, action in enumerate(record["actions"])]
    return states, moments(record | {"actions": done})


@pytest.mark.parametrize("name", sorted(RULES))
def test_each_moment_is_as_it_was_played(name: str) -> None:
    for seed in SEEDS:
        states, found = replayed(name, seed)
        assert [moment.state for moment in found] == states
        assert [moment.number for moment in found] == list(range(len(states)))
        for before, moment in zip(states, found[1:], strict=False):
            assert moment.done is not None
            assert moment.done.seat == before.turn
            assert moment.left == 999 + moment.number
        end = states[-1].ending
        if end is not None and end.counts is not None:
            assert found[-1].counts == end.counts


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_hand_lies_whole_and_its_deadwood_is_what_is_counted(name: str) -> None:
    for seed in SEEDS:
        for moment in replayed(name, seed)[1]:
            state, form = moment.state, moment.state.table.form
            for seat in (0, 1):
                laid = lying(state, seat)
                held = state.hands[seat] | laid.laid_off
                assert sum(laid.melds) + laid.deadwood == held
                assert all(form.kind(meld) for meld in laid.melds)
                if state.ending is None and held.bit_count() < 11 and state.spread is None:
                    assert moment.counts[seat] == form.value(laid.deadwood)
                if state.spread and state.phase != "void":
                    assert moment.counts[seat] == form.value(laid.deadwood)


def test_eleven_cards_count_what_the_best_throw_leaves() -> None:
    _states, found = replayed("club", 1)
    drawn = [moment for moment in found if moment.state.phase == "discard"]
    assert drawn
    for moment in drawn:
        seat, state = moment.state.turn, moment.state
        hand = state.hands[seat]
        left = [
            least_deadwood(hand ^ 1 << card)
            for card in range(52)
            if hand >> card & 1 and card != state.taken
        ]
        assert moment.counts[seat] == min(left)


def test_the_card_of_each_action_is_named() -> None:
    states, found = replayed("club", 1)
    for before, moment in zip(states, found[1:], strict=False):
        done = moment.done
        assert done is not None
        seen = {"draw": before.stock[:1], "take": before.discards[-1:]}
        if done.kind in seen:
            assert done.card is not None
            assert (done.card.index,) == seen[done.kind]
        elif done.card is not None:
            assert before.hands[done.seat] >> done.card.index & 1
        else:
            assert done.kind in ("pass", "melds", "done", "big_gin")
