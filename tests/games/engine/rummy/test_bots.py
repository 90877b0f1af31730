"""The computer player of rummy: what it goes by, and how much better that is than chance."""

import os
import random

import pytest

from games.engine.rummy.bots import choose
from games.engine.rummy.game import score_game
from games.engine.rummy.notation import parse_action
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import apply, begin, result
from games.engine.rummy.rules import RummyRules
from games.engine.rummy.view import seat_view
from tests.games.engine.rummy.playing import hidden_otherwise, random_hand, random_rules
from tests.games.engine.rummy.test_hand import hand_of, played

GAMES = 2_000 if "UNDERCUT_LONG" in os.environ else 40
SHARE = 0.55
KNOCKS = 0.1  # how often chance knocks, where it can


def at_random(view, _seat, _pile, _rules, chance):
    """Draws from the stock, lays down what it can, and throws by chance."""
    if view["phase"] == "draw":
        return "draw"
    laid = [text for text in view["actions"] if text.startswith(("meld", "lay_off"))]
    if chance.random() < KNOCKS:
        laid += [text for text in view["actions"] if text.startswith("knock")]
    return chance.choice(laid or [text for text in view["actions"] if "discard" in text])


def counting(view, seat, pile, rules, _chance):
    return choose(view, seat, pile, rules)


def hand_played(rules, dealer, players, chance):
    state = begin(rules, len(players), dealer, chance.randbytes(32))
    while state.ending is None:
        seat, pile = state.turn, names_of(state.discards)
        text = players[seat](seat_view(state, seat), seat, pile, rules, chance)
        state = apply(state, parse_action(text))
    return result(state)


def share_of(rules, chance, games):
    """The share of games that it wins; seats change from game to game."""
    won = 0
    for number in range(games):
        own = number % 2
        players = (counting, at_random) if own == 0 else (at_random, counting)
        hands, dealer = [], number // 2 % 2
        while (score := score_game(rules, 2, hands)).winner is None:
            hands.append(hand_played(rules, dealer, players, chance))
            dealer = 1 - dealer
        won += score.winner == own
    return won / games


@pytest.mark.parametrize(
    "rules",
    [
        RummyRules(),
        RummyRules(melds_per_turn="any"),
        RummyRules(variant="knock", scoring="winner_collects"),
    ],
    ids=["one meld a turn", "any", "knock"],
)
def test_it_beats_chance(rules):
    """2,000 games in the long run, of which three standard errors are 3.4 points."""
    assert share_of(rules, random.Random(24), GAMES) > SHARE


def test_it_keeps_a_meld_that_it_may_not_lay_down_yet():
    """The second meld of a turn waits for the next one."""
    state = hand_of("3H 4H 5H KS KH KD 2C", "8S")
    state = played(state, "draw", "meld KSKHKD")
    view = seat_view(state, 0)
    assert choose(view, 0, names_of(state.discards), state.table.rules) in {
        "discard 2C",
        "discard 2D",
    }


@pytest.mark.parametrize("variant", ["basic", "knock"])
def test_it_plays_by_any_rules_and_knows_only_what_it_may(variant, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for _ in range(30):
        rules = random_rules(chance, variant)
        for before, _action, _after in random_hand(chance, rules, chance.randint(2, 6)):
            if chance.random() < 0.1:
                check_choice(before, chance)


def check_choice(state, chance):
    """It is legal, and the same whatever the hidden cards are."""
    seat, rules, pile = state.turn, state.table.rules, names_of(state.discards)
    view = seat_view(state, seat)
    chosen = choose(view, seat, pile, rules)
    assert chosen in view["actions"]
    other = hidden_otherwise(state._replace(discards=()), seat, chance)
    again = other._replace(discards=state.discards)
    assert choose(seat_view(again, seat), seat, pile, rules) == chosen
