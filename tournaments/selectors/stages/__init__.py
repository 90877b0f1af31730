"""Stages: what is read of them, in which order they stand."""

from tournaments.selectors.stages.facts import (
    open_facts,
    result_of,
    stage_facts,
    stage_table,
    why_not_corrected,
)
from tournaments.selectors.stages.order import as_far_as_drawn, current_stage, stages_of
from tournaments.selectors.stages.shapes import (
    DrawnSide,
    PlayedBoard,
    Seated,
    ShownBoard,
    ShownMatch,
    ShownPairing,
    ShownStage,
    StageFacts,
    StageTable,
)
from tournaments.selectors.stages.shown import shown_stage

__all__ = [
    "DrawnSide",
    "PlayedBoard",
    "Seated",
    "ShownBoard",
    "ShownMatch",
    "ShownPairing",
    "ShownStage",
    "StageFacts",
    "StageTable",
    "as_far_as_drawn",
    "current_stage",
    "open_facts",
    "result_of",
    "shown_stage",
    "stage_facts",
    "stage_table",
    "stages_of",
    "why_not_corrected",
]
