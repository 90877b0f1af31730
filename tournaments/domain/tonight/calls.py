"""What a referee can be called for."""

from collections.abc import Mapping
from enum import StrEnum

from kernel.text import N_


class CallAbout(StrEnum):
    """The subject of a call, as the two press it; of the last one, as a player reports what the
    other one said at an online table."""

    COUNT = "count"
    EXPOSED = "exposed"
    TURN = "turn"
    OTHER = "other"
    PHRASES = "phrases"


CALL_SUBJECTS: Mapping[str, str] = {
    CallAbout.COUNT: N_("count in doubt"),
    CallAbout.EXPOSED: N_("a card was exposed"),
    CallAbout.TURN: N_("whose turn it is"),
    CallAbout.OTHER: N_("something else"),
    CallAbout.PHRASES: N_("what was said at the table"),
}
"""In words, as they stand after "Called:"."""

PRESSED = tuple(about for about in CallAbout if about != CallAbout.PHRASES)
"""What the two press themselves."""
