"""Hands: the published cases scored from their counts, the table of rulebook 2.3, and refusals."""

import json
import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.options import ROOT
from games.engine.gin.rules import Rules, knock_limit_of, rules_from
from games.engine.gin.scoring.bounds import largest_count
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from tests.games.engine import strategies

VECTORS = json.loads((ROOT / "tests" / "data" / "hands.json").read_text())
CASES = [(v, outcome) for v in VECTORS["vectors"] for outcome in v["expected"]["outcomes"]]
CLUB = rules_from("club")
OKLAHOMA = rules_from("oklahoma")
SECOND_DECK = rules_from({"knock_limit": "second_deck"})
DOUBLING = rules_from({"variant": "doubling"})


def _written(rules: Rules, vector: dict, outcome: dict) -> HandCounts:
    """What a referee writes down of a published case: 11 melded cards are big gin if there is."""
    kind = "knock"
    if outcome["knocker_deadwood"] == 0:
        eleven = len(vector["knocker"]) == 11
        kind = "big_gin" if eleven and rules.big_gin_bonus is not None else "gin"
    upcard = vector.get("upcard")
    left = outcome.get("defender_deadwood", 30)
    return HandCounts.of(kind, 0, outcome["knocker_deadwood"], left, upcard)


@pytest.mark.parametrize(("vector", "outcome"), CASES, ids=lambda case: case.get("id"))
def test_published_hand(vector, outcome) -> None:
    rules = rules_from({"preset": vector["rule_set"], **vector.get("overrides", {})})
    written = _written(rules, vector, outcome)
    if outcome["legal"]:
        score = score_hand(rules, written)
        kind = "tie" if outcome["winner"] is None else outcome["kind"]
        winner = {"knocker": 0, "defender": 1, None: None}[outcome["winner"]]
        assert (score.kind, score.winner) == (kind, winner)
        assert (score.points, score.boxes) == (outcome["points"], outcome["boxes"])
    elif len(vector["knocker"]) == 11:
        written = replace(written, kind="big_gin")
        assert strategies.refuses(score_hand, rules, written).text.code == "not_gin"
    else:
        assert strategies.refuses(score_hand, rules, written).text.code == "illegal_knock"


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: vector["id"])
def test_published_knock_limit(vector) -> None:
    rules = rules_from({"preset": vector["rule_set"], **vector.get("overrides", {})})
    limit = vector.get("knock_limit", VECTORS["rule_sets"][vector["rule_set"]]["knock_limit"])
    assert knock_limit_of(rules, vector.get("upcard")) == limit


