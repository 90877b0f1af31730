"""What standings rest on, and the proof that those that are stored follow from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.verification.facts import TableRow
from tournaments.domain.verification.tables import recomputed
from tournaments.models import Stage, StandingTable, Tournament
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from web.db.consistent_read import consistent_read


@dataclass(frozen=True, slots=True)
class Verified:
    """A stored table of standings, and what is wrong with it. One that `is_behind` is older than
    its tournament: a worker is about to make it anew, and it was not looked at."""

    stage: int
    round: int
    wrong: tuple[str, ...]
    is_behind: bool = False


def table_after(facts: StageRecord, round: int) -> Crosstable:
    """The facts up to a round: later results are left out, and where rounds are paired one by one
    also later rounds, and who came for them."""
    table = facts.table
    outcomes = {key: outcome for key, outcome in table.outcomes.items() if key[0] <= round}
    withdrawn = withdrawn_by(facts, round)
    table = replace(table, outcomes=outcomes, withdrawn=withdrawn)
    if not facts.stage.format_class.drawn_by_round:
        return table
    return replace(
        table,
        entries=tuple(entry for entry in table.entries if table.joined.get(entry, 1) <= round),
        plan=tuple(planned for planned in table.plan if planned.round <= round),
    )


def withdrawn_by(facts: StageRecord, round: int) -> dict[int, int]:
    """Who was out of the stage after a round, with the first round that they did not play. Of a
    knock-out that is drawn round by round those count too who left after the last one: there may be
    too few for another."""
    table, format_class = facts.table, facts.stage.format_class
    is_last = round == len(facts.rounds) and format_class.drawn_by_round
    last = round + 1 if is_last and format_class.is_knock_out else round
    return {entry: gone for entry, gone in table.withdrawn.items() if gone <= last}


def compared_in(table: StandingTable) -> tuple[str, ...]:
    """The tie-breaks of a stored table in the order of its stage, () where its format compares
    none. Its rows don't say: PostgreSQL keeps no order within JSON."""
    stored = table.rows[0]["tiebreaks"] if table.rows else ()
    return tuple(code for code in table.stage.compares if code in stored)


def verified(stage: Stage) -> Iterator[Verified]:
    """Every stored table of a stage, worked out anew from the definitions, all as of one moment."""
    with consistent_read():
        yield from _verified(stage)


def _verified(stage: Stage) -> Iterator[Verified]:
    version = Tournament.objects.values_list("version", flat=True).get(pk=stage.tournament_id)
    facts = stage_record(stage)
    tables = StandingTable.objects.filter(stage=stage).select_related("round", "stage")
    for stored in tables.order_by("round__number"):
        number = stored.round.number
        if stored.version != version:
            yield Verified(stage.number, number, (), is_behind=True)
            continue
        expected = recomputed(table_after(facts, number), facts.format.by_definition)
        codes = compared_in(stored)
        wrong = [
            text
            for row, due in zip(stored.rows, expected, strict=False)
            for text in _wrong(row, due, codes)
        ]
        if len(stored.rows) != len(expected):
            wrong.insert(0, f"{len(stored.rows)} rows stored, {len(expected)} worked out")
        yield Verified(stage.number, number, tuple(wrong))


def _wrong(row: Mapping[str, Any], due: TableRow, codes: Sequence[str]) -> Iterator[str]:
    """What is wrong with a stored row. Older versions stored no group."""
    if row["entry"] != due.entry:
        yield f"entry {row['entry']} stands where entry {due.entry} belongs"
        return
    expected = {"rank": due.rank, "shared": due.shared, "group": due.group}
    expected |= due.record._asdict() | dict(zip(codes, due.values, strict=False))
    stored = {"group": due.group, **row, **row["tiebreaks"]}
    for name, value in expected.items():
        if stored.get(name) != value:
            yield f"entry {due.entry}: {name} stored {stored.get(name)}, worked out {value}"
    if len(row["tiebreaks"]) != len(due.values):
        yield f"entry {due.entry}: {len(row['tiebreaks'])} values stored, {len(due.values)} needed"
