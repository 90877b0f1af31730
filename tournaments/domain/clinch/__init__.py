"""Who is sure of what, and who can't reach it any more: `clinch`, and its sentences."""

from tournaments.domain.clinch.clinching import clinch
from tournaments.domain.clinch.sentences import STILL_OPEN, text_from

__all__ = ["STILL_OPEN", "clinch", "text_from"]
