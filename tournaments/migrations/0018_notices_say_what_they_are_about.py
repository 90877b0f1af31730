from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Cast, Coalesce


def say_what_it_is_about(apps, schema_editor):
    """All that there are were made of a pairing, whose round may be set aside."""
    rounds = apps.get_model("tournaments", "Round").objects.filter(pairings=OuterRef("pairing"))
    stage = rounds.annotate(whose=Coalesce("stage_id", "set_aside_from_id")).values("whose")
    apps.get_model("tournaments", "Notice").objects.update(
        stage=Subquery(stage), about=Cast(F("pairing_id"), models.CharField(max_length=32))
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_notices_go_through_the_outbox")]

    operations = [
        migrations.AddField(
            "notice",
            "stage",
            models.ForeignKey(
                "tournaments.stage", models.CASCADE, null=True, related_name="notices"
            ),
        ),
        migrations.AddField("notice", "about", models.CharField(max_length=32, null=True)),
        migrations.RunPython(say_what_it_is_about, migrations.RunPython.noop),
    ]
