"""Random hands from deal to end, with the legal actions at every step, beside OpenSpiel's.

Both sides choose evenly among what is legal, with a pack and choices from the same kind of chance.
"""

import random
from collections.abc import Iterator

import pyspiel

from benchmarks.figures import Comparison, compared
from games.engine.cards import DECK, CardSet, Deal
from games.engine.gin import play
from games.engine.gin.rules import rules_from

SEED = 12
HANDS = 300

#: Single hands as OpenSpiel plays them.
RULES = rules_from("gra")
GAME = pyspiel.load_game("gin_rummy")
SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def comparisons() -> Iterator[Comparison]:
    yield compared(
        "random hands, deal to end, v OpenSpiel",
        lambda: ours([None] * HANDS),
        lambda: theirs([GAME.new_initial_state() for _ in range(HANDS)]),
        HANDS,
        4.0,
    )
    chance = random.Random(SEED)
    dealt = [dealt_by_spiel(chance) for _ in range(HANDS)]
    deals = [dealt_pack(chance) for _ in range(HANDS)]
    yield compared(
        "the same from the dealt cards, v a cloned state",
        lambda: ours(deals),
        lambda: theirs([state.clone() for state in dealt]),
        HANDS,
        2.0,
    )


def spiel(card: int) -> int:
    """Our index of a card as theirs: the suits in the order s c d h, for ours S H D C."""
    return (0, 3, 2, 1)[card // 13] * 13 + card % 13


def ours(deals: list[Deal | None]) -> None:
    """Play a hand of each deal; null: deal it first."""
    chance = random.Random(SEED)
    for deal in deals:
        state = play.begin(RULES, 1, deal or dealt_pack(chance))
        while actions := play.legal_actions(state):
            state = play.apply(state, chance.choice(actions))
        play.result(state)


def theirs(states: list[pyspiel.State]) -> None:
    chance = random.Random(SEED)
    for state in states:
        while not state.is_terminal():
            state.apply_action(chosen(state, chance))
        state.returns()


def chosen(state: pyspiel.State, chance: random.Random) -> int:
    if state.is_chance_node():
        return chance.choice(state.chance_outcomes())[0]
    return chance.choice(state.legal_actions())


def dealt_by_spiel(chance: random.Random) -> pyspiel.State:
    """A state of OpenSpiel after the deal."""
    state = GAME.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chosen(state, chance))
    return state


def dealt_pack(chance: random.Random) -> Deal:
    pack = chance.sample(DECK, 52)
    hands = CardSet.of(pack[:10]), CardSet.of(pack[10:20])
    return Deal(hands, pack[20], tuple(pack[21:]))
