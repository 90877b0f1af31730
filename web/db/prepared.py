"""Queries that are asked so often that building them would cost more than running them.

Django makes the SQL of a queryset anew each time, which for one with a few subqueries takes ten
times as long as the database does. A prepared query is built once in a process, with marks where
its values go; from then on the same SQL is run with the values of each time.
"""

from collections.abc import Callable, Sequence
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Value = int | str | datetime | None
Row = TypeVar("Row")

# Within the bounds of every field that holds ids, as Django looks at them when it builds a query.
_FIRST_ID = 2_147_400_000
_FIRST_INSTANT = datetime(1, 2, 3, tzinfo=UTC)


class _Built(NamedTuple):
    """The queryset with its marks, and the SQL with the places of the values: a place is the number
    of a value, or a parameter that is always the same."""

    queryset: QuerySet[Any, Any]
    compiler: SQLCompiler
    sql: str
    places: Sequence[tuple[int | None, Any]]


class Prepared(Generic[Row]):
    """`build` makes the queryset from its values: ids, texts, instants, or None, which stays what
    it is, as the query may be another one then. It must use them as they are, not what follows from
    them: the SQL is that of marks in their place."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._built: dict[tuple[type, ...], _Built] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """The rows for these values, as the queryset gives them."""
        kinds = tuple(map(type, values))
        built = self._built.get(kinds)
        if built is None:
            built = self._built[kinds] = self._prepare(values)
        if not built.sql:
            return []
        given: list[Any] = [*map(_adapted, values)]
        parameters: list[Any] = [
            fixed if place is None else given[place] for place, fixed in built.places
        ]

        def run(*_args: object, **_options: object) -> list[Any]:
            with connection.cursor() as cursor:
                cursor.execute(built.sql, parameters)
                return [cursor.fetchall()]

        compiler = copy(built.compiler)
        vars(compiler).update(connection=connection, execute_sql=run)
        rows = built.queryset.all()
        vars(rows.query).update(get_compiler=lambda *_args, **_options: compiler)
        return list(rows)

    def first(self, *values: Value) -> Row | None:
        """The first of them, if there is one."""
        return next(iter(self(*values)), None)

    def _prepare(self, values: Sequence[Value]) -> _Built:
        marks = [_mark(place, value) for place, value in enumerate(values)]
        queryset = self._build(*marks)
        compiler = queryset.query.get_compiler(connection=connection)
        try:
            sql, parameters = compiler.as_sql()
        except EmptyResultSet:  # nothing can be found, whatever the values are
            return _Built(queryset.none(), compiler, "", ())
        number = {(type(mark), mark): place for place, mark in enumerate(map(_adapted, marks))}
        places = [(number.get((type(one), one)), one) for one in parameters]
        return _Built(queryset, compiler, sql, places)


def _mark(place: int, value: Value) -> Value:
    match value:
        case None:
            return None
        case int():
            return _FIRST_ID + place
        case datetime():
            return _FIRST_INSTANT + timedelta(days=place)
        case _:
            return f"value {place} of a prepared query"


def _adapted(value: Value) -> object:
    """The value as the parameter of a query."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
