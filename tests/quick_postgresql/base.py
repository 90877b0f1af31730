"""PostgreSQL as Django knows it, but emptied after a test by DELETE: of the few rows of a test that
takes a tenth of what TRUNCATE takes, which makes new files for each table."""

from collections.abc import Sequence

from django.core.management.color import Style
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.backends.postgresql.introspection import DatabaseIntrospection
from django.db.backends.postgresql.operations import DatabaseOperations

from tests.emptying import Introspection


class QuickOperations(DatabaseOperations):
    """Rows may go in any order: foreign keys are checked at the commit."""

    def sql_flush(
        self,
        style: Style,
        tables: Sequence[str],
        *,
        reset_sequences: bool = False,
        allow_cascade: bool = False,
    ) -> list[str]:
        if reset_sequences or allow_cascade:
            return super().sql_flush(
                style, tables, reset_sequences=reset_sequences, allow_cascade=allow_cascade
            )
        return ["; ".join(f"DELETE FROM {self.quote_name(table)}" for table in tables)]


class QuickIntrospection(Introspection, DatabaseIntrospection):
    pass


class DatabaseWrapper(PostgreSQL):
    """The same in everything else."""

    introspection_class = QuickIntrospection
    ops_class = QuickOperations
