"""Who beat whom in the groups of a round robin, as API and pages show it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks import STANDARD
from tournaments.domain.tiebreaks.results import MatchPoints
from tournaments.models import Stage
from tournaments.selectors.stages.bracket import Slot, bracket_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.sides import NamedSide, entrants_of


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group, from 1: its entrants by place as the results stand, their match points (None where
    they are not compared), and all of its matches by round and number, two of each pair in a double
    round robin."""

    number: int
    entrants: tuple[NamedSide, ...]
    points: tuple[float | None, ...]
    matches: tuple[Slot, ...]


def with_crosstable(stages: Iterable[Stage]) -> Sequence[Stage]:
    """The stages that have a crosstable."""
    return [stage for stage in stages if stage.format_class.has_crosstable]


def crosstable(stage: Stage, *, full_names: bool) -> tuple[GroupTable, ...]:
    """The groups of a stage that is drawn."""
    record = stage_record(stage)
    sides = entrants_of(record, full_names=full_names)
    rows = record.format.places(record.table)
    places = {row.entry: place for place, row in enumerate(rows)}
    points = _points(stage, rows)
    drawn = record.format.groups_of(record.table).values()
    groups = [sorted(group, key=places.__getitem__) for group in drawn]
    group_of = {entry: number for number, group in enumerate(groups) for entry in group}
    matches: list[list[Slot]] = [[] for _ in groups]
    for round in bracket_of(record, full_names=full_names):
        for slot in round.matches:
            matches[next(group_of[side.entry] for side in slot.players if side)].append(slot)
    return tuple(
        GroupTable(
            number,
            tuple(sides[entry] for entry in group),
            tuple(points.get(entry) for entry in group),
            tuple(played),
        )
        for number, (group, played) in enumerate(zip(groups, matches, strict=True), 1)
    )


def _points(stage: Stage, rows: Iterable[Standing]) -> Mapping[int, float]:
    compared = stage.settings.get("tiebreaks", STANDARD)
    if MatchPoints.code not in compared:
        return {}
    at = compared.index(MatchPoints.code)
    return {row.entry: row.values[at] for row in rows if row.values}
