"""A match says its game, and what was written of a hand is by seat: so far the knocker's count and
the defender's."""

from django.db import migrations, models
from django.db.models import Case, IntegerField, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, JSONArray


def by_seat(apps, schema_editor):
    facts = apps.get_model("games", "HandFact").objects
    facts.update(
        counts=Case(
            When(knocker=1, then=JSONArray("defender_count", "knocker_count")),
            default=JSONArray("knocker_count", "defender_count"),
        )
    )


def count_of(seat):
    number = Cast(KT(f"counts__{seat}"), IntegerField())
    return Case(When(**{f"counts__{seat}": None}, then=None), default=number)


def by_role(apps, schema_editor):
    facts = apps.get_model("games", "HandFact").objects
    first, second = count_of(0), count_of(1)
    facts.filter(knocker=1).update(knocker_count=second, defender_count=first)
    facts.exclude(knocker=1).update(knocker_count=first, defender_count=second)


class Migration(migrations.Migration):
    dependencies = [("games", "0011_rulings_of_hands")]

    operations = [
        migrations.AddField("match", "game", models.CharField(db_default="gin", max_length=16)),
        migrations.AlterField("match", "head_start", models.JSONField(default=list)),
        migrations.AddField("handfact", "counts", models.JSONField(null=True)),
        migrations.RunPython(by_seat, by_role),
        migrations.AlterField("ruling", "chosen_by", models.CharField(blank=True, max_length=8)),
    ]
