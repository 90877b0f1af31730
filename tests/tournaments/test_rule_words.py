"""The rules of an event in words: each rule set says what makes it different."""

from dataclasses import replace

import pytest

from games.engine.rules import PLAYABLE_RULE_SETS, Rules
from tournaments.views.rule_words import rule_words

RULES = {one.code: one.rules for one in PLAYABLE_RULE_SETS}

# What must be said of a rule set, and what must not.
SAID = {
    "club": (
        "knock with 10 points or fewer",
        "Gin scores 25",
        "Big gin, all eleven cards melded, scores 31",
        "An undercut scores 25",
        "Equal counts are an undercut",
        "last discard may still be taken",
        "earns 100 more",
        "The deal alternates",
        "best of 5 games: who first wins 3",
    ),
    "pagat": (
        "Gin scores 20",
        "An undercut scores 10",
        "no big gin",
        "worth 20 when all is played",
        "doubles the game bonus",
        "The loser of a hand deals",
        "the lower card deals first",
        "A match is one game.",
    ),
    "wikipedia": ("doubles the points of the hands.", "hand is void unless"),
    "german": ("dealt eleven cards", "no upcard"),
    "cardgames": ("the higher total after all bonuses wins it",),
    "german-simple": ("scores 50", "On equal counts nobody scores", "no game bonus", "no boxes"),
    "plain": ("melded, scores 25", "earns nothing more"),
    "rummy-games": ("ahead by 500 points", "The winner of a hand deals"),
    "pagat-25": ("no big gin", "worth 25"),
    "bicycle": ("worth 20", "earns 100 more"),
    "scarne": ("doubles everything, boxes too",),
    "ginrummycom": ("melded, scores 31", "The winner of a hand deals"),
    "oklahoma": (
        "The upcard says",
        "only gin ends the hand",
        "spade as upcard doubles the points of the hand.",
        "Gin earns extra boxes: 2",
        "An undercut earns extra boxes: 1",
        "150 points",
    ),
    "straight": ("There is no knocking",),
    "round-the-corner": ("king, ace, two", "counts 15", "lay off on gin as well", "look through"),
    "gra": ("Hands in a match: 1.", "On equal counts nobody scores"),
    "palace": ("worth 10 that count at once",),
    "mobilityware": ("melded, scores 31", "A match is one game."),
    "worldclub": ("Every knock that wins earns 15 more", "melded, scores 35"),
    "vegas-1964": ("200 points", "no boxes", "no game bonus"),
}
NOT_SAID = {
    "straight": ("undercut", "lays off"),
    "gra": ("Reaching", "shutout", "first reaches"),
    "oklahoma": ("Big gin earns",),
    "club": ("extra boxes", "spade", "double"),
}


def words(rules: Rules) -> str:
    return "\n".join(str(one) for chapter in rule_words(rules) for one in chapter.sentences)


def test_every_playable_rule_set_is_in_the_table() -> None:
    assert set(SAID) == set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_a_rule_set_says_what_it_plays(code: str) -> None:
    said = words(RULES[code])
    for sentence in SAID[code]:
        assert sentence in said, sentence
    for sentence in NOT_SAID.get(code, ()):
        assert sentence not in said, sentence
    assert "%(" not in said


# Every knob that matters at the table changes the words.
KNOBS = {
    "knock_limit": 5,
    "target": 150,
    "gin_bonus": 20,
    "big_gin_bonus": None,
    "undercut_bonus": 10,
    "tie_rule": "zero_undercut",
    "knock_base": 15,
    "game_bonus": 0,
    "shutout_rule": "double_excl_boxes",
    "box_bonus": 20,
    "box_timing": "immediate",
    "extra_boxes_undercut": 1,
    "extra_boxes_gin": 2,
    "extra_boxes_big_gin": 2,
    "extra_boxes_gin_off": 1,
    "dealer_policy": "loser",
    "void_dealer": "alternate",
    "upcard_rule": "dealer_draws",
    "wall_rule": "void_before_discard",
    "discards_open": True,
    "first_dealer": "random",
    "game_winner_by": "grand_total",
    "match_n": 7,
    "variant": "doubling",
}


@pytest.mark.parametrize("knob", KNOBS)
def test_a_knob_changes_what_is_said(knob: str) -> None:
    assert words(replace(Rules(), **{knob: KNOBS[knob]})) != words(Rules())


@pytest.mark.parametrize(("knob", "value"), [("oklahoma_ace", "value"), ("oklahoma_spade", "none")])
def test_the_upcard_speaks_only_where_it_sets_the_limit(knob: str, value: str) -> None:
    oklahoma = Rules(knock_limit="upcard")
    assert words(replace(oklahoma, **{knob: value})) != words(oklahoma)
    assert words(replace(Rules(), **{knob: value})) == words(Rules())
