"""What standings rest on, and the proof that those that are stored follow from it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.registry import PAIRED_BY_ROUND, standard_settings
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.tiebreaks import STANDARD
from tournaments.domain.verification import Counting, recomputed
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages import StageTable, stage_table

VERIFIED: tuple[type[Swiss | RoundRobin], ...] = (Swiss, RoundRobin)
"""The formats whose tables are worked out a second time from the definitions."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A stored table of standings: what is wrong with it, and whether that was found from the
    definitions or (`by_definition` false) by asking the format again."""

    stage: int
    round: int
    by_definition: bool
    wrong: tuple[str, ...]


def table_after(facts: StageTable, round: int) -> Crosstable:
    """The facts up to a round: later results are left out, and where rounds are paired one by one
    also later rounds, and who came for them."""
    table = facts.table
    outcomes = {key: one for key, one in table.outcomes.items() if key[0] <= round}
    withdrawn = {entry: gone for entry, gone in table.withdrawn.items() if gone <= round}
    table = replace(table, outcomes=outcomes, withdrawn=withdrawn)
    if facts.stage.format not in PAIRED_BY_ROUND:
        return table
    return replace(
        table,
        entries=tuple(one for one in table.entries if table.joined.get(one, 1) <= round),
        plan=tuple(one for one in table.plan if one.round <= round),
    )


def compared_in(table: StandingTable) -> tuple[str, ...]:
    """The tie-breaks of a stored table in the order of its stage, () where its format compares
    none. Its rows don't say: PostgreSQL keeps no order within JSON."""
    stored = table.rows[0]["tiebreaks"] if table.rows else ()
    return tuple(code for code in table.stage.settings.get("tiebreaks", STANDARD) if code in stored)


def verified(stage: Stage) -> Iterator[Verified]:
    """Every stored table of a stage, worked out anew."""
    facts = stage_table(stage)
    tables = StandingTable.objects.filter(stage=stage).select_related("round", "stage")
    for stored in tables.order_by("round__number"):
        codes = compared_in(stored)
        found = [(row["entry"], row["rank"], _values(row, codes)) for row in stored.rows]
        expected, by_definition = _worked_out(facts, table_after(facts, stored.round.number))
        wrong = tuple(
            f"entry {ours[0]}: stored {ours[1:]}, worked out {theirs[1:]}"
            if ours[0] == theirs[0]
            else f"entry {ours[0]} stands where entry {theirs[0]} belongs"
            for ours, theirs in zip(found, expected, strict=False)
            if ours != theirs
        )
        if len(found) != len(expected):
            wrong = (f"{len(found)} rows stored, {len(expected)} worked out", *wrong)
        yield Verified(stage.number, stored.round.number, by_definition, wrong)


Row = tuple[int, int | None, tuple[float, ...]]


def _values(row: dict[str, dict[str, float]], codes: Sequence[str]) -> tuple[float, ...]:
    return tuple(row["tiebreaks"][code] for code in codes if code in row["tiebreaks"])


def _worked_out(facts: StageTable, table: Crosstable) -> tuple[list[Row], bool]:
    format = facts.format
    if not isinstance(format, VERIFIED):
        return [(one.entry, one.rank, one.values) for one in format.places(table)], False
    settings = standard_settings(type(format)) | facts.stage.settings
    counting = Counting(
        tiebreaks=settings["tiebreaks"],
        net_cap=settings["net_cap"],
        all_drawn=isinstance(format, RoundRobin),
        half_points=settings.get("half_points", 0),
        annul_before_half=settings.get("annul_before_half", False),
    )
    return [(one.entry, one.rank, one.values) for one in recomputed(table, counting)], True
