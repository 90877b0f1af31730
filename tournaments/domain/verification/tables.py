"""Tables of an event that ranks by tie-breaks."""

from collections.abc import Iterator, Sequence
from itertools import cycle

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.verification.events import (
    Counting,
    Event,
    Measure,
    drawn_groups,
    is_annulled,
    lines_of,
)
from tournaments.domain.verification.facts import Settings, TableRow


def swiss(table: Crosstable, settings: Settings) -> tuple[TableRow, ...]:
    """One table for all."""
    counting = Counting(settings["net_cap"], half_points=settings["half_points"])
    event = Event(lines_of(table, counting, table.entries), counting.all_drawn, table.seed)
    return tuple(ranked(event, settings["tiebreaks"]))


def round_robin(table: Crosstable, settings: Settings) -> tuple[TableRow, ...]:
    """Group after group; who came after the draw stands at the end."""
    annul = settings["annul_before_half"]
    counting = Counting(settings["net_cap"], all_drawn=True, annul_before_half=annul)
    groups = drawn_groups(table)
    drawn = {entry for group in groups for entry in group}
    return (
        *in_groups(table, settings, counting, groups),
        *[TableRow(entry, None) for entry in table.entries if entry not in drawn],
    )


def qualifying(table: Crosstable, settings: Settings) -> tuple[TableRow, ...]:
    """Group after group. Groups are filled by snake: to and fro, late entries going on with it in
    the order in which they came."""
    count = settings["groups"]
    groups: list[list[int]] = [[] for _ in range(count)]
    to_and_fro = cycle([*groups, *reversed(groups)])
    coming = sorted(table.entries, key=lambda entry: table.joined.get(entry, 1))
    for entry, group in zip(coming, to_and_fro, strict=False):
        group.append(entry)
    return tuple(in_groups(table, settings, Counting(settings["net_cap"]), groups))


def in_groups(
    table: Crosstable, settings: Settings, counting: Counting, groups: Sequence[Sequence[int]]
) -> Iterator[TableRow]:
    """The tables of groups; last in each is whose matches are annulled."""
    for number, group in enumerate(groups, 1):
        left_out = {entry for entry in group if is_annulled(table, counting, entry)}
        lines = lines_of(table, counting, group, left_out)
        for row in ranked(Event(lines, counting.all_drawn, table.seed), settings["tiebreaks"]):
            yield row._replace(group=number)
        for entry in group:
            if entry in left_out:
                yield TableRow(entry, len(lines) + 1, group=number)


def ranked(event: Event, measures: Sequence[Measure]) -> Iterator[TableRow]:
    """The rows, best first: each tie-break parts those whom the ones before left level, the lots
    only once there is a result."""
    values: dict[int, list[float]] = {entry: [] for entry in event.lines}
    level = [list(event.lines)]
    for measure in measures:
        if measure.code == "lots" and not event.has_result:
            continue
        smaller: list[list[int]] = []
        for tied in level:
            found = {entry: measure.by_definition(event, entry, tied) for entry in tied}
            for value in sorted(set(found.values()), reverse=not measure.ascending):
                smaller.append([entry for entry in tied if found[entry] == value])
            for entry in tied:
                values[entry].append(float(found[entry]))
        level = smaller
    rank = 1
    for tied in level:
        for entry in tied:
            yield TableRow(entry, rank, tuple(values[entry]), record=event.record(entry))
        rank += len(tied)
