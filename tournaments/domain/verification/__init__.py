"""Standings worked out a second time, straight from the definitions.

What is stored was computed by the formats and `tiebreaks`. This package knows neither: it takes the
facts, reads every value off them one by one, slowly and in exact fractions, and so finds out a
mistake there.
"""

from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.measures import MEASURES
from tournaments.domain.verification.recomputing import DEFINITIONS, recomputed

__all__ = ["DEFINITIONS", "MEASURES", "TableRow", "recomputed"]
