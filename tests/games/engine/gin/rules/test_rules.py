"""Rule sets: the presets against their published table, and what a client may ask for."""

import json
import math
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.options import ROOT
from games.engine.gin.rules import (
    KNOBS,
    PLAYABLE_RULE_SETS,
    RULE_SETS,
    RULES_VERSION,
    Rules,
    as_dict,
    from_stored,
    playable,
    rules_from,
    with_length,
)
from games.engine.knobs import ANY
from kernel.text import Refusal
from tests.games.engine import strategies

PRESETS = json.loads((ROOT / "tests" / "data" / "presets.json").read_text())

#: Knobs that the rulebook's table of presets does not have; each is off in all of them.
ADDED = {knob.name: knob.before for knob in KNOBS if knob.since > 1}
KEPT_KNOBS = [knob for knob in KNOBS if knob.name not in ADDED]
CLUB = rules_from("club")
every_knob = pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
NOT_YET = ["partnership", "cutthroat", "captain", "battle_royal", "jersey", "rummy"]


def test_presets_are_those_of_the_rulebook() -> None:
    kept = {
        rule_set.code: {
            "name": rule_set.name,
            "summary": rule_set.summary,
            "source": rule_set.source,
            "knobs": as_dict(rule_set.rules),
        }
        for rule_set in RULE_SETS
    }
    published = {
        code: {key: preset[key] for key in ("name", "summary", "source")}
        | {"knobs": preset["knobs"] | ADDED}
        for code, preset in PRESETS["presets"].items()
    }
    assert kept == published
    assert len(kept) == len(RULE_SETS) == 21


@pytest.mark.parametrize("knob", KEPT_KNOBS, ids=lambda knob: knob.name)
def test_knob_is_that_of_the_rulebook(knob) -> None:
    kept = {"type": knob.type, "default": knob.default}
    if knob.type.startswith("int"):
        kept |= {"min": knob.least, "max": knob.most}
    if knob.choices:
        kept["values"] = list(knob.choices)
    kept |= {"meaning": knob.meaning, "source": knob.source}
    assert kept == PRESETS["knobs"][knob.name]


def test_knobs_have_the_order_of_the_rulebook_and_the_clubs_values() -> None:
    assert [knob.name for knob in KEPT_KNOBS] == list(PRESETS["knobs"])
    assert asdict(Rules()) == {knob.name: knob.default for knob in KNOBS} == as_dict(CLUB)


@every_knob
def test_it_takes_its_values_and_no_other(knob) -> None:
    ends = [knob.least, knob.most] if knob.type.startswith("int") else []
    flags = [True, False] if knob.type == "bool" else []
    nothing = [None] if knob.type == "int_or_null" else []
    for value in (knob.default, knob.before, *ends, *flags, *nothing, *knob.choices):
        if value is not knob.before or knob.since > 1:
            knob.check(value)
    for value in (knob.least - 1, knob.most + 1, "no such word", 0.5):
        assert strategies.refuses(knob.check, value).field == knob.name


@every_knob
def test_it_is_told_for_every_value_or_for_none(knob) -> None:
    assert knob.meaning
    assert knob.source
    assert bool(knob.told) == bool(knob.chapter)
    values = {ANY, *knob.choices} if knob.type.startswith("int") else {*knob.choices}
    values |= {True, False} if knob.type == "bool" else set()
    assert values <= knob.told.keys() or not knob.told
    for value in knob.told.keys() - {ANY}:
        knob.check(value)


@every_knob
def test_rules_before_it_meant_what_it_says(knob) -> None:
    stored = {other.name: other.default for other in KNOBS if other.since < knob.since}
    if stored:
        assert getattr(from_stored(stored, knob.since - 1), knob.name) == knob.before


def test_single_knobs_go_over_the_named_set_or_the_club() -> None:
    assert rules_from({"preset": "pagat", "gin_bonus": 25}).undercut_bonus == 10
    assert rules_from({"gin_bonus": 20}) == Rules(gin_bonus=20)
    assert rules_from({}) == CLUB
    assert rules_from({"big_gin_bonus": None}).big_gin_bonus is None


