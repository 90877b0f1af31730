"""Somebody comes late to an event whose rounds are all drawn: as long as nothing of it is played,
it is drawn anew with them."""

from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text, refusal
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Approval, CheckIn, Draw, Entry, Round, Stage, Tournament
from tournaments.selectors.events.entries import OUT, entry_rows
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.events.entering import standing_draw
from tournaments.services.events.presence import Newcomer, entry_of_newcomer
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.drawing import draw_entrants, drop_draw
from tournaments.services.stages.rounds import publish

NOT_DRAWN = N_("There is no draw yet: enter them as an entrant.")
LATER_STAGE = N_("Only the best of the stage before play in this one: nobody can join it.")
ONE_BY_ONE = N_("This stage is paired round by round: who comes late plays from the next round.")
PLAYED = N_("Something is played already: nobody can be drawn into this stage any more.")


def enter_into_draw(*, tournament_id: int, who: Newcomer, by: Actor, now: datetime) -> Entry:
    """Enter a player, or a team, into an event whose rounds are drawn together, while nothing is
    played: the draw is taken back and made anew, in one change, with all who were in it and are
    not gone.

    Seeds are as before, those by lot from the same text; the newcomer is the last in order of
    registration, and has the seed that the seeding of the event gives. Who is in already, or has
    withdrawn, is refused. What was published is so again, and begins and lasts as it was planned.
    """
    with changing(tournament_id, by=by, now=now, action="draw") as change:
        draw = standing_draw(change.tournament)
        if draw is None:
            raise refusal("not_ready", NOT_DRAWN)
        facts = stage_record(draw.stage)
        if why_not := why_no_new_draw(facts):
            raise Refusal(why_not)
        entry = entry_of_newcomer(change, who, facts)
        _let_in(change, entry)
        _draw_anew(change, draw, facts, entry)
        change.record("entries.into_draw", "entrants", entry=entry.pk)
    entry.refresh_from_db()
    return entry


def why_no_new_draw(facts: StageRecord) -> Text | None:
    """Why nobody can come into the draw of a stage any more; None where they can."""
    if facts.stage.number > 1:
        return Text("not_ready", LATER_STAGE)
    if facts.stage.format_class.drawn_by_round:
        return Text("not_ready", ONE_BY_ONE)
    return Text("not_ready", PLAYED) if facts.begun else None


def _let_in(change: Change, entry: Entry) -> None:
    """They are here: where others are checked in, they are too."""
    Approval.objects.get_or_create(entry=entry, defaults=change.facts)
    if CheckIn.objects.filter(entry__tournament=change.tournament).exists():
        CheckIn.objects.get_or_create(entry=entry, defaults=change.facts)


def _draw_anew(change: Change, draw: Draw, facts: StageRecord, entry: Entry) -> None:
    stage, planned = draw.stage, {round.number: round for round in facts.rounds}
    published = [round.number for round in facts.rounds if round.state != RoundState.DRAFT]
    if change.tournament.publishing == Tournament.Publishing.AUTOMATIC:
        published = published[:1]  # later ones follow of themselves
    drop_draw(change, stage)
    wanted = {*draw.order, entry.pk}
    rows = entry_rows(change.tournament)
    field = [row for row in rows if row.entry.pk in wanted and row.status not in OUT]
    draw_entrants(change, stage, field, draw.seed)
    _plan_as_before(stage, planned)
    for round in stage.rounds.filter(number__in=published).order_by("number"):
        publish(change, round)
    advance_stage(change, stage)


def _plan_as_before(stage: Stage, planned: dict[int, Round]) -> None:
    """The hours and lengths that were set; with more rounds than before the new ones have none."""
    for round in stage.rounds.filter(number__in=planned):
        before = planned[round.number]
        round.planned_start, round.minutes = before.planned_start, before.minutes
        round.publish_at = before.publish_at
        round.save(update_fields=["planned_start", "minutes", "publish_at"])