# rulebook 3.3, worked examples: rules, what was written down, (kind, winner, points, boxes)
EXAMPLES = {
    "3": ("german-simple", HandCounts.of("knock", 0, 8, 6), ("undercut", 1, 12, 1)),
    "4 club": ("club", HandCounts.of("knock", 1, 6, 6), ("undercut", 0, 25, 1)),
    "4 pagat": ("pagat", HandCounts.of("knock", 0, 6, 6), ("undercut", 1, 10, 1)),
    "4 rummy-games": ("rummy-games", HandCounts.of("knock", 0, 6, 6), ("tie", None, 0, 0)),
    "5 pagat": ("pagat", HandCounts.of("gin", 1, 0, 8), ("gin", 1, 28, 1)),
    "5 club": ("club", HandCounts.of("gin", 0, None, 68), ("gin", 0, 93, 1)),
    "6": ("club", HandCounts.of("gin", 0, 0, 0), ("gin", 0, 25, 1)),
    "7 club": ("club", HandCounts.of("big_gin", 0, None, 49), ("big_gin", 0, 80, 1)),
    "7 german-simple": ("german-simple", HandCounts.of("big_gin", 0, 0, 49), ("big_gin", 0, 99, 1)),
    "7 pagat, as gin": ("pagat", HandCounts.of("gin", 0, 0, 49), ("gin", 0, 69, 1)),
    "7 plain": ("plain", HandCounts.of("big_gin", 0, 0, 49), ("big_gin", 0, 74, 1)),
    "8": ("club", HandCounts.of("knock", 0, 10, 24), ("knock", 0, 14, 1)),
    "9": ("oklahoma", HandCounts.of("knock", 0, 6, 5, "7S"), ("undercut", 1, 22, 2)),
    "11": ("oklahoma", HandCounts.of("gin", 0, 0, 42, "AS"), ("gin", 0, 124, 3)),
    "doubled boxes": ("rummytalk", HandCounts.of("gin", 0, 0, 42, "as"), ("gin", 0, 84, 6)),
    "spade that doubles nothing": (
        {"preset": "oklahoma", "oklahoma_spade": "none"},
        HandCounts.of("gin", 0, 0, 42, "AS"),
        ("gin", 0, 62, 3),
    ),
    "a heart doubles nothing": (
        "oklahoma",
        HandCounts.of("gin", 0, 0, 42, "KH"),
        ("gin", 0, 62, 3),
    ),
    "knock base": ("worldclub", HandCounts.of("knock", 0, 4, 10), ("knock", 0, 21, 1)),
    "no knock base for an undercut": (
        "worldclub",
        HandCounts.of("knock", 0, 4, 3),
        ("undercut", 1, 26, 1),
    ),
    "the box without points": (
        {"tie_rule": "zero_undercut"},
        HandCounts.of("knock", 0, 4, 4),
        ("undercut", 1, 0, 1),
    ),
    "zero undercut is for ties only": (
        {"tie_rule": "zero_undercut"},
        HandCounts.of("knock", 0, 4, 3),
        ("undercut", 1, 26, 1),
    ),
    "gin-off": (
        {"extra_boxes_undercut": 1, "extra_boxes_gin_off": 2},
        HandCounts.of("knock", 0, 4, 0),
        ("undercut", 1, 29, 4),
    ),
    "no gin-off with something left": (
        {"extra_boxes_undercut": 1, "extra_boxes_gin_off": 2},
        HandCounts.of("knock", 0, 4, 1),
        ("undercut", 1, 28, 2),
    ),
    "boxes of big gin": (
        {"extra_boxes_gin": 2, "extra_boxes_big_gin": 3},
        HandCounts.of("big_gin", 1, 0, 10),
        ("big_gin", 1, 41, 4),
    ),
    "round the corner, gin against nothing": (
        "round-the-corner",
        HandCounts.of("gin", 0, 0, 0),
        ("tie", None, 0, 0),
    ),
    "round the corner, big gin against nothing": (
        {"preset": "round-the-corner", "big_gin_bonus": 31},
        HandCounts.of("big_gin", 0, 0, 0),
        ("big_gin", 0, 31, 1),
    ),
    "doubling, example 24": (
        {"variant": "doubling"},
        HandCounts.of("knock", 0, 6, 21, factor=4),
        ("knock", 0, 60, 1),
    ),
    "doubling, refused with more (example 24)": (
        {"variant": "doubling"},
        HandCounts.of("refused", 0, 30, 12, factor=2),
        ("refused", 0, 20, 1),
    ),
    "doubling, refused with less": (
        {"variant": "doubling"},
        HandCounts.of("refused", 1, 12, 30),
        ("refused", 1, 28, 1),
    ),
    "doubling, refused at nothing": (
        {"variant": "doubling", "knock_limit": "upcard"},
        HandCounts.of("refused", 0, 0, 98, upcard="AS", factor=32),
        ("refused", 0, 108 * 32, 1),
    ),
    "doubling, refused without an upcard": (
        {"variant": "doubling", "knock_limit": "upcard"},
        HandCounts.of("refused", 0, 5, 5),
        ("refused", 0, 10, 1),
    ),
    "second deck": (
        {"knock_limit": "second_deck"},
        HandCounts.of("knock", 1, 3, 9, limit_card="3D"),
        ("knock", 1, 6, 1),
    ),
    "straight": ("straight", HandCounts.of("gin", 1, 0, 9), ("gin", 1, 34, 1)),
    "void": ("club", HandCounts("void"), ("void", None, 0, 0)),
    "void in oklahoma": ("oklahoma", HandCounts("void", upcard="7S"), ("void", None, 0, 0)),
}


