"""Tie-breaks: what is compared between entries, one class each, all listed in TIEBREAKS."""

from tournaments.domain.tiebreaks.base import Tiebreak, columns_of
from tournaments.domain.tiebreaks.listing import (
    STANDARD,
    STANDARD_OF_TEAMS,
    TIEBREAKS,
    tiebreak_of,
)
from tournaments.domain.tiebreaks.lots import Lots
from tournaments.domain.tiebreaks.records import Columns, Meeting, Records, records_of
from tournaments.domain.tiebreaks.results import MatchPoints

__all__ = [
    "STANDARD",
    "STANDARD_OF_TEAMS",
    "TIEBREAKS",
    "Columns",
    "Lots",
    "MatchPoints",
    "Meeting",
    "Records",
    "Tiebreak",
    "columns_of",
    "records_of",
    "tiebreak_of",
]
