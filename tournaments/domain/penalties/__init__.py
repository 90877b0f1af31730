"""Penalties of the event, gin.md 5.1."""

from tournaments.domain.penalties.escalation import Proposal, proposed_step
from tournaments.domain.penalties.infractions import (
    CONDITIONS,
    INFRACTIONS,
    LATENESS,
    Infraction,
    is_severe,
    takes_out,
)
from tournaments.domain.penalties.ladder import (
    LADDER,
    POINTS,
    STEP_EFFECTS,
    STEP_NAMES,
    PenaltyStep,
    changes_score,
    is_more_severe,
)

__all__ = [
    "CONDITIONS",
    "INFRACTIONS",
    "LADDER",
    "LATENESS",
    "POINTS",
    "STEP_EFFECTS",
    "STEP_NAMES",
    "Infraction",
    "PenaltyStep",
    "Proposal",
    "changes_score",
    "is_more_severe",
    "is_severe",
    "proposed_step",
    "takes_out",
]
