"""Who goes on into a stage, and why, for the director's rooms."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Draw, Stage
from tournaments.selectors.stages.facts import stage_facts
from tournaments.selectors.stages.qualifying import who_goes_on
from web.actors import say


@dataclass(frozen=True, slots=True)
class Qualified:
    """Who goes on into a stage, by his seed there."""

    seed: int
    name: str
    why: str


def qualified(stage: Stage) -> Sequence[Qualified]:
    """Who was drawn into a stage from the one before, in order of seed; nobody into the first."""
    drawn = Draw.objects.filter(stage=stage, superseded_at__isnull=True).first()
    if stage.number == 1 or drawn is None:
        return ()
    before = stage_facts(Stage.objects.get(tournament=stage.tournament_id, number=stage.number - 1))
    reasons = who_goes_on(before, stage, before.format.places(before.table))
    return [
        Qualified(
            seed,
            before.entrants[entry].name,
            say(reasons[entry]) if entry in reasons else "",
        )
        for seed, entry in enumerate(drawn.order, 1)
    ]
