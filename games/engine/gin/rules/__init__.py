"""Rule sets: every knob, the presets, and what a client may ask for."""

from games.engine.gin.rules.limits import knock_limit_of, spade_factor
from games.engine.gin.rules.model import (
    KNOBS,
    PARTNERSHIP,
    RULES_VERSION,
    TABLE_VARIANTS,
    Rules,
    as_dict,
    from_stored,
    has_table,
    is_playable,
    kept,
    length_knobs,
    playable,
    with_length,
)
from games.engine.gin.rules.presets import PLAYABLE_RULE_SETS, RULE_SETS, RuleSet, rules_from
from games.engine.gin.rules.side_knobs import usual_target
from games.engine.knobs import Knob

__all__ = [
    "KNOBS",
    "PARTNERSHIP",
    "PLAYABLE_RULE_SETS",
    "RULES_VERSION",
    "RULE_SETS",
    "TABLE_VARIANTS",
    "Knob",
    "RuleSet",
    "Rules",
    "as_dict",
    "from_stored",
    "has_table",
    "is_playable",
    "kept",
    "knock_limit_of",
    "length_knobs",
    "playable",
    "rules_from",
    "spade_factor",
    "usual_target",
    "with_length",
]
