"""The ladder of penalties, gin.md 5.1: from a note on record to disqualification."""

from collections.abc import Mapping
from enum import StrEnum

from kernel.text import N_, Text


class Step(StrEnum):
    """The steps of the ladder, the mildest first."""

    NONE = "none"
    CORRECTED = "corrected"
    NOTE = "note"
    WARNING = "warning"
    POINT_PENALTY = "point_penalty"
    HAND_LOSS = "hand_loss"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


LADDER = tuple(Step)
POINTS = 25
"""Of a point penalty, to the opponent; of a lost hand likewise, with one box."""

STEP_NAMES: Mapping[Step, Text] = {
    Step.NONE: Text("none", N_("No penalty")),
    Step.CORRECTED: Text("corrected", N_("Put right, no penalty")),
    Step.NOTE: Text("note", N_("Note")),
    Step.WARNING: Text("warning", N_("Warning")),
    Step.POINT_PENALTY: Text("point_penalty", N_("25 points")),
    Step.HAND_LOSS: Text("hand_loss", N_("Loss of the hand")),
    Step.GAME_LOSS: Text("game_loss", N_("Loss of the game")),
    Step.MATCH_LOSS: Text("match_loss", N_("Loss of the match")),
    Step.DISQUALIFICATION: Text("disqualification", N_("Disqualification")),
}
STEP_EFFECTS: Mapping[Step, Text] = {
    Step.NONE: Text("none", N_("It is on record, and counts the next time.")),
    Step.CORRECTED: Text("corrected", N_("It is put right and on record.")),
    Step.NOTE: Text("note", N_("A caution, on record.")),
    Step.WARNING: Text("warning", N_("A formal warning. The third one is a lost game.")),
    Step.POINT_PENALTY: Text(
        "point_penalty", N_("25 points to the opponent in the current game, without a box.")
    ),
    Step.HAND_LOSS: Text(
        "hand_loss", N_("The hand is void; the opponent gets 25 points and a box.")
    ),
    Step.GAME_LOSS: Text("game_loss", N_("The current or next game goes to the opponent.")),
    Step.MATCH_LOSS: Text("match_loss", N_("The match goes to the opponent.")),
    Step.DISQUALIFICATION: Text(
        "disqualification", N_("Out of the event: what is not played goes to the opponent.")
    ),
}


def next_step(step: Step) -> Step:
    """The next step of the ladder; there is none above disqualification."""
    return LADDER[min(LADDER.index(step) + 1, len(LADDER) - 1)]


def is_more_severe(step: Step, than: Step) -> bool:
    """Whether of two for one root cause it is this one that stands."""
    return LADDER.index(step) > LADDER.index(than)


def changes_score(step: Step) -> bool:
    """Whether it does something to a match. Where that is over it is the next one that it hits."""
    return step in (Step.POINT_PENALTY, Step.HAND_LOSS, Step.GAME_LOSS, Step.MATCH_LOSS)
