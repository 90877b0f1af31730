"""Standings, as workers keep them for each round."""

from dataclasses import replace
from datetime import datetime

from players.permissions import Actor
from players.text import Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.standings import Standing
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages import stage_facts
from tournaments.services.changes import Change, changing


def compute_standings(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Bring the table of every published round up to the facts; told only where one changed."""
    stage = Stage.objects.filter(pk=stage_id).first()
    if stage is None:
        return
    with changing(stage.tournament_id, by=by, now=now) as change:
        write_standings(change, stage)


def write_standings(change: Change, stage: Stage) -> None:
    """The same inside a change that has begun."""
    facts = stage_facts(stage)
    names = dict(change.tournament.entries.values_list("pk", "name"))
    kept = {one.round_id: one for one in StandingTable.objects.filter(stage=stage)}
    written = []
    for round in facts.rounds:
        if round.state == RoundState.DRAFT:
            continue
        table = _until(facts.table, round.number)
        rows = [_row(one, names) for one in facts.format.places(table)]
        old = kept.get(round.pk)
        if old is None or old.rows != rows:
            written.append(StandingTable(stage=stage, round=round, rows=rows))
    _write(change, stage, written)


def _until(table: Crosstable, round: int) -> Crosstable:
    """The facts up to a round: later results are left out."""
    outcomes = {key: one for key, one in table.outcomes.items() if key[0] <= round}
    withdrawn = {entry: gone for entry, gone in table.withdrawn.items() if gone <= round}
    return replace(table, outcomes=outcomes, withdrawn=withdrawn)


def _row(one: Standing, names: dict[int, str]) -> dict[str, object]:
    return {
        "rank": one.rank,
        "shared": one.shared,
        "entry": one.entry,
        "name": names[one.entry],
        "played": one.played,
        "won": one.won,
        "lost": one.lost,
        "tiebreaks": {},
        "reason": _stored(one.reason),
    }


def _stored(text: Text) -> dict[str, object]:
    """A sentence as its code and values: in the values a sentence may stand, too."""
    values = {
        name: _stored(value) if isinstance(value, Text) else value
        for name, value in text.values.items()
    }
    return {"code": text.code, "values": values}


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
        update_fields=["version", "computed_at", "rows"],
    )
    StandingTable.objects.filter(stage=stage).update(version=version)
