"""A round is drawn while matches before it go on, each counted in it as the director says.

The word holds as long as the round is a draft, however often that is drawn anew. It ends when the
draft is dropped, or drawn with another word. What a match counts in its round by then stays with
the round (`Round.left_open`), whatever its result comes to.
"""

from collections.abc import Mapping
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Refusal, refusal
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.open_results import CountedAs, OpenResult
from tournaments.models import LeftOpen, Round, Stage
from tournaments.selectors.stages.left_open import (
    coming_round,
    may_be_left_open,
    said_of,
    why_not_without,
)
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.next_round import draw_what_follows, release

NOT_NEXT = N_("Round %(round)d is not the one that is drawn next.")
OTHERS_MISSING = N_(
    "Other results are missing too: say of each of these matches what it counts, or wait for them."
)
UNKNOWN_WORD = N_("An open match counts as level, or as it stands.")
NO_MATCH = N_("This is no match of a round that is published.")


def draw_without(
    *,
    tournament_id: int,
    number: int,
    open_results: Mapping[int, str],
    by: Actor,
    now: datetime,
) -> Round:
    """Draw round `number`, the next one, while the matches of these pairings (their ids) go on,
    each counted in it as it is said (`CountedAs`).

    It takes the place of what was said of that round before, and of its draft. A match that has its
    result by now counts by that. Drawing it twice changes nothing, nor does it when the round is
    published.
    """
    with changing(tournament_id, by=by, now=now, action="draw") as change:
        stage = current_stage(stages_of(tournament_id))
        known = stage.rounds.filter(number=number).first()
        if known is not None and known.state != RoundState.DRAFT:
            return known
        facts = stage_record(stage)
        if why_not := why_not_without(facts):
            raise Refusal(why_not)
        if number != coming_round(facts):
            raise refusal("not_ready", NOT_NEXT, round=number)
        is_new = _say(change, facts, number, open_results)
        if known is not None and not is_new:
            return known
        release(stage)
        draw_what_follows(change, stage_record(stage), anew=True)
        drawn = stage.rounds.filter(number=number).first()
        if drawn is None:
            raise refusal("not_ready", OTHERS_MISSING)
    return drawn


def end_words(change: Change, stage: Stage, number: int) -> None:
    """No match is left open any more for a round that is not drawn."""
    standing = LeftOpen.objects.filter(stage=stage, round=number, superseded_at__isnull=True)
    if standing.update(superseded_at=change.now):
        change.record("round.wait", "rounds", public=False, stage=stage.pk, number=number)


def _say(change: Change, facts: StageRecord, number: int, open_results: Mapping[int, str]) -> bool:
    """Write down what these count; whether it is anything new."""
    wanted = _results(facts, open_results)
    if {*said_of(facts, number)} == {*wanted}:
        return False
    end_words(change, facts.stage, number)
    LeftOpen.objects.bulk_create(
        LeftOpen(
            stage=facts.stage,
            round=number,
            pairing_id=result.pairing,
            counted_as=result.counted_as,
            won=list(result.won),
            **change.facts,
        )
        for result in wanted
    )
    said = [result.stored() for result in wanted]
    data = {"stage": facts.stage.pk, "number": number, "left_open": said}
    change.record("round.leave_open", "rounds", public=False, **data)
    return True


def _results(facts: StageRecord, open_results: Mapping[int, str]) -> list[OpenResult]:
    """What each of these counts; one that has its result meanwhile is left out."""
    if not set(open_results.values()) <= set(CountedAs):
        raise refusal("invalid", UNKNOWN_WORD, "open_results")
    coming = coming_round(facts)
    of_stage = {facts.pairings[key].pk for key in facts.pairings if key[0] < coming}
    if not open_results.keys() <= of_stage:
        raise refusal("not_found", NO_MATCH, "open_results")
    return [
        match.counted_as(CountedAs(open_results[match.pairing.pk]))
        for match in may_be_left_open(facts)
        if match.pairing.pk in open_results
    ]
