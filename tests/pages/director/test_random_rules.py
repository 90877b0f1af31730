"""Random rules: the form, the engine and both descriptions agree, or they are refused in words.

UNDERCUT_LONG=1 tries 5,000 of them.
"""

import os
import random
import re
from dataclasses import replace
from typing import Any

from django.utils.html import escape

from games.engine.gin.rule_words import rule_words
from games.engine.gin.rules import (
    KNOBS,
    PLAYABLE_RULE_SETS,
    Knob,
    Rules,
    as_dict,
    from_stored,
    playable,
    rules_from,
)
from games.engine.gin.rules.likeness import LENGTH, most_like
from games.engine.gin.rules.model import together
from games.engine.gin.rules.words import in_short, of_match
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.knobs import KnobValue
from games.rule_books import GIN
from kernel.text import Refusal
from pages.parts import single_rules
from pages.parts.knob_words import GIN_KNOBS, titles_of
from pages.parts.rules_form import RulesForm
from tests.pages.director.test_single_rules import sent
from tests.pages.parts.heard_rules import Hand, Heard, Scored
from web.actors import say

TRIES = 5000 if os.environ.get("UNDERCUT_LONG") == "1" else 200
HANDS_TRIED = 6
TITLES = titles_of(GIN)
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
CODES = {knob.name for knob in KNOBS if "_" in knob.name} | {
    choice for knob in KNOBS for choice in knob.choices if "_" in choice
}


def test_form_engine_and_words_agree_on_random_rules() -> None:
    chance = random.Random(20261123)
    refused = 0
    for _try in range(TRIES):
        code, knobs, typed = some_rules(chance)
        fields = {name: single_rules.written(value) for name, value in knobs.items()}
        form = RulesForm(sent(code, **fields) | typed[0])
        wanted = allowed(rules_from(code), knobs | typed[1])
        if isinstance(wanted, Refusal):
            refused += 1
            check_refused(form, wanted)
            continue
        assert form.is_valid(), (code, knobs, typed, form.errors)
        assert form.chosen == wanted
        assert form.cleaned_data["rules"] == as_dict(wanted)
        assert rules_from(form.cleaned_data["rules"]) == from_stored(as_dict(wanted)) == wanted
        check_likeness(wanted)
        check_numbers(wanted)
        check_hands(wanted, chance)
    assert TRIES / 20 < refused < TRIES / 2


def some_rules(
    chance: random.Random,
) -> tuple[str, dict[str, KnobValue], tuple[dict[str, str], dict[str, Any]]]:
    """A rule set, single rules that are changed in it, and a length: as typed, and as knobs."""
    code = chance.choice(PLAYABLE_RULE_SETS).code
    many = chance.choice((chance.randrange(6), len(TITLES)))
    names = chance.sample(list(TITLES), many)
    knobs = {name: some_value(GIN_KNOBS[name], chance) for name in names}
    if knobs.get("doubling_cap") and chance.random() < 0.9:
        knobs["doubling_cap"] = 2 ** chance.randint(1, 10)
    return code, knobs, some_length(chance)


def some_length(chance: random.Random) -> tuple[dict[str, str], dict[str, Any]]:
    n, by = chance.randint(1, 600), chance.choice(("net", "gross"))
    typed, knobs = chance.choice(
        [
            ({"length": ""}, {}),
            ({"length": "best_of", "best_of": "1"}, {"match_type": "single", "match_n": 1}),
            ({"length": "best_of", "best_of": "5"}, {"match_type": "best_of", "match_n": 5}),
            (
                {"length": "points", "points": str(n), "points_by": by},
                {"match_type": "points", "match_n": n, "points_by": by},
            ),
            (
                {"length": "hands", "hands": str(n)},
                {"match_type": "rounds", "match_n": n, "round_of": "hand"},
            ),
            (
                {"length": "rounds", "rounds": str(n)},
                {"match_type": "rounds", "match_n": n, "round_of": "deal_each"},
            ),
        ]
    )
    if typed["length"] in ("hands", "rounds") or chance.random() < 0.5:
        return typed, knobs
    target = chance.randint(10, 2000)
    return typed | {"target": str(target)}, knobs | {"target": target}


def some_value(knob: Knob, chance: random.Random) -> KnobValue:
    if knob.type in ("int", "int_or_null"):
        number = chance.choice((chance.randint(knob.least, knob.most), knob.least))
        return None if knob.type == "int_or_null" and chance.random() < 0.2 else number
    return chance.choice(single_rules.values_of(knob))


