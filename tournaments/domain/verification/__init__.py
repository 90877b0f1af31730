"""Standings worked out a second time, straight from the definitions.

What is stored was computed by the formats and `tiebreaks`. This package knows neither: it takes the
facts, reads every value off them one by one, slowly and in exact fractions, and so finds out a
mistake there.
"""

from tournaments.domain.verification.events import Counting
from tournaments.domain.verification.measures import MEASURES
from tournaments.domain.verification.tables import recomputed

__all__ = ["MEASURES", "Counting", "recomputed"]
