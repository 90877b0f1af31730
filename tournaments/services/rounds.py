"""Rounds are drawn, published, taken back; a tournament is started; the clock of a round runs."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from games.models import Match
from players.permissions import Actor
from players.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.domain.crosstable import Crosstable, Key, PairingPlan
from tournaments.domain.formats.registry import format_of
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.domain.seeding import DRAW_VERSION, Entrant, seed_order
from tournaments.models import (
    Board,
    ClockEvent,
    Draw,
    Entry,
    EntryMember,
    Pairing,
    PairingSide,
    Penalty,
    Publication,
    Round,
    Stage,
    StandingTable,
    Table,
    Tournament,
)
from tournaments.selectors.entries import entry_rows, field_of
from tournaments.selectors.stages import stage_facts
from tournaments.services.advancing import advance_stage
from tournaments.services.changes import Change, changing
from tournaments.services.setup import enter_state

BATCH = 300  # rows of one insert: SQLite bounds the variables of a statement


def start_tournament(*, tournament_id: int, by: Actor, now: datetime, seed: str = "") -> Tournament:
    """Check, draw and publish the first round. Starting what has started changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        if change.tournament.state == TournamentState.RUNNING:
            return change.tournament
        lifecycle.require(change.tournament.state, "start")
        stage = _stage(change.tournament)
        if not stage.rounds.exists():
            _draw(change, stage, seed)
        _publish(change, stage.rounds.get(number=1))
        advance_stage(change, stage)
    return change.tournament


def draw_stage(*, tournament_id: int, by: Actor, now: datetime, seed: str = "") -> Draw:
    """Draw the stage, or draw it again while its first round is not published.

    `seed` feeds the order where it is at random; left out, one is made. It is kept with the draw.
    """
    with changing(tournament_id, by=by, now=now) as change:
        lifecycle.require(change.tournament.state, "draw")
        stage = _stage(change.tournament)
        first = stage.rounds.filter(number=1).first()
        if first and first.state != RoundState.DRAFT:
            sentence = N_("Round 1 is published. Take the publication back before you draw again.")
            raise Refusal(Text("not_ready", sentence))
        _drop_draw(change, stage)
        return _draw(change, stage, seed)


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
        if number > 1 and _round(change.tournament, number - 1).state == RoundState.DRAFT:
            sentence = N_("Publish round %(before)d first.")
            raise Refusal(Text("not_ready", sentence, {"before": number - 1}))
        if at is not None and at > now:
            round.publish_at = at
            round.save(update_fields=["publish_at"])
            data = {"round": round.pk, "at": at.isoformat()}
            change.record("round.plan", data, changed="rounds", public=False)
        else:
            _publish(change, round)
            advance_stage(change, round.stage)
    return _round(change.tournament, number)


