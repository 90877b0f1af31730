"""What a referee can be called for."""

from collections.abc import Mapping
from enum import StrEnum

from kernel.text import N_


class CallAbout(StrEnum):
    """The subject of a call, as the two press it."""

    COUNT = "count"
    EXPOSED = "exposed"
    TURN = "turn"
    OTHER = "other"


CALL_SUBJECTS: Mapping[str, str] = {
    CallAbout.COUNT: N_("count in doubt"),
    CallAbout.EXPOSED: N_("a card was exposed"),
    CallAbout.TURN: N_("whose turn it is"),
    CallAbout.OTHER: N_("something else"),
}
"""In words, as they stand after "Called:"."""
