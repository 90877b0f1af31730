"""Failed tries are counted in Redis now: what django-axes kept of people, their e-mail and network
addresses, goes with its tables, and so does the note that its migrations were applied, which a
backup compares."""

from django.db import migrations
from django.db.migrations.recorder import MigrationRecorder

# The one that refers to another first.
TABLES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)


def drop(apps, schema_editor):
    connection = schema_editor.connection
    there = set(connection.introspection.table_names())
    for table in TABLES:
        if table in there:
            schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(table)}")
    MigrationRecorder(connection).migration_qs.filter(app="axes").delete()


class Migration(migrations.Migration):
    dependencies = [("players", "0005_schema_level")]

    operations = [migrations.RunPython(drop, migrations.RunPython.noop)]
