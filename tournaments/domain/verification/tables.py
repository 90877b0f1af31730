"""A whole table by its definition, and those of events that rank by tie-breaks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from tournaments.domain.verification.facts import TableRow, entries_of


def recomputed(
    table: Crosstable, definition: Callable[[Crosstable], Iterable[TableRow]]
) -> tuple[TableRow, ...]:
    """The table of standings, best first, by the `definition` of an event that is drawn."""
    if not table.plan:
        return tuple(TableRow(entry, None) for entry in table.entries)
    rows = tuple(definition(table))
    holders = Counter((row.group, row.rank) for row in rows)
    return tuple(
        row._replace(shared=row.rank is not None and holders[row.group, row.rank] > 1)
        for row in rows
    )


def one_table(
    table: Crosstable, counting: Counting, measures: Sequence[Measure]
) -> Iterator[TableRow]:
    """One table of all who were drawn, or of all where rounds are drawn one by one."""
    drawn = {entry for plan in table.plan for entry in entries_of(plan)}
    here = [entry for entry in table.entries if entry in drawn or not counting.all_drawn]
    return in_groups(table, counting, measures, {None: here})


def in_drawn_groups(
    table: Crosstable, counting: Counting, measures: Sequence[Measure]
) -> Iterator[TableRow]:
    """Group after group, each of those who are joined by pairs."""
    return in_groups(table, counting, measures, dict(enumerate(drawn_groups(table), 1)))


def in_snake_groups(
    table: Crosstable, counting: Counting, measures: Sequence[Measure], count: int
) -> Iterator[TableRow]:
    """Group after group. Groups are filled by snake: to and fro, late entries going on with it in
    the order in which they came."""
    groups: list[list[int]] = [[] for _ in range(count)]
    to_and_fro = cycle([*groups, *reversed(groups)])
    coming = sorted(table.entries, key=lambda entry: table.joined.get(entry, 1))
    for entry, group in zip(coming, to_and_fro, strict=False):
        group.append(entry)
    return in_groups(table, counting, measures, dict(enumerate(groups, 1)))


def in_groups(
    table: Crosstable,
    counting: Counting,
    measures: Sequence[Measure],
    groups: Mapping[int | None, Sequence[int]],
) -> Iterator[TableRow]:
    """The tables of groups by number, last in each whose matches are annulled; who is in none
    stands at the end."""
    for number, group in groups.items():
        left_out = {entry for entry in group if is_annulled(table, counting, entry)}
        lines = lines_of(table, counting, group, left_out)
        for row in ranked(Event(lines, counting.all_drawn, table.seed), measures):
            yield row._replace(group=number)
        for entry in group:
            if entry in left_out:
                yield TableRow(entry, len(lines) + 1, group=number)
    grouped = {entry for group in groups.values() for entry in group}
    yield from (TableRow(entry, None) for entry in table.entries if entry not in grouped)


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