def test_a_single_game_is_a_match_of_one() -> None:
    assert rules_from({"match_type": "single"}).match_n == 1


@pytest.mark.parametrize(
    ("knobs", "target"),
    [
        ({}, 125),
        ({"side_size": 3}, 150),
        ({"side_size": 5}, 175),
        ({"side_size": 8}, 200),
        ({"preset": "oklahoma"}, 125),
        ({"preset": "rummytalk"}, 300),
        ({"side_size": 3, "target": 100}, 100),
    ],
)
def test_partners_play_to_the_points_that_are_usual_for_so_many(knobs, target) -> None:
    assert rules_from({"variant": "partnership", **knobs}).target == target


@pytest.mark.parametrize(
    "value",
    [
        "clubb",
        "",
        "Club",
        {"preset": "nope"},
        {"preset": None},
        {"preset": ["club"]},
        {"preset": 1},
        {"gin_bonsu": 20},
        {"": 1},
        {3: 4},
        {"__class__": 1},
    ],
)
def test_unknown_rules(value) -> None:
    assert strategies.refuses(rules_from, value).text.code == "unknown_rules"


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "rules"),
        (7, "rules"),
        ([], "rules"),
        (True, "rules"),
        (math.nan, "rules"),
        ({"gin_bonus": True}, "gin_bonus"),
        ({"gin_bonus": 20.0}, "gin_bonus"),
        ({"gin_bonus": math.nan}, "gin_bonus"),
        ({"gin_bonus": math.inf}, "gin_bonus"),
        ({"gin_bonus": 10**40}, "gin_bonus"),
        ({"gin_bonus": 10**5000}, "gin_bonus"),
        ({"gin_bonus": "20"}, "gin_bonus"),
        ({"gin_bonus": -1}, "gin_bonus"),
        ({"gin_bonus": 201}, "gin_bonus"),
        ({"gin_bonus": None}, "gin_bonus"),
        ({"target": 9}, "target"),
        ({"target": 2001}, "target"),
        ({"target": [100]}, "target"),
        ({"knock_limit": 11}, "knock_limit"),
        ({"knock_limit": "downcard"}, "knock_limit"),
        ({"knock_limit": False}, "knock_limit"),
        ({"knock_limit": None}, "knock_limit"),
        ({"discards_open": 1}, "discards_open"),
        ({"discards_open": "yes"}, "discards_open"),
        ({"tie_rule": "draw"}, "tie_rule"),
        ({"tie_rule": ["undercut"]}, "tie_rule"),
        ({"doubling_cap": 1}, "doubling_cap"),
        ({"doubling_cap": 48}, "doubling_cap"),
        ({"match_n": 4}, "match_n"),
        ({"match_type": "single", "match_n": 3}, "match_n"),
        ({"preset": "rummy-games", "match_type": "best_of"}, "match_n"),
        ({"preset": "oklahoma", "upcard_rule": "deal_11"}, "upcard_rule"),
        ({"preset": "german", "knock_limit": "upcard"}, "upcard_rule"),
    ],
)
def test_bad_rules(value, field) -> None:
    refusal = strategies.refuses(rules_from, value)
    assert (refusal.text.code, refusal.field) == ("bad_rules", field)


def test_a_refusal_says_what_is_possible() -> None:
    with pytest.raises(Refusal, match=r"^gin_bonus must be a whole number from 0 to 200, but it"):
        rules_from({"gin_bonus": 1000})
    with pytest.raises(Refusal, match=r"best of 4 games can end level: choose an odd number"):
        rules_from({"match_n": 4})
    with pytest.raises(Refusal, match=r"no rule set 'clubb'. Choose one of club, pagat"):
        rules_from("clubb")


