"""How the database is emptied after a test: what `migrate` itself makes stays, so that it need not
be made again each time."""

from django.db.backends.base.introspection import BaseDatabaseIntrospection

MADE_BY_MIGRATE = {"auth_permission", "django_content_type"}


class Introspection(BaseDatabaseIntrospection):
    """Names to `flush` only the tables in which the rows of a test may stand."""

    def django_table_names(
        self, only_existing: bool = False, include_views: bool = True
    ) -> list[str]:
        tables = super().django_table_names(only_existing, include_views)
        return [table for table in tables if table not in MADE_BY_MIGRATE]
