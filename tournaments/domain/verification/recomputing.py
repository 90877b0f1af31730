"""A whole table by its definition."""

from collections import Counter
from collections.abc import Callable, Iterable

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.verification.facts import TableRow


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
