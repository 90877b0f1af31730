"""Random rule sets, hands and nonsense for the property tests of the engine."""

import math
from typing import Any

from hypothesis import strategies as st

from games.engine.gin.rules import (
    ALL_PLAY,
    KNOBS,
    PARTNERSHIP,
    RULE_SETS,
    TABLE_VARIANTS,
    Knob,
    Rules,
    knock_limit_of,
)
from games.engine.gin.scoring.bounds import largest_factor
from games.engine.gin.scoring.hand import HandCounts
from kernel.text import Refusal

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]

#: What a client can send where something else was meant.
nonsense = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([10**40, -(10**40), 10**5000, math.inf, -math.inf, math.nan, 5.0, 1.5]),
    st.floats(),
    st.text(max_size=60),
    st.sampled_from(["1", "7s", "ZZ", "\x00", "ß", "7ſ", "%(knob)s", "knock", "gin", "club"]),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.binary(max_size=3),
)


def _values(knob: Knob) -> st.SearchStrategy[Any]:
    if knob.type == "bool":
        return st.booleans()
    values = st.sampled_from(knob.choices) if knob.choices else st.nothing()
    if knob.type.startswith("int"):
        values |= st.integers(knob.least, knob.most)
    if knob.type == "int_or_null":
        values |= st.none()
    return values


any_knobs = st.fixed_dictionaries({}, optional={knob.name: _values(knob) for knob in KNOBS})


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Any possible rules: combinations that are not allowed are mended, not thrown away."""
    knobs = draw(any_knobs)
    match_type = knobs.get("match_type", "best_of")
    n = knobs.get("match_n", 5)
    knobs["match_n"] = {"single": 1, "best_of": n | 1 if n < 5000 else 4999}.get(match_type, n)
    variant = knobs.get("variant")
    if match_type == "rounds" or variant in (PARTNERSHIP, *TABLE_VARIANTS):
        knobs.pop("sheet", None)
    if variant in TABLE_VARIANTS:
        knobs.pop("game_winner_by", None)
        knobs.pop("round_of", None)
        knobs.pop("points_by", None)
    if variant in ALL_PLAY:
        knobs.pop("table_size", None)
        knobs.pop("upcard_rule", None)
        if knobs.get("knock_limit") == "second_deck":
            knobs.pop("knock_limit")
    if variant == "captain":
        knobs.pop("solo_change", None)
        knobs |= {"solo_change": "per_hand"} if match_type == "rounds" else {}
    if knobs.get("knock_limit") == "upcard":
        knobs.pop("upcard_rule", None)
    if knobs.get("doubling_cap"):
        knobs["doubling_cap"] = draw(st.sampled_from([2, 4, 8, 64, 1024]))
    return Rules(**knobs)


named_rules = st.sampled_from([rule_set.rules for rule_set in RULE_SETS])


@st.composite
def counts(draw: st.DrawFn, rules: Rules) -> HandCounts:
    """What may be written down of a hand under these rules."""
    upcard = draw(st.sampled_from(CARDS)) if rules.knock_limit == "upcard" else None
    limit_card = draw(st.sampled_from(CARDS)) if rules.knock_limit == "second_deck" else None
    factor = draw(st.sampled_from([1, 2])) if rules.variant == "doubling" else 1
    limit = knock_limit_of(rules, upcard, limit_card)
    kinds = ["gin", "void"]
    kinds += ["knock"] * 3 if limit else []
    kinds += ["big_gin"] if rules.big_gin_bonus is not None else []
    kinds += ["refused"] if factor * 2 <= largest_factor(rules) else []
    kind = draw(st.sampled_from(kinds))
    if kind == "void":
        return HandCounts("void", upcard=upcard, limit_card=limit_card, factor=factor)
    held = draw(st.integers(1, limit)) if kind == "knock" else draw(st.sampled_from([0, None]))
    held = draw(st.integers(0, 98)) if kind == "refused" else held
    left = draw(st.integers(0, 98))
    return HandCounts.of(kind, draw(st.integers(0, 1)), held, left, upcard, limit_card, factor)


def refuses(call: Any, *args: Any, **kwargs: Any) -> Refusal | None:
    """The refusal of a call, with its sentence filled in; null when it went through."""
    refusal = None
    try:
        call(*args, **kwargs)
    except Refusal as raised:
        refusal = raised
    assert refusal is None or str(refusal.text)
    return refusal
