"""The ladder of penalties, rulebook 5.1: from a note on record to disqualification."""

from collections.abc import Mapping
from enum import StrEnum

from kernel.text import N_, Text


class PenaltyStep(StrEnum):
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


LADDER = tuple(PenaltyStep)
POINTS = 25
"""Of a point penalty, to the opponent; of a lost hand likewise, with one box."""

STEP_NAMES: Mapping[PenaltyStep, Text] = {
    PenaltyStep.NONE: Text("none", N_("No penalty")),
    PenaltyStep.CORRECTED: Text("corrected", N_("Put right, no penalty")),
    PenaltyStep.NOTE: Text("note", N_("Note")),
    PenaltyStep.WARNING: Text("warning", N_("Warning")),
    PenaltyStep.POINT_PENALTY: Text("point_penalty", N_("25 points")),
    PenaltyStep.HAND_LOSS: Text("hand_loss", N_("Loss of the hand")),
    PenaltyStep.GAME_LOSS: Text("game_loss", N_("Loss of the game")),
    PenaltyStep.MATCH_LOSS: Text("match_loss", N_("Loss of the match")),
    PenaltyStep.DISQUALIFICATION: Text("disqualification", N_("Disqualification")),
}
STEP_EFFECTS: Mapping[PenaltyStep, Text] = {
    PenaltyStep.NONE: Text("none", N_("It is on record, and counts the next time.")),
    PenaltyStep.CORRECTED: Text("corrected", N_("It is put right and on record.")),
    PenaltyStep.NOTE: Text("note", N_("A caution, on record.")),
    PenaltyStep.WARNING: Text("warning", N_("A formal warning. The third one is a lost game.")),
    PenaltyStep.POINT_PENALTY: Text(
        "point_penalty", N_("25 points to the opponent in the current game, without a box.")
    ),
    PenaltyStep.HAND_LOSS: Text(
        "hand_loss", N_("The hand is void; the opponent gets 25 points and a box.")
    ),
    PenaltyStep.GAME_LOSS: Text("game_loss", N_("The current or next game goes to the opponent.")),
    PenaltyStep.MATCH_LOSS: Text("match_loss", N_("The match goes to the opponent.")),
    PenaltyStep.DISQUALIFICATION: Text(
        "disqualification", N_("Out of the event: what is not played goes to the opponent.")
    ),
}

_OF_SEVERAL: Mapping[PenaltyStep, Text] = {
    PenaltyStep.POINT_PENALTY: Text(
        "point_penalty",
        N_("25 points to each of the others in the current game, without a box."),
    ),
    PenaltyStep.HAND_LOSS: Text(
        "hand_loss", N_("The hand is void; each of the others gets 25 points and a box.")
    ),
    PenaltyStep.GAME_LOSS: Text("game_loss", N_("The current or next game goes to the others.")),
    PenaltyStep.MATCH_LOSS: Text("match_loss", N_("The match goes to the others.")),
    PenaltyStep.DISQUALIFICATION: Text(
        "disqualification", N_("Out of the event: what is not played goes to the others.")
    ),
}
_WITHOUT_BOXES: Mapping[PenaltyStep, Text] = {
    PenaltyStep.POINT_PENALTY: Text(
        "point_penalty", N_("25 points to all who play with them, in the current game.")
    ),
    PenaltyStep.HAND_LOSS: Text(
        "hand_loss", N_("The hand is void; all who play with them get 25 points.")
    ),
}
_COUNTED_AGAINST: Mapping[PenaltyStep, Text] = {
    PenaltyStep.POINT_PENALTY: Text(
        "point_penalty", N_("25 points count against them in the current game.")
    ),
    PenaltyStep.HAND_LOSS: Text(
        "hand_loss", N_("The hand is void, and 25 points count against them.")
    ),
}


def effect_of(
    step: PenaltyStep,
    *,
    of_several: bool = False,
    has_boxes: bool = True,
    counts_against: bool = False,
) -> Text:
    """What a step does in a match of two or `of_several`, in a game with boxes or without, or in
    one in which points count against who writes them down."""
    otherwise: dict[PenaltyStep, Text] = {}
    if of_several:
        otherwise |= _OF_SEVERAL
    if not has_boxes:
        otherwise |= _COUNTED_AGAINST if counts_against else _WITHOUT_BOXES
    return otherwise.get(step, STEP_EFFECTS[step])


def next_step(step: PenaltyStep) -> PenaltyStep:
    """The next step of the ladder; there is none above disqualification."""
    return LADDER[min(LADDER.index(step) + 1, len(LADDER) - 1)]


def is_more_severe(step: PenaltyStep, than: PenaltyStep) -> bool:
    """Whether of two for one root cause it is this one that stands."""
    return LADDER.index(step) > LADDER.index(than)


def changes_score(step: PenaltyStep) -> bool:
    """Whether it does something to a match. Where that is over it is the next one that it hits."""
    return step in (
        PenaltyStep.POINT_PENALTY,
        PenaltyStep.HAND_LOSS,
        PenaltyStep.GAME_LOSS,
        PenaltyStep.MATCH_LOSS,
    )
