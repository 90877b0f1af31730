"""Every rule set and every knob of a game as JSON (`manage.py rules`)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine.knobs import Knob, KnobValue, knob_json
from games.engine.rule_set import R, RuleSet


def rule_sheet(
    knobs: Iterable[Knob],
    rule_sets: Iterable[RuleSet[R]],
    as_dict: Callable[[R], Mapping[str, KnobValue]],
) -> dict[str, Any]:
    """`{"presets": {..}, "knobs": {..}}`, by code and by name; `as_dict` writes rules down."""
    return {
        "presets": {
            one.code: {
                "name": one.name,
                "summary": one.summary,
                "source": one.source,
                "certainty": one.certainty,
                "knobs": as_dict(one.rules),
            }
            for one in rule_sets
        },
        "knobs": {knob.name: knob_json(knob) for knob in knobs},
    }
