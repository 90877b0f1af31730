"""Random hands of rummy by random rules: what the engine lets be done, and that it keeps to it.

10,000 hands for each form and number of players in the long run.
"""

import os
import random

import pytest

from games.engine.rummy import notation
from games.engine.rummy.hand import HandState, check_cards
from games.engine.rummy.notation import HandRecord, format_action, legal_texts, parse_action
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import legal_actions, result
from games.engine.rummy.rules import as_dict
from games.engine.rummy.view import seat_view
from tests.games.engine.rummy import plain
from tests.games.engine.rummy.playing import hidden_otherwise, random_hand, random_rules

HANDS = 10_000 if "UNDERCUT_LONG" in os.environ else 25
LOOKS = 0.02 if "UNDERCUT_LONG" in os.environ else 0.2
MOST_ACTIONS = 10_000
TABLES = [(variant, seats) for variant in ("basic", "knock") for seats in range(2, 7)]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_random_hands(variant: str, seats: int, request: pytest.FixtureRequest) -> None:
    seed = request.config.getoption("randomly_seed", 0)
    chance = random.Random(f"{seed} {variant} {seats}")
    hands, endings = 0, set()
    while hands < HANDS or len(endings) < 2:
        hands += 1
        rules = random_rules(chance, variant)
        steps, begun, state = [], None, None
        for before, action, after in random_hand(chance, rules, seats):
            begun, state = begun or before, after
            check_cards(after)
            steps.append(format_action(action))
            assert parse_action(steps[-1]) == action
            if chance.random() < LOOKS:
                check_legal(before)
                check_view(before, chance)
            assert len(steps) < MOST_ACTIONS
        assert begun is not None
        record = HandRecord(rules, seats, begun.table.dealer, begun.table.seed, tuple(steps))
        again = notation.read_record(notation.record_json(record))
        assert again == record
        assert notation.replayed(again) == state
        endings.add(check_end(state))


def check_legal(state: HandState) -> None:
    found = legal_texts(legal_actions(state))
    if state.phase == "draw":
        assert found == ["draw", "take"]
        return
    assert len(set(found)) == len(found)
    assert found == plain.legal(
        names_of(state.hand),
        [str(meld) for meld in state.melds],
        as_dict(state.table.rules),
        taken=None if state.taken is None else names_of([state.taken])[0],
        has_melded=state.turn in state.melded,
        melds_now=state.melds_now,
    )


def check_view(state: HandState, chance: random.Random) -> None:
    """Nothing of a view changes with what the seat can't know."""
    for seat in range(state.table.seats):
        assert seat_view(state, seat) == seat_view(hidden_otherwise(state, seat, chance), seat)


def check_end(state: HandState) -> str:
    score = result(state)
    assert score is not None
    rules = as_dict(state.table.rules)
    counts = [
        sum(plain.value(card, str(rules["ace"])) for card in names_of(hand)) for hand in state.hands
    ]
    if score.winner is None:
        assert set(score.points) == {0}
    elif score.kind in ("out", "rummy"):
        factor = 2 if score.kind == "rummy" and rules["rummy_doubles"] else 1
        assert not state.hands[score.winner]
        assert sum(score.points) == factor * sum(counts)
    if score.winner is not None and rules["scoring"] == "penalty":
        assert score.points[score.winner] == 0
    elif score.winner is not None:
        assert sum(score.points) == score.points[score.winner]
    return score.kind
