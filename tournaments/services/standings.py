"""Standings, as workers keep them for each round."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from players.permissions import Actor
from players.text import Refusal
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.registry import PAIRED_BY_ROUND
from tournaments.domain.formats.sentences import stored
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import STANDARD
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages import current_stage, stage_facts, stages_of
from tournaments.services.changes import Change, changing
from tournaments.services.continuing import draw_what_follows

VERSION = 1
"""Raised whenever the same facts would be ranked or told otherwise."""


def compute_standings(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Draw what follows, then bring the table of every published round up to the facts; told only
    where one changed.

    Both are one: the standings are the last thing that is done, so that whoever finds them behind
    knows that the rest is to be done as well.
    """
    stage = Stage.objects.filter(pk=stage_id).first()
    if stage is None:
        return
    with changing(stage.tournament_id, by=by, now=now) as change:
        if change.tournament.state == TournamentState.RUNNING:
            with suppress(Refusal):  # what can't be drawn waits for the director
                draw_what_follows(change, current_stage(stages_of(stage.tournament_id)))
        write_standings(change, stage)


def write_standings(change: Change, stage: Stage) -> None:
    """The same inside a change that has begun."""
    facts = stage_facts(stage)
    names = dict(change.tournament.entries.values_list("pk", "name"))
    known = dict(StandingTable.objects.filter(stage=stage).values_list("round", "basis"))
    one_by_one = stage.format in PAIRED_BY_ROUND
    codes: Sequence[str] = stage.settings.get("tiebreaks", STANDARD)
    written = []
    for round in facts.rounds:
        if round.state == RoundState.DRAFT:
            continue
        table = _until(facts.table, round.number, one_by_one=one_by_one)
        basis = _digest(table, names)
        if known.get(round.pk) == basis:
            continue
        rows = [_row(one, names, codes) for one in facts.format.places(table)]
        written.append(StandingTable(stage=stage, round=round, basis=basis, rows=rows))
    _write(change, stage, written)


def _until(table: Crosstable, round: int, *, one_by_one: bool) -> Crosstable:
    """The facts up to a round: later results are left out, and where rounds are paired one by one
    also later rounds, and who came for them."""
    outcomes = {key: one for key, one in table.outcomes.items() if key[0] <= round}
    withdrawn = {entry: gone for entry, gone in table.withdrawn.items() if gone <= round}
    table = replace(table, outcomes=outcomes, withdrawn=withdrawn)
    if not one_by_one:
        return table
    return replace(
        table,
        entries=tuple(one for one in table.entries if table.joined.get(one, 1) <= round),
        plan=tuple(one for one in table.plan if one.round <= round),
    )


def _digest(table: Crosstable, names: Mapping[int, str]) -> str:
    """What a table of standings rests on."""
    facts = (
        VERSION,
        [(one, names[one]) for one in table.entries],
        table.seed,
        [(one.key, one.sides) for one in table.plan],
        sorted(table.outcomes.items()),
        sorted(table.withdrawn.items()),
        sorted(table.put_out),
        sorted(table.joined.items()),
        sorted((entry, sorted(rounds)) for entry, rounds in table.absent.items()),
    )
    return sha256(repr(facts).encode()).hexdigest()


def _row(one: Standing, names: Mapping[int, str], codes: Sequence[str]) -> dict[str, object]:
    return {
        "rank": one.rank,
        "shared": one.shared,
        "entry": one.entry,
        "name": names[one.entry],
        "played": one.played,
        "won": one.won,
        "lost": one.lost,
        "group": one.group,
        "tiebreaks": dict(zip(codes, one.values, strict=False)),
        "reason": stored(one.reason),
    }


def _write(change: Change, stage: Stage, written: list[StandingTable]) -> None:
    if written:
        change.record(
            "standings.compute",
            {"stage": stage.pk, "rounds": [one.round_id for one in written]},
            changed="standings",
        )
    version = change.tournament.version + bool(change.records)
    for one in written:
        one.version, one.computed_at = version, change.now
    StandingTable.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["round"],
        update_fields=["version", "computed_at", "basis", "rows"],
    )
    StandingTable.objects.filter(stage=stage).update(version=version)
