"""What is drawn becomes rows: a draw with its order of seeds, rounds, pairings, matches.

All of it inside a change that has begun; what may be drawn when is for the callers to say.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from games.models import Match
from games.rule_books import game_of
from kernel.seats import SIDES, PerSeat, nothing
from kernel.text import N_, refusal
from tournaments.domain.crosstable import Crosstable, PairingKey, PairingPlan
from tournaments.domain.formats.registry import format_of
from tournaments.domain.formats.sentences import stored
from tournaments.domain.open_results import OpenResult
from tournaments.domain.seeding import DRAW_VERSION, Entrant, seed_order
from tournaments.models import (
    Board,
    Draw,
    Entry,
    EntryMember,
    Pairing,
    PairingSide,
    Penalty,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.events.entries import EntryRow, entry_rows, field_of
from tournaments.selectors.events.pair_rules import draw_conditions_of
from tournaments.selectors.stages.drafts import pairs_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.gate.changes import Change
from tournaments.services.stages.dropping import drop_beside

LEAST_WITH_AHEAD = 3
NO_GAME_AHEAD = N_(
    "Nobody can be a game ahead in a match of one game, to points, or of hands or rounds: play the "
    "final as best of 3 or more, or choose another final."
)
NO_TEAM_AHEAD = N_("A team can't begin a game ahead: choose another final.")
BATCH = 300  # rows of one insert: SQLite bounds the variables of a statement


def draw_field(change: Change, stage: Stage, seed: str) -> Draw:
    """Draw the first stage: the field of the event, in the order that its seeding gives."""
    field = field_of(entry_rows(change.tournament))
    return draw_entrants(change, stage, field, seed or secrets.token_hex(16))


def draw_entrants(change: Change, stage: Stage, field: Sequence[EntryRow], seed: str) -> Draw:
    """The same of these entrants, in order of approval."""
    tournament = change.tournament
    entrants = [Entrant(row.entry.pk, row.rating, row.entry.seed) for row in field]
    order = seed_order(entrants, tournament.seeding, seed)
    format_of(stage.format, stage.settings).validate(order)
    seeds = Entry.objects.filter(tournament=tournament).values_list("pk", "seed")
    given = [[entry, seed] for entry, seed in seeds if seed is not None]
    _freeze(tournament, order)
    return draw_order(change, stage, order, seed, method=tournament.seeding, given=given)


def draw_order(
    change: Change,
    stage: Stage,
    order: Sequence[int],
    seed: str,
    *,
    method: str,
    given: Sequence[list[int]] = (),
) -> Draw:
    """Draw a stage for entries whose order is known, and write what it plans at once."""
    draw = Draw.objects.create(
        stage=stage,
        seed=seed,
        method=method,
        algorithm=DRAW_VERSION,
        order=list(order),
        given=list(given),
        **change.facts,
    )
    said = draw_conditions_of(stage, order, order)
    table = Crosstable(
        entries=tuple(order), absent=said.absent, constraints=said.constraints, seed=seed
    )
    format = format_of(stage.format, stage.settings)
    free = replace(table, constraints=replace(said.constraints, fixed={}))
    proposed = pairs_of(format.next_round(free)) if stage.format_class.drawn_by_round else ()
    write_plan(change, stage, format.next_round(table), proposed=proposed)
    change.record("stage.draw", "rounds", public=False, stage=stage.pk, draw=draw.pk, seed=seed)
    return draw


def write_plan(
    change: Change,
    stage: Stage,
    plan: Sequence[PairingPlan],
    *,
    proposed: Sequence[Sequence[int | None]] = (),
    left_open: Sequence[OpenResult] = (),
) -> None:
    """Write rounds that are not there yet: their pairings, and a match for each of two sides; with
    a round that is paired by itself also what the program `proposed` for it, and what was
    `left_open`."""
    numbers = sorted({planned.round for planned in plan})
    rounds = {
        number: Round.objects.create(
            stage=stage,
            number=number,
            rules=_knobs(stage, number, numbers[-1]) or None,
            proposed=[list(two) for two in proposed],
            left_open=[result.stored() for result in left_open] or None,
        )
        for number in numbers
    }
    pairings = {
        planned.key: Pairing(
            round=rounds[planned.round],
            number=planned.number,
            reason=stored(planned.reason) if planned.reason else None,
        )
        for planned in plan
    }
    Pairing.objects.bulk_create(pairings.values(), batch_size=BATCH)
    PairingSide.objects.bulk_create(
        [side for planned in plan for side in _sides(planned, pairings)], batch_size=BATCH
    )
    matches = [
        (
            pairings[planned.key],
            {
                **change.tournament.rules,
                **(rounds[planned.round].rules or {}),
                **_seats_of(planned),
            },
            _head_start(planned),
        )
        for planned in plan
        if all(side.kind != "bye" for side in planned.sides)
    ]
    write_matches(change.tournament, matches)


def write_matches(
    tournament: Tournament, pairings: Sequence[tuple[Pairing, Mapping[str, Any], PerSeat]]
) -> None:
    """A match for each board of these pairings, under its rules, and with a head start; that is
    refused where a game ahead would decide it, or count for nothing."""
    for _, rules, ahead in pairings:
        if any(ahead) and tournament.plays_boards:
            raise refusal("not_ready", NO_TEAM_AHEAD, "final")
        if any(ahead) and (rules["match_type"] != "best_of" or rules["match_n"] < LEAST_WITH_AHEAD):
            raise refusal("not_ready", NO_GAME_AHEAD, "final")
    boards = [
        Board(
            pairing=pairing,
            number=number,
            match=Match(
                game=game_of(rules),
                rules=rules,
                rules_version=tournament.rules_version,
                head_start=list(ahead),
                games_won=list(ahead),
            ),
        )
        for pairing, rules, ahead in pairings
        for number in range(1, 1 + (tournament.boards if tournament.plays_boards else 1))
    ]
    Match.objects.bulk_create([board.match for board in boards], batch_size=BATCH)
    Board.objects.bulk_create(boards, batch_size=BATCH)


def _seats_of(planned: PairingPlan) -> Mapping[str, Any]:
    """The knobs of a match that follow from how many sit at its table."""
    if not planned.is_table:
        return {}
    seats = len(planned.sides)
    return {"side_size": seats // SIDES} if planned.partners else {"table_size": seats}


def _head_start(planned: PairingPlan) -> PerSeat:
    """The games that each side has won before the match begins."""
    alone = planned.is_table and not planned.partners
    return nothing(len(planned.sides)) if alone else planned.head_start


def drop_draw(change: Change, stage: Stage) -> None:
    """Take the standing draw back: its rows go, the fact that it was made stays."""
    if not stage.rounds.exists():
        return
    if stage_record(stage).begun:
        raise refusal("not_ready", N_("Something is played already: the draw stands."))
    _drop_rows(stage.rounds.all())
    draw = Draw.objects.get(stage=stage, superseded_at__isnull=True)
    draw.superseded_at = change.now
    draw.save(update_fields=["superseded_at"])
    Stage.objects.filter(pk=stage.pk).update(redrawn=None, repaired=[])
    if stage.number == 1:
        _give_back_seeds(change.tournament, draw)
    change.record("stage.drop_draw", "rounds", public=False, stage=stage.pk)


def drop_drawn_round(change: Change, round: Round) -> None:
    """Take back a round that was drawn by itself and is not published."""
    stage = round.stage
    _drop_rows(Round.objects.filter(pk=round.pk))
    marks = [mark for mark in stage.repaired if mark[0] != round.number]
    Stage.objects.filter(pk=stage.pk).update(repaired=marks)
    change.record("round.drop", "rounds", public=False, stage=stage.pk, number=round.number)


def _drop_rows(rounds: QuerySet[Round]) -> None:
    if Penalty.objects.filter(board__pairing__round__in=rounds).exists():
        sentence = N_("Penalties were given at its matches already: the draw stands.")
        raise refusal("not_ready", sentence)
    drop_beside(rounds)
    Match.objects.filter(board__pairing__round__in=rounds).delete()
    rounds.delete()


def _knobs(stage: Stage, round: int, last: int) -> dict[str, Any]:
    """The knobs of a round over the tournament's."""
    finals = stage.finals
    late = bool(finals) and round > last - finals["rounds"]
    return {**stage.rules, **(finals["rules"] if late else {})}


