"""Who is sure of what, and who can't reach it any more: `clinch`, and its sentences."""

from tournaments.domain.clinch.clinching import clinch

__all__ = ["clinch"]
