"""Why a hand at an online table ended before it was played out, and what tells of it.

Such a hand is void and keeps its place among the hands of the match. Where nobody was given points
for it, it is dealt again by the same dealer.
"""

from enum import StrEnum


class CutOff(StrEnum):
    """What cut a hand off (`HandFact.cut_off`, `reason` in its record)."""

    FLAG = "flag"  # the time of a seat was over
    RESIGNED = "resigned"  # a seat gave up the game or the match
    PENALTY = "penalty"  # the hand, its game or the match was lost by a penalty
    RULED = "ruled"  # a referee ruled so


FLAG, RESIGNED = "flag:", "resigned:"
"""How the references of adjustments begin that were brought about at an online table."""


def flag_reference(event: int) -> str:
    """What an adjustment is for that a flag brought: the table's event of this number."""
    return f"{FLAG}{event}"


def resignation_reference(event: int) -> str:
    """The same for a resignation."""
    return f"{RESIGNED}{event}"


def is_resignation(reference: str) -> bool:
    """Whether an adjustment is what a seat gave up, and no penalty."""
    return reference.startswith(RESIGNED)


def is_flag(reference: str) -> bool:
    """Whether an adjustment is what a flag cost."""
    return reference.startswith(FLAG)
