"""Who goes on from one stage to the next, in which order."""

from tournaments.models import Stage
from tournaments.selectors.stages import StageFacts


def order_of_next(facts: StageFacts, following: Stage) -> tuple[int, ...] | None:
    """The entries of the stage after this one in order of seed; None while this one is not over."""
    if not facts.format.is_over(facts.table):
        return None
    return tuple(one.entry for one in facts.format.places(facts.table))[: following.cut["take"]]
