"""Rows of several kinds, asked for at once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import CharField, F, QuerySet, Value


class Kind(NamedTuple):
    """Rows, and the columns of whole numbers that are asked for of each."""

    rows: QuerySet[Any]
    columns: Sequence[str] = ("pk",)


def rows_by_kind(kinds: Mapping[str, Kind]) -> dict[str, set[Any]]:
    """The rows of each kind that has any: numbers where one column is asked for, else tuples. One
    query, whatever is asked."""
    width = max(len(kind.columns) for kind in kinds.values())
    first, *others = (_select(name, kind, width) for name, kind in kinds.items())
    found: dict[str, set[Any]] = {}
    for name, *cells in first.union(*others, all=True):
        count = len(kinds[name].columns)
        found.setdefault(name, set()).add(cells[0] if count == 1 else tuple(cells[:count]))
    return found


def _select(name: str, kind: Kind, width: int) -> QuerySet[Any, tuple[Any, ...]]:
    """All parts of a union are of one width: what is not asked for repeats the first column."""
    columns = [*kind.columns, *[kind.columns[0]] * (width - len(kind.columns))]
    cells = {f"cell_{place}": F(column) for place, column in enumerate(columns)}
    named: QuerySet[Any] = kind.rows.order_by().annotate(of_kind=Value(name, CharField()), **cells)
    return named.values_list("of_kind", *cells)