@pytest.mark.parametrize(("rules", "written", "expected"), EXAMPLES.values(), ids=EXAMPLES.keys())
def test_worked_example(rules, written, expected) -> None:
    score = score_hand(rules_from(rules), written)
    assert (score.kind, score.winner, score.points, score.boxes) == expected


def test_a_score_keeps_what_it_came_from() -> None:
    score = score_hand(OKLAHOMA, HandCounts.of("knock", 1, 6, 5, "7S"))
    assert score == HandScore("undercut", 0, 22, 2, knocker=1, counts=(5, 6), multiplier=2)


REFUSED = {
    "knock with 11": (CLUB, HandCounts.of("knock", 0, 11, 20), "illegal_knock", "knocker_count"),
    "oklahoma four": (OKLAHOMA, HandCounts.of("knock", 0, 6, 9, "4D"), "illegal_knock", None),
    "oklahoma ace": (OKLAHOMA, HandCounts.of("knock", 0, 1, 42, "AD"), "illegal_knock", "kind"),
    "straight": (rules_from("straight"), HandCounts.of("knock", 0, 5, 9), "illegal_knock", "kind"),
    "second deck": (
        SECOND_DECK,
        HandCounts.of("knock", 0, 2, 9, limit_card="AD"),
        "illegal_knock",
        "knocker_count",
    ),
    "gin with 3": (CLUB, HandCounts.of("gin", 0, 3, 20), "not_gin", "knocker_count"),
    "big gin with 3": (CLUB, HandCounts.of("big_gin", 0, 3, 20), "not_gin", "knocker_count"),
    "knock with 0": (CLUB, HandCounts.of("knock", 0, 0, 20), "gin_not_knock", "knocker_count"),
    "no big gin": (rules_from("pagat"), HandCounts.of("big_gin", 0, 0, 9), "no_big_gin", "kind"),
    "99": (CLUB, HandCounts.of("knock", 0, 9, 99), "bad_count", "defender_count"),
    "negative": (CLUB, HandCounts.of("knock", 0, 9, -1), "bad_count", "defender_count"),
    "negative knock": (CLUB, HandCounts.of("knock", 0, -1, 9), "bad_count", "knocker_count"),
    "true": (CLUB, HandCounts.of("knock", 0, True, 20), "bad_count", "knocker_count"),
    "float": (CLUB, HandCounts.of("knock", 0, 9, 20.0), "bad_count", "defender_count"),
    "1e400": (CLUB, HandCounts.of("gin", 0, 0, math.inf), "bad_count", "defender_count"),
    "NaN": (CLUB, HandCounts.of("gin", 0, math.nan, 5), "bad_count", "knocker_count"),
    "40 digits": (CLUB, HandCounts.of("gin", 0, 0, 10**40), "bad_count", "defender_count"),
    "text": (CLUB, HandCounts.of("knock", 0, "8", 20), "bad_count", "knocker_count"),
    "no count": (CLUB, HandCounts.of("knock", 0, None, 20), "missing_count", "knocker_count"),
    "no other count": (CLUB, HandCounts.of("gin", 0, 0), "missing_count", "defender_count"),
    "no knocker": (CLUB, HandCounts.of("gin", None, 0, 5), "missing_knocker", "knocker"),
    "seat 2": (CLUB, HandCounts.of("gin", 2, 0, 5), "bad_seat", "knocker"),
    "seat true": (CLUB, HandCounts.of("gin", True, 0, 5), "bad_seat", "knocker"),
    "seat 1.0": (CLUB, HandCounts.of("gin", 1.0, 0, 5), "bad_seat", "knocker"),
    "undercut": (CLUB, HandCounts.of("undercut", 0, 5, 4), "bad_kind", "kind"),
    "no kind": (CLUB, HandCounts.of(None, 0, 5, 4), "bad_kind", "kind"),
    "list": (CLUB, HandCounts.of(["gin"], 0, 5, 4), "bad_kind", "kind"),
    "no upcard": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5), "missing_upcard", "upcard"),
    "no limit card": (
        SECOND_DECK,
        HandCounts.of("gin", 0, 0, 5),
        "missing_limit_card",
        "limit_card",
    ),
    "upcard": (CLUB, HandCounts.of("gin", 0, 0, 5, "7S"), "not_used", "upcard"),
    "limit card": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, "7S", "7H"), "not_used", "limit_card"),
    "card 1S": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, "1S"), "bad_card", "upcard"),
    "card 10S": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, "10S"), "bad_card", "upcard"),
    "card SA": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, "SA"), "bad_card", "upcard"),
    "no card": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, ""), "bad_card", "upcard"),
    "long s": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, "7ſ"), "bad_card", "upcard"),
    "card 7": (OKLAHOMA, HandCounts.of("gin", 0, 0, 5, 7), "bad_card", "upcard"),
    "void card": (OKLAHOMA, HandCounts("void", upcard="7X"), "bad_card", "upcard"),
    "void, knocker": (CLUB, HandCounts.of("void", 0), "not_used", "knocker"),
    "void, counts": (CLUB, HandCounts.of("void", None, 5, 9), "not_used", "knocker_count"),
    "void, count": (CLUB, HandCounts.of("void", defender_count=0), "not_used", "defender_count"),
    "void, upcard": (CLUB, HandCounts("void", upcard="7S"), "not_used", "upcard"),
    "factor": (CLUB, HandCounts.of("gin", 0, 0, 5, factor=2), "bad_factor", "factor"),
    "factor 3": (DOUBLING, HandCounts.of("gin", 0, 0, 5, factor=3), "bad_factor", "factor"),
    "factor 0": (DOUBLING, HandCounts.of("gin", 0, 0, 5, factor=0), "bad_factor", "factor"),
    "factor 128": (DOUBLING, HandCounts.of("gin", 0, 0, 5, factor=128), "bad_factor", "factor"),
    "factor true": (CLUB, HandCounts.of("gin", 0, 0, 5, factor=True), "bad_factor", "factor"),
    "factor 1.0": (DOUBLING, HandCounts.of("gin", 0, 0, 5, factor=1.0), "bad_factor", "factor"),
    "refused, nobody doubles": (CLUB, HandCounts.of("refused", 0, 5, 9), "no_doubling", "kind"),
    "refused, no doubler": (DOUBLING, HandCounts.of("refused"), "missing_knocker", "knocker"),
    "refused, own count": (
        DOUBLING,
        HandCounts.of("refused", 0, None, 9),
        "missing_count",
        "knocker_count",
    ),
    "refused, other count": (
        DOUBLING,
        HandCounts.of("refused", 0, 9),
        "missing_count",
        "defender_count",
    ),
    "refused at the cap": (
        DOUBLING,
        HandCounts.of("refused", 0, 9, 9, factor=64),
        "bad_factor",
        "factor",
    ),
    "refused, limit card": (
        DOUBLING,
        HandCounts.of("refused", 0, 9, 9, limit_card="7S"),
        "not_used",
        "limit_card",
    ),
    "factor of a void": (CLUB, HandCounts("void", factor=2), "bad_factor", "factor"),
}


