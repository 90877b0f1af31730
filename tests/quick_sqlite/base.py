"""SQLite as Django knows it, but with less to empty after a test."""

from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite
from django.db.backends.sqlite3.introspection import DatabaseIntrospection

from tests.emptying import Introspection


class QuickIntrospection(Introspection, DatabaseIntrospection):
    pass


class DatabaseWrapper(SQLite):
    """The same in everything else."""

    introspection_class = QuickIntrospection
