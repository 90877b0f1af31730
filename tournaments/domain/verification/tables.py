"""Tables of an event that ranks by tie-breaks."""

from collections.abc import Iterator, Sequence

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.verification.events import (
    Counting,
    Event,
    drawn_groups,
    is_annulled,
    lines_of,
)
from tournaments.domain.verification.facts import Row
from tournaments.domain.verification.measures import MEASURES


def recomputed(
    table: Crosstable, counting: Counting, groups: Sequence[Sequence[int]] | None = None
) -> tuple[Row, ...]:
    """The table of standings, best first, group after group; who is in no group at the end.

    `groups` are those who are ranked together, each in order of seed, where they are not simply
    all, or in a round robin those who were drawn together.
    """
    by_group = counting.all_drawn or groups is not None
    rows: list[Row] = []
    for number, group in enumerate(drawn_groups(table, counting) if groups is None else groups, 1):
        left_out = {entry for entry in group if is_annulled(table, counting, entry)}
        event = Event(lines_of(table, counting, group, left_out), counting.all_drawn, table.seed)
        shown = number if by_group else None
        rows += [Row(*row, shown) for row in ranked(event, counting.tiebreaks)]
        last = len(event.lines) + 1
        rows += [Row(entry, last, (), shown) for entry in group if entry in left_out]
    known = {row.entry for row in rows}
    return (*rows, *[Row(entry, None, (), None) for entry in table.entries if entry not in known])


def ranked(event: Event, tiebreaks: Sequence[str]) -> Iterator[tuple[int, int, tuple[float, ...]]]:
    """Entry, rank and values: each tie-break parts every group that the ones before left level."""
    values: dict[int, list[float]] = {entry: [] for entry in event.lines}
    level = [list(event.lines)]
    for code in tiebreaks:
        smaller: list[list[int]] = []
        for tied in level:
            found = {entry: MEASURES[code](event, entry, tied) for entry in tied}
            for value in sorted(set(found.values()), reverse=code != "lots"):
                smaller.append([entry for entry in tied if found[entry] == value])
            for entry in tied:
                values[entry].append(float(found[entry]))
        level = smaller
    rank = 1
    for tied in level:
        for entry in tied:
            yield entry, rank, tuple(values[entry])
        rank += len(tied)