@given(st.one_of(strategies.nonsense, st.dictionaries(st.text(), strategies.nonsense)))
def test_nonsense_for_rules_is_refused_in_words(value) -> None:
    refusal = strategies.refuses(rules_from, value)
    assert refusal is not None or value in ("club", {}, {"preset": "club"})


@given(st.sampled_from(KNOBS), strategies.nonsense)
def test_nonsense_for_a_knob_is_refused_in_words(knob, value) -> None:
    refusal = strategies.refuses(rules_from, {knob.name: value})
    assert refusal is None or refusal.text.code == "bad_rules"
    if not isinstance(value, bool | int | str | None):
        assert refusal is not None


@given(strategies.any_knobs)
def test_values_in_bounds_are_kept_or_refused_as_a_combination(knobs) -> None:
    refusal = strategies.refuses(rules_from, knobs)
    if refusal is None:
        assert knobs.items() <= as_dict(rules_from(knobs)).items()
    else:
        assert refusal.text.code == "bad_rules"
        assert refusal.field in {"match_n", "upcard_rule", "doubling_cap", "sheet"}


@given(strategies.rules())
def test_rules_survive_storage(rules) -> None:
    assert from_stored(json.loads(json.dumps(as_dict(rules)))) == rules


@pytest.mark.parametrize(
    ("stored", "version"),
    [
        ({}, RULES_VERSION),
        (None, RULES_VERSION),
        (as_dict(CLUB), RULES_VERSION + 1),
        ({**as_dict(CLUB), "more": 1}, RULES_VERSION),
        ({**as_dict(CLUB), "target": "100"}, RULES_VERSION),
        ({k: v for k, v in as_dict(CLUB).items() if k != "target"}, RULES_VERSION),
    ],
)
def test_only_whole_rules_of_this_version_are_read_back(stored, version) -> None:
    assert strategies.refuses(from_stored, stored, version).text.code == "bad_rules"


def test_rules_of_an_older_version_mean_what_they_meant() -> None:
    stored = {name: value for name, value in as_dict(CLUB).items() if name not in ADDED}
    assert from_stored(stored, 1) == CLUB
    assert strategies.refuses(from_stored, stored).text.code == "bad_rules"
    assert strategies.refuses(from_stored, as_dict(CLUB), 1).text.code == "bad_rules"
    assert strategies.refuses(from_stored, stored, 0).text.code == "bad_rules"


def test_length_over_a_rule_set() -> None:
    assert with_length(CLUB) == CLUB
    single = with_length(CLUB, best_of=1)
    assert (single.match_type, single.match_n) == ("single", 1)
    seven = with_length(rules_from("rummy-games"), best_of=7, target=150)
    assert (seven.match_type, seven.match_n, seven.target) == ("best_of", 7, 150)
    assert seven.gin_bonus == 25
    assert with_length(CLUB, target=250).match_n == 5


@pytest.mark.parametrize("best_of", [0, 2, 4, -1, 101, True, 3.0, "3", 10**40, math.inf, [3]])
def test_no_such_best_of(best_of) -> None:
    refusal = strategies.refuses(with_length, CLUB, best_of=best_of)
    assert (refusal.text.code, refusal.field) == ("bad_rules", "best_of")


@pytest.mark.parametrize("target", [0, 9, 2001, True, 100.0, "100", 10**40, math.nan])
def test_no_such_target(target) -> None:
    refusal = strategies.refuses(with_length, CLUB, target=target)
    assert (refusal.text.code, refusal.field) == ("bad_rules", "target")


def test_every_rule_set_is_playable() -> None:
    assert PLAYABLE_RULE_SETS == RULE_SETS
    for rule_set in PLAYABLE_RULE_SETS:
        playable(rule_set.rules)


@pytest.mark.parametrize(
    ("value", "field"),
    [
        *(({"variant": variant}, "variant") for variant in NOT_YET),
    ],
)
def test_known_but_not_yet_playable(value, field) -> None:
    refusal = strategies.refuses(playable, rules_from(value))
    assert (refusal.text.code, refusal.field) == ("bad_rules", field)
