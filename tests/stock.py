"""What many tests begin with, made once in a test process and put back by copying its rows.

A builder marked `@stocked` runs when it is first called with these arguments on this content of
the database. When it is called so again, the rows that it left are put back as they were, ids
included, what waits for the commit waits for it again, and a copy of what it returned is returned.
So tests stay as independent as with a builder that runs: a database with anything else in it is
another one, and the builder runs.

Not for what depends on the time of day or on settings that tests change, and not for methods. What
sends mail is made each time, and so is everything while tasks go to a worker, and in threads of a
test: there others may write at the same time.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from threading import current_thread, main_thread
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.core import mail
from django.core.management.color import no_style
from django.db import connection, models, transaction

from config.celery import app

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 50  # things of one builder, so that what never comes again doesn't fill the memory

Rows = tuple[tuple[object, ...], ...]
Content = tuple[tuple[str, Rows], ...]  # of the tables that are not empty


@dataclass(frozen=True, slots=True)
class Made:
    """What a builder returned, pickled; the tables it touched; what it left for the commit."""

    returned: bytes
    tables: dict[str, Rows]
    at_commit: list[tuple[Callable[[], object], bool]]


def stocked(build: Callable[P, T]) -> Callable[P, T]:
    """The same builder, but nothing is made twice; its `stock` is what there is."""
    stock: dict[object, Made] = {}

    @wraps(build)
    def take(*args: P.args, **kwargs: P.kwargs) -> T:
        if not app.conf.task_always_eager or current_thread() is not main_thread():
            return build(*args, **kwargs)
        before = _content()
        # Outside a transaction what waits for the commit is done when the builder returns.
        key = (_word(args), _word(kwargs), before, connection.in_atomic_block)
        if made := stock.get(key):
            _put_back(made)
            return pickle.loads(made.returned)
        letters, waiting = len(_outbox()), len(connection.run_on_commit)
        returned = build(*args, **kwargs)
        if len(_outbox()) == letters:
            at_commit = [(done, robust) for _, done, robust in connection.run_on_commit[waiting:]]
            stock[key] = Made(pickle.dumps(returned), _difference(before, _content()), at_commit)
            if len(stock) > KEPT:
                del stock[next(iter(stock))]
        return returned

    take.stock = stock
    return take


def _outbox() -> list[object]:
    return getattr(mail, "outbox", [])


def _word(value: object) -> object:
    """An argument as part of a key: of a row its id, as the database holds the rest of it."""
    match value:
        case models.Model():
            return value._meta.label, value.pk
        case dict():
            return tuple((name, _word(element)) for name, element in value.items())
        case list() | tuple():
            return tuple(_word(element) for element in value)
    return "" if callable(value) else repr(value)


def _content() -> Content:
    with connection.cursor() as cursor:
        cursor.execute(_which_are_not_empty())
        found = []
        for (table,) in sorted(cursor.fetchall()):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            found.append((table, tuple(cursor.fetchall())))
    return tuple(found)


@cache
def _which_are_not_empty() -> str:
    tables = connection.introspection.django_table_names(only_existing=True)
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})"
        for table in tables
    )


def _difference(before: Content, after: Content) -> dict[str, Rows]:
    old, new = dict(before), dict(after)
    return {
        table: new.get(table, ()) for table in {**old, **new} if old.get(table) != new.get(table)
    }


def _put_back(made: Made) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in made.tables.items():
            name = connection.ops.quote_name(table)
            cursor.execute(f"DELETE FROM {name}")
            if rows:
                places = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {name} VALUES ({places})", rows)
        # A restored backup may have put the next ids below these.
        touched = [model for model in apps.get_models() if model._meta.db_table in made.tables]
        for statement in connection.ops.sequence_reset_sql(no_style(), touched):
            cursor.execute(statement)
    for done, robust in made.at_commit:
        transaction.on_commit(done, robust=robust)
