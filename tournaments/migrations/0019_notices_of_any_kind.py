"""Apart from the filling: PostgreSQL changes no table on which a check of this transaction waits."""

from django.db import migrations, models


def drop_others(apps, schema_editor):
    """An older program knows notices of a pairing alone."""
    apps.get_model("tournaments", "Notice").objects.filter(pairing=None).delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_notices_say_what_they_are_about")]

    operations = [
        migrations.AlterField(
            "notice",
            "stage",
            models.ForeignKey("tournaments.stage", models.CASCADE, related_name="notices"),
        ),
        migrations.AlterField("notice", "about", models.CharField(blank=True, max_length=32)),
        migrations.AlterField(
            "notice",
            "pairing",
            models.ForeignKey(
                "tournaments.pairing", models.CASCADE, null=True, related_name="notices"
            ),
        ),
        migrations.RemoveConstraint("notice", "notice_once"),
        migrations.AddConstraint(
            "notice",
            models.UniqueConstraint(
                fields=["stage", "user", "kind", "about"], name="notice_once"
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, drop_others),
    ]
