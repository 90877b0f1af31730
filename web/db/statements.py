"""Queries whose statement is written once.

Django writes the statement of a query anew each time it asks. For the long ones that read a whole
page this takes several times what the database takes to answer; and all that changes is an id.
"""

from collections.abc import Callable
from copy import copy
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, connections
from django.db.models import QuerySet

# Stand for the arguments while a statement is written: nothing that one says by itself.
STAND_INS = range(-1_000_000, 0)
MOST_KEPT = 100  # of one query, by how it is asked

P = ParamSpec("P")
R = TypeVar("R")


def written_once(make: Callable[P, QuerySet[Any, R]]) -> Callable[P, list[R]]:
    """The rows of the queryset that `make` makes.

    It is called with stand-ins, once for each number of arguments: these are ids or words that
    columns are compared with. What shapes the statement itself (a limit) is given to it by name.
    """

    @lru_cache(MOST_KEPT)
    def written(_vendor: str, count: int, **shape: Any) -> tuple[Any, Any, str, list[Any]]:
        queryset = make(*STAND_INS[:count], **shape)
        compiler = queryset.query.get_compiler(connection.alias)
        statement, values = compiler.as_sql()
        assert {str(stand_in) for stand_in in STAND_INS[:count]} <= {str(value) for value in values}
        return queryset, compiler, statement, list(values)

    @wraps(make)
    def rows(*args: P.args, **shape: P.kwargs) -> list[R]:
        queryset, compiler, statement, values = written(connection.vendor, len(args), **shape)
        given = dict(zip(map(str, STAND_INS), args, strict=False))
        filled = tuple(given.get(str(value), value) for value in values)
        # A compiler of this thread, which has the statement already. The connection itself: to go
        # through its proxy for each column of each row takes a while.
        mine = copy(compiler)
        mine.connection = connections[connection.alias]
        mine.as_sql = lambda *_args, **_options: (statement, filled)
        found = queryset.all()
        found.query.get_compiler = lambda *_args, **_options: mine
        return list(found)

    return rows