def _give_back_seeds(tournament: Tournament, draw: Draw) -> None:
    """Seeds are again as they were given before the draw."""
    Entry.objects.filter(tournament=tournament).update(seed=None)
    entries = [Entry(pk=entry, seed=seed) for entry, seed in draw.given]
    Entry.objects.bulk_update(entries, ["seed"], batch_size=BATCH)


def _freeze(tournament: Tournament, order: Sequence[int]) -> None:
    """Names and seeds stay from now on as they are at the draw; a team has a name of its own."""
    members = EntryMember.objects.filter(tournament=tournament, board=1)
    names = {} if tournament.has_teams else dict(members.values_list("entry_id", "player__name"))
    place = {entry: seed for seed, entry in enumerate(order, 1)}
    entries = list(Entry.objects.filter(tournament=tournament))
    Entry.objects.filter(tournament=tournament).update(seed=None)
    for entry in entries:
        entry.seed = place.get(entry.pk)
        entry.name = names.get(entry.pk, entry.name)
    Entry.objects.bulk_update(entries, ["seed", "name"], batch_size=BATCH)


def _sides(planned: PairingPlan, pairings: Mapping[PairingKey, Pairing]) -> list[PairingSide]:
    return [
        PairingSide(
            pairing=pairings[planned.key],
            seat=seat,
            kind=side.kind,
            entry_id=side.entry,
            feeder=pairings[side.feeder] if side.feeder else None,
        )
        for seat, side in enumerate(planned.sides)
    ]
