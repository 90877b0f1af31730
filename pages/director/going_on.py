"""Who goes on into a stage, and why, for the director's rooms."""

from collections.abc import Sequence

from kernel.text import Text
from tournaments.models import Stage
from tournaments.selectors.stages.order import stage_before
from tournaments.selectors.stages.qualifying import who_goes_on
from tournaments.selectors.stages.queries import standing_draw_of
from tournaments.selectors.stages.reading import stage_record
from web.actors import say


def more_rounds_after(number: int, name: Text) -> bool:
    """Whether a stage has more rounds than this one; its name says how many there are."""
    rounds = name.values["rounds"]
    return isinstance(rounds, int) and number < rounds


def qualified(stage: Stage) -> Sequence[tuple[int, str, str]]:
    """Who was drawn into a stage from the one before, in order of seed, and why; nobody into the
    first."""
    drawn = standing_draw_of(stage)
    if stage.number == 1 or drawn is None:
        return ()
    before = stage_record(stage_before(stage))
    reasons = who_goes_on(before, stage, before.format.places(before.table))
    return [
        (seed, before.entrants[entry].name, say(reasons[entry]) if entry in reasons else "")
        for seed, entry in enumerate(drawn.order, 1)
    ]
