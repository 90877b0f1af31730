"""Which rule set rules are most like."""

from dataclasses import replace

import pytest

from games.engine.gin.rules import PLAYABLE_RULE_SETS, RuleSet, rules_from, with_length
from games.engine.gin.rules.likeness import most_like


def names(rules: object) -> tuple[str, list[str]]:
    rule_set, knobs = most_like(rules_from(rules))
    return rule_set.code, [knob.name for knob in knobs]


@pytest.mark.parametrize("rule_set", PLAYABLE_RULE_SETS, ids=lambda one: one.code)
def test_a_rule_set_is_like_itself_at_any_length(rule_set: RuleSet) -> None:
    _nearest, knobs = most_like(with_length(rule_set.rules, best_of=7, target=150))
    assert not knobs


@pytest.mark.parametrize(
    ("rules", "code", "differs"),
    [
        ("club", "club", []),
        ({"preset": "pagat", "gin_bonus": 30}, "pagat", ["gin_bonus"]),
        ({"preset": "club", "dealer_policy": "loser", "gin_bonus": 30}, "club", None),
        # By a fixed limit an ace as upcard means nothing.
        ({"preset": "club", "oklahoma_ace": "value"}, "club", []),
        ({"preset": "club", "knock_limit": "upcard", "oklahoma_ace": "value"}, "club", None),
    ],
)
def test_rules_of_ones_own(rules: object, code: str, differs: list[str] | None) -> None:
    found = names(rules)
    assert found[0] == code
    if differs is not None:
        assert found[1] == differs


def test_what_differs_set_back_is_the_rule_set() -> None:
    own = rules_from(
        {"preset": "bicycle", "gin_bonus": 7, "box_bonus": 11, "void_dealer": "alternate"}
    )
    rule_set, knobs = most_like(own)
    back = {knob.name: getattr(rule_set.rules, knob.name) for knob in knobs}
    assert not most_like(replace(own, **back))[1]
