"""Rule sets: every knob, the presets, and what a client may ask for."""

from games.engine.gin.rules.limits import knock_limit_of, spade_factor
from games.engine.gin.rules.model import (
    KNOBS,
    RULES_VERSION,
    Rules,
    all_play,
    as_dict,
    from_stored,
    has_table,
    is_playable,
    kept,
    length_knobs,
    playable,
    with_length,
)
from games.engine.gin.rules.presets import (
    PLAYABLE_RULE_SETS,
    RULE_SETS,
    RuleSet,
    rules_from,
    written_for,
)
from games.engine.gin.rules.side_knobs import usual_target
from games.engine.gin.rules.variants import (
    ALL_PLAY,
    PARTNERSHIP,
    TABLE_VARIANTS,
    TWO_OF_A_TABLE,
)
from games.engine.knobs import Knob

__all__ = [
    "ALL_PLAY",
    "KNOBS",
    "PARTNERSHIP",
    "PLAYABLE_RULE_SETS",
    "RULES_VERSION",
    "RULE_SETS",
    "TABLE_VARIANTS",
    "TWO_OF_A_TABLE",
    "Knob",
    "RuleSet",
    "Rules",
    "all_play",
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
    "written_for",
]
