"""Rounds are drawn, published, taken back; a tournament is started; the clock of a round runs."""

from datetime import datetime

from games.tables.events import PLAYED_ON, REDRAWN
from kernel.permissions import Actor
from kernel.text import N_, Refusal, refusal
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import (
    ClockEvent,
    Draw,
    Publication,
    Round,
    Stage,
    StandingTable,
    Table,
    Tournament,
    Unpublication,
)
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.gate.changes import Change, changing, enter_state
from tournaments.services.stages.advancing import advance_stage, end_unpublications
from tournaments.services.stages.drawing import draw_field, drop_draw, drop_drawn_round
from tournaments.services.stages.leaving_open import end_words
from tournaments.services.stages.next_round import (
    draw_what_follows,
    hold,
    is_out_of_date,
    release,
    why_nothing_follows,
)
from tournaments.services.stages.online_tables import require_not_begun, tell_tables_of
from tournaments.services.stages.settling import settle
from tournaments.services.stages.tables import table_numbered
from tournaments.services.stages.windows import end_window, open_window


def start_tournament(*, tournament_id: int, by: Actor, now: datetime, seed: str = "") -> Tournament:
    """Check, draw and publish the first round. Starting what has started changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        if change.tournament.state == TournamentState.RUNNING:
            return change.tournament
        lifecycle.require(change.tournament.state, "start")
        stage = _stage(change.tournament)
        first = stage.rounds.filter(number=1).first()
        if first is not None and is_out_of_date(first):
            # Somebody has said meanwhile that they will not be there for it.
            seed = Draw.objects.get(stage=stage, superseded_at__isnull=True).seed
            drop_draw(change, stage)
            first = None
        if first is None:
            draw_field(change, stage, seed)
        publish(change, stage.rounds.get(number=1))
        advance_stage(change, stage)
    return change.tournament


def draw_stage(*, tournament_id: int, by: Actor, now: datetime, seed: str = "") -> Draw:
    """Draw the event, or draw it again while its first round is not published; once it runs, draw
    what comes next: the next round of a stage that pairs round by round, or the next stage.

    `seed` feeds the order where it is at random; left out, one is made. It is kept with the draw.
    """
    with changing(tournament_id, by=by, now=now, action="draw") as change:
        stage = _stage(change.tournament)
        first = stage.rounds.filter(number=1).first()
        if first is None or (first.state == RoundState.DRAFT and stage.number == 1):
            drop_draw(change, stage)
            return draw_field(change, stage, seed)
        release(stage)
        if not draw_what_follows(change, stage_record(stage), anew=True):
            raise Refusal(why_nothing_follows(stage))
        drawn = Draw.objects.filter(stage__tournament=tournament_id, superseded_at__isnull=True)
    return drawn.order_by("-stage__number")[0]


def publish_round(
    *,
    tournament_id: int,
    number: int,
    by: Actor,
    now: datetime,
    at: datetime | None = None,
) -> Round:
    """Make a round known, at once or at the hour `at`. Publishing twice changes nothing.

    The publication of round 1 starts the tournament.
    """
    with changing(tournament_id, by=by, now=now) as change:
        round = _round(change.tournament, number)
        if round.state != RoundState.DRAFT:
            return round
        lifecycle.require(change.tournament.state, "publish_round")
        facts = stage_record(round.stage)
        states = {other.number: other.state for other in facts.rounds}
        if states.get(number - 1) == RoundState.DRAFT:
            raise refusal("not_ready", N_("Publish round %(before)d first."), before=number - 1)
        if is_out_of_date(round, facts):
            sentence = N_(
                "Something has changed since this draft was drawn: draw it again, then publish it."
            )
            raise refusal("stale_draft", sentence)
        if at is not None and at > now:
            round.publish_at = at
            round.save(update_fields=["publish_at"])
            change.record("round.plan", "rounds", public=False, round=round.pk, at=at.isoformat())
        else:
            (own,) = (other for other in facts.rounds if other == round)
            publish(change, own)
            settle(change, own.stage, facts)
    round.refresh_from_db(fields=["state"])
    return round


def publish_due_rounds(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """Publish every round whose hour has come and that nothing keeps back: the round before it is
    published, and the tournament not over."""
    with changing(tournament_id, by=by, now=now) as change:
        if lifecycle.why_not(change.tournament.state, "publish_round"):
            return
        stage = _stage(change.tournament)
        published = False
        for round in stage.rounds.filter(state=RoundState.DRAFT).order_by("number"):
            if round.publish_at is None or round.publish_at > now or is_out_of_date(round):
                break
            publish(change, round)
            published = True
        if published:
            advance_stage(change, stage)


def unpublish_round(*, tournament_id: int, number: int, by: Actor, now: datetime) -> Round:
    """Take a publication back while nothing of the round is played, or one that is planned. It is
    published no more of itself, however often it is drawn anew.

    The rounds that were published after it go with it; round 1 undoes the start.
    """
    with changing(tournament_id, by=by, now=now) as change:
        round = _round(change.tournament, number)
        if round.state == RoundState.DRAFT:
            if round.publish_at is not None:
                round.publish_at = None
                round.save(update_fields=["publish_at"])
                change.record("round.plan", "rounds", public=False, round=round.pk, at=None)
            return round
        lifecycle.require(change.tournament.state, "drop_round")
        published = round.stage.rounds.exclude(state=RoundState.DRAFT)
        for later in published.filter(number__gte=number).order_by("-number"):
            _take_back(change, later)
        Unpublication.objects.get_or_create(
            stage=round.stage, number=number, superseded_at=None, defaults=change.facts
        )
        if number == 1 and round.stage.number == 1:
            enter_state(change, lifecycle.require(change.tournament.state, "take_back_start"))
        advance_stage(change, round.stage)
    return _round(change.tournament, number)


def drop_round(*, tournament_id: int, number: int, by: Actor, now: datetime) -> None:
    """Delete a drawn round of which nothing is published or played.

    Rounds that were planned together go together, from round 1; of those that are paired one by one
    the last goes by itself, and no match is left open for it any more. It comes again when it is
    asked for (`draw_stage`). Dropping what is not there changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        stage = _stage(change.tournament)
        end_words(change, stage, number)
        round = stage.rounds.filter(number=number).first()
        if round is None:
            return
        lifecycle.require(change.tournament.state, "drop_round")
        lifecycle.require_round(round.state, "drop", round=number)
        if round.state != RoundState.DRAFT:
            sentence = N_("Round %(round)d is published. Take that back before you drop it.")
            raise refusal("not_ready", sentence, round=number)
        if number > 1 and not stage.format_class.drawn_by_round:
            sentence = N_("The rounds of this stage are drawn together: drop round 1 to undo it.")
            raise refusal("not_ready", sentence)
        if number == 1:
            drop_draw(change, stage)
        else:
            drop_drawn_round(change, round)
        if (stage.number, number) != (1, 1):  # which nobody but the director draws
            hold(stage, number)


