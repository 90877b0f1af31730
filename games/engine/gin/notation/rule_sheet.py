"""Every rule set and every knob as JSON (`manage.py rules`)."""

from typing import Any

from games.engine.gin.rules import KNOBS, RULE_SETS, RuleSet, as_dict
from games.engine.knobs import knob_json


def rule_sheet() -> dict[str, Any]:
    """`{"presets": {..}, "knobs": {..}}`, by code and by name."""
    return {
        "presets": {rule_set.code: _preset(rule_set) for rule_set in RULE_SETS},
        "knobs": {knob.name: knob_json(knob) for knob in KNOBS},
    }


def _preset(rule_set: RuleSet) -> dict[str, Any]:
    return {
        "name": rule_set.name,
        "summary": rule_set.summary,
        "source": rule_set.source,
        "certainty": rule_set.certainty,
        "knobs": as_dict(rule_set.rules),
    }
