"""What was drawn from results that were corrected since is marked where it would be drawn
otherwise now."""

from collections.abc import Sequence

from tournaments.models import Round, Stage
from tournaments.selectors.stages.drawings import (
    Drawing,
    compared_with,
    drawings_after,
    first_corrected,
    is_drawn_from,
)
from tournaments.selectors.stages.order import is_drawn
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord


def mark_drawings(round: Round) -> None:
    """Note what was drawn from the results of a round, or of a later one, and would be drawn
    otherwise now."""
    drawings = drawings_after(round)
    if drawings:
        drawings = compared_with(stage_record(round.stage), drawings)
    mark(drawings, round.stage)


def mark_what_follows(facts: StageRecord, ranked: Sequence[int], following: Stage | None) -> None:
    """The same of what is drawn from the tables of these rounds, which were made anew: later rounds
    and the `following` stage. While the table before it stays as it is nothing is new of a drawing,
    and where nothing was corrected it is as it was drawn."""
    is_paired_on = facts.stage.format_class.drawn_by_round and any(
        round.number - 1 in ranked for round in facts.rounds
    )
    if not ranked or not (is_paired_on or (following and is_drawn(following))):
        return
    drawings = [
        drawing
        for drawing in drawings_after(facts.rounds[0])
        if is_drawn_from(drawing, facts.stage)
        and (drawing.stage != facts.stage or drawing.rounds[0].number - 1 in ranked)
    ]
    corrected = first_corrected(facts.stage) if drawings else None
    if corrected is not None:
        place = facts.stage.number, corrected
        touched = [drawing for drawing in drawings if drawing.place > place]
        untouched = [drawing for drawing in drawings if drawing.place <= place]
        drawings = [*untouched, *compared_with(facts, touched)]
    if drawings:
        mark(drawings, facts.stage)


def mark(drawings: Sequence[Drawing], stage: Stage) -> None:
    """Note on a stage and on the one after it which of these would be drawn otherwise."""
    there = set(stage.rounds.values_list("number", flat=True))
    kept = Stage.objects.values_list("repaired", flat=True).get(pk=stage.pk)
    rows = {number: found for number, *found in kept if number in there}
    for drawing in drawings:
        found = drawing.found.stored() if drawing.found and drawing.is_published else None
        if drawing.stage != stage:
            Stage.objects.filter(pk=drawing.stage.pk, number=stage.number + 1).update(redrawn=found)
        elif found is None:
            rows.pop(drawing.rounds[0].number, None)
        else:
            rows[drawing.rounds[0].number] = found
    repaired = [[number, *found] for number, found in sorted(rows.items())]
    Stage.objects.filter(pk=stage.pk).update(repaired=repaired)
