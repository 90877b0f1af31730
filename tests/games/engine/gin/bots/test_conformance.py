"""No computer player does what the rules forbid, under whatever rules, and none sees a card that
is hidden from it."""

import os
import random
import subprocess
import sys
from itertools import combinations_with_replacement

import pytest

from games.engine.cards import FULL, indexes, parse_card
from games.engine.gin.bots.characters import CHARACTERS, Character
from games.engine.gin.bots.levels import LEVELS, Level
from games.engine.gin.bots.player import Player
from games.engine.gin.hand.state import HandState
from games.engine.gin.rules import KNOBS, PLAYABLE_RULE_SETS, Knob, Rules, rules_from
from games.engine.gin.rules.model import PLAYABLE_VARIANTS
from kernel.text import Refusal
from tests.games.engine.gin.bots.hands import chosen, played_by, view_of
from tests.games.engine.playing import FORMS, RULES

HANDS = 10_000 if "UNDERCUT_LONG" in os.environ else 1_000
PLAYABLE = [*(rule_set.code for rule_set in PLAYABLE_RULE_SETS), *FORMS]
OF_A_HAND = [knob for knob in KNOBS if knob.chapter in ("hand", "scoring")]
PAIRS = list(combinations_with_replacement(LEVELS, 2))


def players(seed: int) -> list[Player]:
    return [Player(level.skill, level.style, str(seed)) for level in PAIRS[seed % len(PAIRS)]]


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_level_plays_by_the_rules(name: str) -> None:
    for seed in range(HANDS // len(PLAYABLE)):
        played_by(players(seed), RULES[name], seed)


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.code)
def test_every_character_plays_by_the_rules_at_every_level(character: Character) -> None:
    for seed, level in enumerate(LEVELS):
        player = Player(level.skill, character.style, character.code)
        for name in ("club", "straight", "tedesco"):
            played_by([player, player], RULES[name], seed)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.code)
def test_what_is_hidden_changes_no_choice(level: Level) -> None:
    """Each choice is made again with the hidden cards dealt otherwise."""
    rng = random.Random(7)
    player = Player(level.skill, level.style, "one")
    log: list[dict[str, object]] = []

    def choose_again(state: HandState, action: str) -> None:
        if state.phase == "layoff":  # the knocker's cards lie open
            return
        other = dealt_otherwise(rng, state, log)
        assert view_of(other) == view_of(state)
        assert chosen(player, other, log) == action

    for seed in range(10):
        log.clear()
        played_by([player, player], RULES["club"], seed, watch=choose_again, log=log)


def dealt_otherwise(
    rng: random.Random, state: HandState, log: list[dict[str, object]]
) -> HandState:
    """The same to the seat in turn: the cards that it cannot know lie elsewhere."""
    seat, other = state.turn, 1 - state.turn
    took = known_to_be_held(state, other, log)
    hidden = [*indexes(state.hands[other] & ~took), *state.stock]
    rng.shuffle(hidden)
    number = (state.hands[other] & ~took).bit_count()
    hand = took | sum(1 << card for card in hidden[:number])
    hands = (state.hands[0], hand) if seat == 0 else (hand, state.hands[1])
    return state._replace(hands=hands, stock=tuple(hidden[number:]))


def known_to_be_held(state: HandState, seat: int, log: list[dict[str, object]]) -> int:
    """What this seat took from the pile and has not thrown."""
    pile, held = [state.table.upcard], 0
    for one in log:
        match str(one["action"]).split():
            case ["take"]:
                card = pile.pop()
                held |= 1 << card if one["seat"] == seat else 0
            case ["discard", name]:
                card = parse_card(name).index
                pile.append(card)
                held &= ~(1 << card) if one["seat"] == seat else FULL
    return held


def random_rules(rng: random.Random) -> Rules:
    """Rules that are played, with some knobs of a hand set at random."""
    while True:
        knobs = {"variant": rng.choice(PLAYABLE_VARIANTS)}
        for knob in rng.sample(OF_A_HAND, 4):
            knobs[knob.name] = rng.choice(values_of(knob))
        try:
            return rules_from(knobs)
        except Refusal:
            continue


def values_of(knob: Knob) -> list[object]:
    numbers = range(knob.least, knob.most + 1) if knob.type.startswith("int") else ()
    flags = (False, True) if knob.type == "bool" else ()
    nothing = (None,) if knob.type == "int_or_null" else ()
    return [*knob.choices, *numbers, *flags, *nothing]


def test_every_level_plays_by_rules_of_ones_own() -> None:
    rng = random.Random(3)
    for seed in range(HANDS // 5):
        played_by(players(seed), random_rules(rng), seed)


def test_they_play_where_the_state_of_a_hand_cannot_be_imported() -> None:
    """What a computer player imports knows no hand, no play and no view."""
    program = (
        "import sys\n"
        "from games.engine.gin.bots import choosing, levels\n"
        "for name in ('hand', 'play', 'view', 'notation', 'variants'):\n"
        "    assert not any(m.startswith('games.engine.gin.' + name) for m in sys.modules), name\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
