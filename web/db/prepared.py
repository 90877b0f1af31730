"""Queries that are asked so often that building them would cost more than running them.

Django makes the SQL of a queryset anew each time, which for one with a few subqueries takes ten
times as long as the database does. A prepared query is built once in a process, with marks where
its values go; from then on the same SQL is run with the values of each time. PostgreSQL, which
takes longer to plan such a query than to run it, is asked to prepare it, too: once a connection.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

Value = int | str | datetime | None
Place = tuple[int | None, Any]
"""The number of a value, or a parameter that is always the same."""
Row = TypeVar("Row")

# Within the bounds of every field that holds numbers, the smallest ones too: Django looks at them
# when it builds a query, and finds nothing by a number that a field can't hold.
_FIRST_NUMBER = 32_000
_FIRST_INSTANT = datetime(1, 2, 3, tzinfo=UTC)


class _Built(NamedTuple):
    """The queryset with its marks, and the SQL with the places of its parameters."""

    queryset: QuerySet[Any, Any]
    compiler: SQLCompiler
    sql: str
    places: Sequence[Place]


class Prepared(Generic[Row]):
    """`build` makes the queryset from its values: numbers, texts, instants, or None, which stays
    what it is, as the query may be another one then. It must use them as they are, not what follows
    from them: the SQL is that of marks in their place."""

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
        parameters = [fixed if place is None else given[place] for place, fixed in built.places]

        def run(*_args: object, **_options: object) -> list[Any]:
            return [run_prepared(built.sql, parameters)]

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
        except EmptyResultSet:
            if None not in values:
                raise
            # Without that value nothing can be found, whatever the others are.
            return _Built(queryset.none(), compiler, "", ())
        # As everything else about it, what makes a value of each column is the same each time.
        columns = [expression for expression, *_ in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        vars(compiler).update(get_converters=lambda _columns: converters)
        number = {mark: place for place, mark in enumerate(map(_adapted, marks))}
        places: list[Place] = [(number.get(one), one) for one in parameters]
        if connection.vendor == "postgresql":
            sql, places = _with_literals(sql, places)
        return _Built(queryset, compiler, sql, places)


def run_prepared(sql: str, parameters: Sequence[Any]) -> list[Any]:
    """The rows of a statement that has the same text each time, whatever its parameters are.

    Where statements are logged it is run as any other: a log of prepared ones has no text.
    """
    with _cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())


def _cursor() -> CursorWrapper:
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    connection.ensure_connection()
    # Django's own write the parameters into the text, so that no two statements are the same.
    opened: Any = connection
    return connection.make_cursor(opened.Database.Cursor(opened.connection))


def _with_literals(sql: str, places: Sequence[Place]) -> tuple[str, list[Place]]:
    """The same with what is the same each time written into the SQL: PostgreSQL plans with what it
    knows, and can't tell of what type the parameters of some expressions are."""
    operations: Any = connection.ops
    compose, words = operations.compose_sql, iter(places)

    def written(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%%"
        place, fixed = next(words)
        if place is not None:
            return "%s"
        return str(compose("%s", [fixed])).replace("%", "%%")

    return re.sub("%[%s]", written, sql), [one for one in places if one[0] is not None]


def _mark(place: int, value: Value) -> Value:
    match value:
        case None:
            return None
        case int():
            return _FIRST_NUMBER + place
        case datetime():
            return _FIRST_INSTANT + timedelta(days=place)
        case _:
            return f"value {place} of a prepared query"


def _adapted(value: Value) -> object:
    """The value as the parameter of a query."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