@pytest.mark.parametrize(
    ("rules", "written", "code", "field"), REFUSED.values(), ids=REFUSED.keys()
)
def test_impossible_hand(rules, written, code, field) -> None:
    refusal = strategies.refuses(score_hand, rules, written)
    assert refusal is not None
    assert refusal.text.code == code
    assert field in (None, refusal.field)


def test_without_a_cap_one_may_double_on() -> None:
    rules = rules_from({"variant": "doubling", "doubling_cap": None})
    assert score_hand(rules, HandCounts.of("knock", 0, 9, 10, factor=1024)).points == 1024
    assert strategies.refuses(score_hand, rules, HandCounts.of("gin", 0, 0, 9, factor=2**60))


def test_refusals_say_what_to_do() -> None:
    sentences = {
        "One may knock with 10 or less, not with 11.": HandCounts.of("knock", 0, 11, 20),
        "Gin leaves nothing unmelded, but the knocker's count is 3.": HandCounts.of(
            "gin", 0, 3, 20
        ),
        "Who knocks with nothing left has gin: write the hand down as gin.": HandCounts.of(
            "knock", 0, 0, 20
        ),
        "Ten cards leave a count from 0 to 98, not 99.": HandCounts.of("knock", 0, 9, 99),
    }
    for sentence, written in sentences.items():
        assert str(strategies.refuses(score_hand, CLUB, written)) == sentence


