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
    StageFacts,
    StageTable,
)

__all__ = [
    "DrawnSide",
    "PlayedBoard",
    "Seated",
    "StageFacts",
    "StageTable",
    "as_far_as_drawn",
    "current_stage",
    "open_facts",
    "result_of",
    "stage_facts",
    "stage_table",
    "stages_of",
    "why_not_corrected",
]