def publish_due_rounds(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """Publish every round whose hour has come and that nothing keeps back: the round before it is
    published, and the tournament not over."""
    with changing(tournament_id, by=by, now=now) as change:
        if lifecycle.why_not(change.tournament.state, "publish_round"):
            return
        stage = _stage(change.tournament)
        published = False
        for round in stage.rounds.filter(state=RoundState.DRAFT).order_by("number"):
            if round.publish_at is None or round.publish_at > now:
                break
            _publish(change, round)
            published = True
        if published:
            advance_stage(change, stage)


def unpublish_round(*, tournament_id: int, number: int, by: Actor, now: datetime) -> Round:
    """Take a publication back while nothing of the round is played, or one that is planned.

    The rounds that were published after it go with it; round 1 undoes the start.
    """
    with changing(tournament_id, by=by, now=now) as change:
        round = _round(change.tournament, number)
        if round.state == RoundState.DRAFT:
            _drop_plan(change, round)
            return round
        lifecycle.require(change.tournament.state, "drop_round")
        published = round.stage.rounds.exclude(state=RoundState.DRAFT)
        for one in published.filter(number__gte=number).order_by("-number"):
            _take_back(change, one)
        if number == 1:
            enter_state(change, lifecycle.require(change.tournament.state, "take_back_start"))
        advance_stage(change, round.stage)
    return _round(change.tournament, number)


def drop_round(*, tournament_id: int, number: int, by: Actor, now: datetime) -> None:
    """Delete a drawn round of which nothing is published or played.

    The rounds of a knock-out are drawn together and go together, from round 1. Dropping what is
    not there changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        stage = _stage(change.tournament)
        round = stage.rounds.filter(number=number).first()
        if round is None:
            return
        lifecycle.require(change.tournament.state, "drop_round")
        lifecycle.require_round(round.state, "drop", round=number)
        if round.state != RoundState.DRAFT:
            sentence = N_("Round %(round)d is published. Take that back before you drop it.")
            raise Refusal(Text("not_ready", sentence, {"round": number}))
        if number > 1:
            sentence = N_("The rounds of a knock-out are drawn together: drop round 1 to undo it.")
            raise Refusal(Text("not_ready", sentence))
        _drop_draw(change, stage)


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
        change.record("round.schedule", {"round": round.pk}, changed="rounds", public=known)
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
            raise Refusal(Text("not_ready", N_("Publish the round before its clock starts.")))
        started = round.clock_events.filter(kind=ClockEvent.Kinds.START).first()
        if kind == ClockEvent.Kinds.START and started:
            return started
        if kind != ClockEvent.Kinds.START and not started:
            raise Refusal(Text("not_ready", N_("The clock of this round has not been started.")))
        table = _table(change.tournament, table_number)
        event = ClockEvent.objects.create(
            round=round, kind=kind, table=table, seconds=seconds, **change.facts
        )
        data = {"round": round.pk, "kind": kind, "table": table_number, "seconds": seconds}
        change.record("round.clock", data, changed="clock")
        if kind == ClockEvent.Kinds.START:
            advance_stage(change, round.stage)
    return event


def note_clock(
    change: Change, round: Round, kind: str, table: Table | None, seconds: int = 0
) -> ClockEvent:
    """Write down what was done to a round's clock, inside a change that has begun."""
    event = ClockEvent.objects.create(
        round=round, kind=kind, table=table, seconds=seconds, **change.facts
    )
    change.record("round.clock", {"round": round.pk, "kind": kind}, changed="clock")
    return event


def _draw(change: Change, stage: Stage, seed: str) -> Draw:
    tournament = change.tournament
    field = field_of(entry_rows(tournament))
    seed = seed or secrets.token_hex(16)
    entrants = [Entrant(row.entry.pk, row.rating, row.entry.seed) for row in field]
    order = seed_order(entrants, tournament.seeding, seed)
    format = format_of(stage.format, stage.settings)
    format.validate(order)
    draw = Draw.objects.create(
        stage=stage,
        seed=seed,
        method=tournament.seeding,
        algorithm=DRAW_VERSION,
        order=list(order),
        given=_given_seeds(tournament),
        **change.facts,
    )
    _freeze(tournament, order)
    _write_plan(tournament, stage, format.next_round(Crosstable(entries=order)))
    data = {"stage": stage.pk, "draw": draw.pk, "seed": seed}
    change.record("stage.draw", data, changed="rounds", public=False)
    return draw


def _given_seeds(tournament: Tournament) -> list[list[int]]:
    seeded = Entry.objects.filter(tournament=tournament, seed__isnull=False)
    return [list(pair) for pair in seeded.values_list("pk", "seed")]


def _give_back_seeds(tournament: Tournament, draw: Draw) -> None:
    """Seeds are again as they were given before the draw."""
    Entry.objects.filter(tournament=tournament).update(seed=None)
    entries = [Entry(pk=entry, seed=seed) for entry, seed in draw.given]
    Entry.objects.bulk_update(entries, ["seed"], batch_size=BATCH)


def _freeze(tournament: Tournament, order: Sequence[int]) -> None:
    """Names and seeds stay from now on as they are at the draw."""
    members = EntryMember.objects.filter(tournament=tournament, board=1)
    names = dict(members.values_list("entry_id", "player__name"))
    place = {entry: seed for seed, entry in enumerate(order, 1)}
    entries = list(Entry.objects.filter(tournament=tournament))
    Entry.objects.filter(tournament=tournament).update(seed=None)
    for entry in entries:
        entry.seed = place.get(entry.pk)
        entry.name = names[entry.pk]
    Entry.objects.bulk_update(entries, ["seed", "name"], batch_size=BATCH)


def _write_plan(tournament: Tournament, stage: Stage, plan: Sequence[PairingPlan]) -> None:
    rounds = {
        number: Round.objects.create(stage=stage, number=number)
        for number in sorted({one.round for one in plan})
    }
    rows = Pairing.objects.bulk_create(
        [Pairing(round=rounds[one.round], number=one.number) for one in plan], batch_size=BATCH
    )
    pairings = {one.key: row for one, row in zip(plan, rows, strict=True)}
    PairingSide.objects.bulk_create(
        [side for one in plan for side in _sides(one, pairings)], batch_size=BATCH
    )
    playable = [one for one in plan if all(side.kind != "bye" for side in one.sides)]
    matches = Match.objects.bulk_create(
        [
            Match(rules=tournament.rules, rules_version=tournament.rules_version, games_won=[0, 0])
            for _ in playable
        ],
        batch_size=BATCH,
    )
    Board.objects.bulk_create(
        [
            Board(pairing=pairings[one.key], match=match)
            for one, match in zip(playable, matches, strict=True)
        ],
        batch_size=BATCH,
    )


def _sides(one: PairingPlan, pairings: Mapping[Key, Pairing]) -> list[PairingSide]:
    return [
        PairingSide(
            pairing=pairings[one.key],
            seat=seat,
            kind=side.kind,
            entry_id=side.entry,
            feeder=pairings[side.feeder] if side.feeder else None,
        )
        for seat, side in enumerate(one.sides)
    ]


def _drop_draw(change: Change, stage: Stage) -> None:
    """Take the standing draw back: its rows go, the fact that it was made stays."""
    if not stage.rounds.exists():
        return
    if stage_facts(stage).begun():
        raise Refusal(Text("not_ready", N_("Something is played already: the draw stands.")))
    if Penalty.objects.filter(board__pairing__round__stage=stage).exists():
        sentence = N_("Penalties were given at its matches already: the draw stands.")
        raise Refusal(Text("not_ready", sentence))
    Match.objects.filter(board__pairing__round__stage=stage).delete()
    stage.rounds.all().delete()
    draw = Draw.objects.get(stage=stage, superseded_at__isnull=True)
    draw.superseded_at = change.now
    draw.save(update_fields=["superseded_at"])
    _give_back_seeds(change.tournament, draw)
    change.record("stage.drop_draw", {"stage": stage.pk}, changed="rounds", public=False)


def _publish(change: Change, round: Round) -> None:
    Publication.objects.create(round=round, **change.facts)
    round.state = RoundState.PUBLISHED
    round.save(update_fields=["state"])
    change.record("round.publish", {"round": round.pk}, changed="rounds")
    if change.tournament.state != TournamentState.RUNNING:
        enter_state(change, TournamentState.RUNNING)


def _take_back(change: Change, round: Round) -> None:
    lifecycle.require_round(round.state, "unpublish", round=round.number)
    Publication.objects.filter(round=round, superseded_at__isnull=True).update(
        superseded_at=change.now
    )
    StandingTable.objects.filter(round=round).delete()
    round.state, round.publish_at = RoundState.DRAFT, None
    round.save(update_fields=["state", "publish_at"])
    change.record("round.unpublish", {"round": round.pk}, changed="rounds")


def _drop_plan(change: Change, round: Round) -> None:
    if round.publish_at is not None:
        round.publish_at = None
        round.save(update_fields=["publish_at"])
        change.record("round.plan", {"round": round.pk, "at": None}, changed="rounds", public=False)


def _stage(tournament: Tournament) -> Stage:
    """The current stage: the last one."""
    return Stage.objects.filter(tournament=tournament).order_by("-number")[0]


def _round(tournament: Tournament, number: int) -> Round:
    round = Round.objects.filter(stage=_stage(tournament), number=number).first()
    if round is None:
        sentence = N_("There is no round %(round)d: draw the tournament first.")
        raise Refusal(Text("not_found", sentence, {"round": number}))
    return round


def _table(tournament: Tournament, number: int | None) -> Table | None:
    if number is None:
        return None
    table = Table.objects.filter(tournament=tournament, number=number).first()
    if table is None:
        sentence = N_("There is no table %(number)d in this tournament.")
        raise Refusal(Text("not_found", sentence, {"number": number}), "table")
    return table
