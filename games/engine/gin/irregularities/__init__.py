"""Irregularities (gin.md 5): the table as data, what a ruling by it does, and how it is said."""

from games.engine.gin.irregularities.effects import effects_of, further_rows, hand_remedies
from games.engine.gin.irregularities.flags import ExposedRow, Flags, KnockBar, RuledHand
from games.engine.gin.irregularities.remedies import REMEDIES, Effect, effect_from_json
from games.engine.gin.irregularities.row import (
    CONDITIONS,
    PHASES,
    Consequence,
    Irregularity,
    Option,
    RulingPhase,
)
from games.engine.gin.irregularities.ruled import rule_on
from games.engine.gin.irregularities.table import (
    IRREGULARITIES,
    irregularities_in,
    irregularity,
    open_options,
    questions,
)
from games.engine.gin.irregularities.words import effect_text

__all__ = [
    "CONDITIONS",
    "IRREGULARITIES",
    "PHASES",
    "REMEDIES",
    "Consequence",
    "Effect",
    "ExposedRow",
    "Flags",
    "Irregularity",
    "KnockBar",
    "Option",
    "RuledHand",
    "RulingPhase",
    "effect_from_json",
    "effect_text",
    "effects_of",
    "further_rows",
    "hand_remedies",
    "irregularities_in",
    "irregularity",
    "open_options",
    "questions",
    "rule_on",
]