def allowed(base: Rules, knobs: dict[str, Any]) -> Rules | Refusal:
    """What the engine makes of them."""
    try:
        rules = replace(base, **knobs)
        playable(rules)
    except Refusal as refusal:
        return refusal
    return rules


def check_refused(form: RulesForm, refusal: Refusal) -> None:
    """Beside each of the rules that it is about, in words of people."""
    assert not form.is_valid()
    said = escape(say(refusal.text))
    at = together(refusal.field or "")
    places = {form.match_length.at(knob) or single_rules.PREFIX + knob for knob in at}
    assert form.errors.keys() == places
    for errors in form.errors.values():
        assert said in str(errors)
    assert not [code for code in CODES if re.search(rf"\b{code}\b", said)]


def check_likeness(rules: Rules) -> None:
    """Its words are those of the rule set, once what is told to differ is set back."""
    rule_set, differing = most_like(rules)
    if rules.match_type == "rounds" and rule_set.rules.sheet == "hollywood":
        return  # it can't be played at this length
    same = {knob.name: getattr(rule_set.rules, knob.name) for knob in differing}
    length = {name: getattr(rules, name) for name in LENGTH}
    alike, there = replace(rules, **same), replace(rule_set.rules, **length)
    assert heard(alike) == heard(there)
    assert list(map(str, in_short(alike))) == list(map(str, in_short(there)))


def check_numbers(rules: Rules) -> None:
    """Each number of a rule that is used stands in the long description and in the short one."""
    long = " ".join(heard(rules))
    short = " ".join(map(str, (*of_match(rules), *in_short(rules))))
    for words in (long, short):
        assert "%(" not in words
        assert not [code for code in CODES if code in words]
    for knob in KNOBS:
        value = getattr(rules, knob.name)
        if type(value) is int and value > 0 and knob.chapter and knob.used(rules):
            assert re.search(rf"\b{value}\b", long), (knob.name, long)
            assert re.search(rf"\b{value}\b", short), (knob.name, short)
    length = [rules.match_n] if rules.match_n > 1 else []
    for number in (*length, *([rules.target] if rules.match_type != "rounds" else [])):
        for words in (long, short):
            assert re.search(rf"\b{number}\b", words), (number, words)


def check_hands(rules: Rules, chance: random.Random) -> None:
    """Hands, and a game of them, score as whoever has heard the rules scores them."""
    sentences = Heard(heard(rules))
    scores: list[HandScore] = []
    by_ear: list[Scored] = []
    for _hand in range(HANDS_TRIED):
        hand = some_hand(chance)
        score, expected = by_engine(rules, hand), sentences.score(hand)
        found = score and Scored(score.winner, score.points, score.boxes)
        if found and expected and not rules.box_bonus:
            found, expected = found._replace(boxes=0), expected._replace(boxes=0)
        assert found == expected, (hand, heard(rules))
        if score and expected:
            scores.append(score)
            by_ear.append(expected)
    if rules.match_type != "rounds" and rules.sheet == "game":
        for many in range(1, len(scores) + 1):
            check_game(rules, sentences, scores[:many], by_ear[:many])


def check_game(
    rules: Rules, sentences: Heard, hands: list[HandScore], by_ear: list[Scored]
) -> None:
    game = score_game(rules, hands)
    ended = game.finished and game.hands_used == len(hands)
    found = (game.winner, *game.totals) if ended else None
    assert found == sentences.totals(by_ear), heard(rules)


def some_hand(chance: random.Random) -> Hand:
    kind = chance.choice(("knock", "knock", "knock", "gin", "big_gin"))
    held = chance.randint(1, 11) if kind == "knock" else 0
    left = chance.choice((chance.randint(0, 98), chance.randint(0, 11), held))
    return Hand(kind, held, left, chance.choice(CARDS), 2 ** chance.choice((0, 0, 0, 1, 4)))


def by_engine(rules: Rules, hand: Hand) -> HandScore | None:
    cards = {"upcard": "upcard", "second_deck": "limit_card"}
    card = {cards[rules.knock_limit]: hand.card} if rules.knock_limit in cards else {}
    counts = HandCounts.of(hand.kind, 0, hand.held, hand.left, factor=hand.factor, **card)
    try:
        return score_hand(rules, counts)
    except Refusal:
        return None


def heard(rules: Rules) -> list[str]:
    """The long description."""
    return [str(one) for chapter in rule_words(rules) for one in chapter.sentences]