def plan_round(
    *,
    tournament_id: int,
    number: int,
    by: Actor,
    now: datetime,
    planned_start: datetime | None = None,
    minutes: int | None = None,
) -> Round:
    """Set when a round is to begin and how long it may take; None leaves either as it is."""
    with changing(tournament_id, by=by, now=now) as change:
        round = _round(change.tournament, number)
        lifecycle.require(change.tournament.state, "drop_round")
        round.planned_start = planned_start or round.planned_start
        round.minutes = minutes or round.minutes
        round.save(update_fields=["planned_start", "minutes"])
        known = change.tournament.state == TournamentState.RUNNING
        change.record("round.schedule", "rounds", public=known, round=round.pk)
    return round


def run_clock(
    *,
    tournament_id: int,
    number: int,
    kind: str,
    by: Actor,
    now: datetime,
    table_number: int | None = None,
    seconds: int = 0,
) -> ClockEvent:
    """Start, pause, resume or lengthen (by `seconds`) a round's clock, for one table or for all.

    Starting twice changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        round = _round(change.tournament, number)
        if round.state == RoundState.DRAFT:
            raise refusal("not_ready", N_("Publish the round before its clock starts."))
        started = round.clock_events.filter(kind=ClockEvent.Kinds.START).first()
        if kind == ClockEvent.Kinds.START and started:
            return started
        if kind != ClockEvent.Kinds.START and not started:
            raise refusal("not_ready", N_("The clock of this round has not been started."))
        table = table_numbered(change.tournament, table_number)
        said = {"table": table_number, "seconds": seconds}
        event = note_clock(change, round, kind, table, seconds, **said)
        if kind == ClockEvent.Kinds.START:
            advance_stage(change, round.stage)
    return event


def note_clock(
    change: Change, round: Round, kind: str, table: Table | None, seconds: int, /, **said: object
) -> ClockEvent:
    """Write down what was done to a round's clock, inside a change that has begun, and what the
    audit is to say besides."""
    event = ClockEvent.objects.create(
        round=round, kind=kind, table=table, seconds=seconds, **change.facts
    )
    change.record("round.clock", "clock", public=True, round=round.pk, kind=kind, **said)
    return event


def publish(change: Change, round: Round) -> None:
    """Make a round known, inside a change that has begun; the event runs from then on."""
    Publication.objects.create(round=round, **change.facts)
    open_window(change, round)
    end_unpublications(change, round)
    round.state = RoundState.PUBLISHED
    round.save(update_fields=["state"])
    tell_tables_of(change, [round.pk], PLAYED_ON)
    change.record("round.publish", "rounds", round=round.pk)
    if change.tournament.state != TournamentState.RUNNING:
        enter_state(change, TournamentState.RUNNING)


def _take_back(change: Change, round: Round) -> None:
    lifecycle.require_round(round.state, "unpublish", round=round.number)
    require_not_begun(round)
    tell_tables_of(change, [round.pk], REDRAWN)
    Publication.objects.filter(round=round, superseded_at__isnull=True).update(
        superseded_at=change.now
    )
    end_window(change, round)
    StandingTable.objects.filter(round=round).delete()
    round.state, round.publish_at = RoundState.DRAFT, None
    round.save(update_fields=["state", "publish_at"])
    change.record("round.unpublish", "rounds", round=round.pk)


def _stage(tournament: Tournament) -> Stage:
    return current_stage(stages_of(tournament.pk))


def _round(tournament: Tournament, number: int) -> Round:
    stage = _stage(tournament)
    round = Round.objects.filter(stage=stage, number=number).first()
    if round is None:
        sentence = N_("There is no round %(round)d: draw the tournament first.")
        raise refusal("not_found", sentence, round=number)
    round.stage = stage  # with its tournament
    return round
