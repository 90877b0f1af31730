"""Which definition holds for which format."""

from collections import Counter
from collections.abc import Callable, Mapping

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.verification.events import Measure
from tournaments.domain.verification.facts import Settings, TableRow
from tournaments.domain.verification.knock_outs import double_elimination, single_elimination
from tournaments.domain.verification.ladder import ladder
from tournaments.domain.verification.tables import qualifying, round_robin, swiss

DEFINITIONS: Mapping[str, Callable[[Crosstable, Settings], tuple[TableRow, ...]]] = {
    "single_elimination": single_elimination,
    "double_elimination": double_elimination,
    "swiss": swiss,
    "round_robin": round_robin,
    "ladder": ladder,
    "qualifying": qualifying,
}
"""By the code of a format, its table of an event that is drawn."""


def recomputed(
    format: str, settings: Settings, table: Crosstable, measure_of: Callable[[str], Measure]
) -> tuple[TableRow, ...]:
    """The table of standings, best first; `settings` are all of the format, by name, and
    `measure_of` says which tie-break is meant by a code."""
    if not table.plan:
        return tuple(TableRow(entry, None) for entry in table.entries)
    measures = [measure_of(code) for code in settings.get("tiebreaks", ())]
    rows = DEFINITIONS[format](table, {**settings, "tiebreaks": measures})
    holders = Counter((row.group, row.rank) for row in rows)
    return tuple(
        row._replace(shared=row.rank is not None and holders[row.group, row.rank] > 1)
        for row in rows
    )
