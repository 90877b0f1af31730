from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    """When a seat's page was last known to be there."""

    dependencies = [("games", "0016_online_tables")]

    operations = [
        migrations.RemoveIndex(model_name="seatconnection", name="connections_by_seat"),
        migrations.AddField(
            model_name="seatconnection",
            name="seen_at",
            field=models.DateTimeField(db_default=Now()),
        ),
        migrations.AlterField(
            model_name="seatconnection", name="seen_at", field=models.DateTimeField()
        ),
        migrations.AddIndex(
            model_name="seatconnection",
            index=models.Index(
                condition=models.Q(("ended_at", None)),
                fields=["table", "seat"],
                name="open_connections",
            ),
        ),
        migrations.AddIndex(
            model_name="seatconnection",
            index=models.Index(fields=["began_at"], name="connections_by_age"),
        ),
    ]