def test_the_largest_count_can_be_held() -> None:
    """Ten cards of 98 without a set or a run, and no third card of a rank can be added unmelded."""
    hand = ["KS", "KH", "QD", "QC", "JS", "JH", "TD", "TC", "9S", "9H"]
    order = "A23456789TJQK"
    for suit in "SHDC":
        places = sorted(order.index(card[0]) for card in hand if card[1] == suit)
        assert all(b - a > 1 for a, b in pairwise(places))
    assert sum(min(order.index(card[0]) + 1, 10) for card in hand) == largest_count(CLUB) == 98
    two_of_each = sorted([min(n, 10) for n in range(1, 14)] * 2, reverse=True)
    assert sum(two_of_each[:10]) == 98
    two_of_each[two_of_each.index(1)] = two_of_each[-1] = 15
    assert sum(sorted(two_of_each, reverse=True)[:10]) == 110
    corner = rules_from("round-the-corner")
    assert score_hand(corner, HandCounts.of("knock", 0, 9, 110)).points == 101
    assert strategies.refuses(score_hand, corner, HandCounts.of("knock", 0, 9, 111))


@given(st.data(), strategies.rules())
def test_a_hand_is_scored_for_at_most_one_player(data, rules) -> None:
    written = data.draw(strategies.counts(rules))
    score = score_hand(rules, written)
    assert (score.winner is None) == (score.kind in ("tie", "void"))
    assert score.points >= 0
    assert (score.boxes > 0) == (score.winner is not None)
    if score.kind in ("knock", "gin", "big_gin"):
        assert score.winner == written.knocker
    if score.kind == "undercut":
        assert score.winner == 1 - written.knocker


@given(st.data(), strategies.rules())
def test_the_other_seat_scores_the_same(data, rules) -> None:
    written = data.draw(strategies.counts(rules))
    if written.kind == "void":
        return
    score = score_hand(rules, written)
    other = score_hand(
        rules, replace(written, knocker=1 - written.knocker, counts=written.counts[::-1])
    )
    winner = None if score.winner is None else 1 - score.winner
    mirrored = replace(score, winner=winner, knocker=1 - score.knocker, counts=score.counts[::-1])
    assert other == mirrored


@given(
    strategies.rules(),
    st.builds(
        HandCounts.of,
        st.sampled_from(["knock", "gin", "big_gin", "void"]) | strategies.nonsense,
        *[st.integers(0, 12) | strategies.nonsense] * 3,
        *[st.none() | st.sampled_from(strategies.CARDS) | strategies.nonsense] * 2,
        st.just(1) | strategies.nonsense,
    ),
)
def test_nonsense_is_refused_in_words(rules, written) -> None:
    strategies.refuses(score_hand, rules, written)
