"""Tie-breaks: what is compared between entries, one class each, all listed in TIEBREAKS."""

from tournaments.domain.tiebreaks.measures import (
    STANDARD,
    STANDARD_OF_TEAMS,
    TIEBREAKS,
    Column,
    Lots,
    MatchPoints,
    Tiebreak,
    tiebreak_of,
)
from tournaments.domain.tiebreaks.records import Columns, Meeting, Records, records_of

__all__ = [
    "STANDARD",
    "STANDARD_OF_TEAMS",
    "TIEBREAKS",
    "Column",
    "Columns",
    "Lots",
    "MatchPoints",
    "Meeting",
    "Records",
    "Tiebreak",
    "records_of",
    "tiebreak_of",
]
