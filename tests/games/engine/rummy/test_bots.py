"""The computer players of rummy: that they know no more than their seat, that whatever they choose
is allowed, and what each level goes by."""

import os
import random
from dataclasses import replace

import pytest

from benchmarks.rummy_bots import YARDSTICK, play_game, play_hand
from games.engine.gin.bots.levels import LEVELS
from games.engine.rummy.bots.choosing import choice_of, choose
from games.engine.rummy.bots.knowledge import known_from
from games.engine.rummy.bots.skill import SKILLS, Player
from games.engine.rummy.notation import format_action
from games.engine.rummy.pack import pack_of
from games.engine.rummy.rules import RummyRules
from games.engine.rummy.view import seat_view
from tests.games.engine.rummy.laid_out import hand_of, played
from tests.games.engine.rummy.playing import hidden_otherwise, random_hand, random_rules

GAMES = 2_000 if "UNDERCUT_LONG" in os.environ else 30
SHARE = 0.55


def chosen(state, log=(), level="expert", seed="one"):
    view, rules = seat_view(state, state.turn), state.table.rules
    return choose(level, seed, view, log, seat=state.turn, rules=rules)


def moments(chance, variant, share):
    """Some moments of random hands by random rules, each with what was played before it."""
    for _ in range(12):
        rules, log = random_rules(chance, variant), []
        for before, action, _after in random_hand(chance, rules, chance.randint(2, 6)):
            if chance.random() < share:
                yield before, tuple(log)
            log.append({"seat": before.turn, "action": format_action(action)})


def test_the_levels_are_those_of_every_game():
    assert tuple(SKILLS) == tuple(level.code for level in LEVELS)


@pytest.mark.parametrize(
    "rules", [RummyRules(), RummyRules(variant="knock")], ids=lambda r: r.variant
)
def test_the_best_beats_one_that_melds_and_throws_at_random_best(rules):
    won = 0
    for number in range(GAMES):
        seat = number % 2
        codes = ["expert", YARDSTICK] if seat == 0 else [YARDSTICK, "expert"]
        won += play_game(codes, rules, number // 2, []) == seat
    assert won / GAMES > SHARE


@pytest.mark.parametrize("variant", ["basic", "knock"])
@pytest.mark.parametrize("level", SKILLS)
def test_they_know_what_they_may_and_do_what_they_may(level, variant, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, variant, 0.1):
        choice = chosen(state, log, level)
        assert choice in seat_view(state, state.turn)["actions"]
        other = hidden_otherwise(state, state.turn, chance)
        assert chosen(other, log, level) == choice


@pytest.mark.parametrize("variant", ["basic", "knock"])
@pytest.mark.parametrize("level", SKILLS)
def test_their_hands_end(level, variant, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for _ in range(3):
        seats = chance.randint(2, 6)
        rules = random_rules(chance, variant)
        assert play_hand([level] * seats, rules, 0, chance.randbytes(32), [])


def test_what_is_known_is_what_everybody_saw(request):
    """Held against the state: the discards, who took what, and how many of each card are hidden."""
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, "basic", 0.2):
        seat, rules = state.turn, state.table.rules
        known = known_from(seat_view(state, seat), log, seat, rules)
        assert known.gone == state.discards
        open_cards = [*state.hand, *state.discards]
        open_cards += [card for meld in state.melds for card in meld.paid]
        for other, cards in enumerate(known.theirs):
            assert all(state.hands[other].count(card) >= cards.count(card) for card in cards)
            open_cards += cards if other != seat else ()
        hidden = list(pack_of(rules.packs, rules.jokers))
        for card in open_cards:
            hidden.remove(card)
        assert known.unseen == tuple(hidden.count(card) for card in range(53))
        assert known.has_laid == (seat in state.laid)
        assert known.laid_now == state.lays_now


@pytest.mark.parametrize(("level", "thrown"), [("strong", "discard K"), ("club", "discard 9C")])
def test_who_counts_knows_that_a_pair_is_dead(level, thrown):
    """The other two kings are gone, the fives may still come."""
    state = played(hand_of("KS 9C 5S 5H", "2S 2H", stock="KH", discards="QD KD KC JC"), "draw")
    log = [{"seat": 1, "action": f"discard {card}"} for card in ("KD", "KC", "JC")]
    log.append({"seat": 0, "action": "draw"})
    calm = Player(replace(SKILLS[level], overlooks=0.0, misjudges=0.0), "")
    known = known_from(seat_view(state, 0), log, 0, state.table.rules)
    assert choice_of(calm, known, "play").startswith(thrown)


def test_it_keeps_a_meld_that_it_may_not_lay_down_yet():
    """The second meld of a turn waits for the next one."""
    state = played(hand_of("3H 4H 5H KS KH KD 2C", "8S"), "draw", "meld KSKHKD")
    assert chosen(state) in {"discard 2C", "discard 2D"}


def test_it_takes_a_card_that_it_can_lay_off():
    state = hand_of("2C 9D JS", "8S 3C", table=["5H6H7H"], discards="8H")
    assert chosen(state) == "take"
    assert chosen(hand_of("2C 9D JS", "8S 3C", table=["5H6H7H"], discards="9H")) == "draw"


@pytest.mark.parametrize(("doubles", "chance_of_it"), [(True, True), (True, False), (False, True)])
def test_a_rummy_is_held_back_where_it_doubles_and_may_come(doubles, chance_of_it):
    """Two melds and two cards that are in none: any card that fits makes a rummy of it, while the
    others hold many; with two cards left in another hand nobody waits."""
    other = "2S 3C 7D TD KH KC 8S" if chance_of_it else "2S 3C"
    knobs = {"melds_per_turn": "any", "rummy_doubles": doubles, "stock": "JC 3D"}
    state = played(hand_of("4H 5H 6H 9S 9D 9C QS", other, **knobs), "draw")
    choice = chosen(state, [{"seat": 0, "action": "draw"}])
    assert choice.startswith("discard" if doubles and chance_of_it else "meld")


@pytest.mark.parametrize(("level", "knocks"), [("club", False), ("strong", True)])
def test_better_ones_knock_earlier(level, knocks):
    """With 16 left."""
    state = hand_of(
        "4H 5H 6H 9S 9D 9C AS 2D 3C TD",
        "2S 3D 7D JD KH KC 8S 8D QS QC",
        stock="KD",
        variant="knock",
    )
    state = played(state, "draw")
    assert chosen(state, [{"seat": 0, "action": "draw"}], level, "b").startswith("knock") == knocks
