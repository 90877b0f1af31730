"""What was written down with a ruling before it was noted so: at the same moment, by the same, on
the hand of the ruling."""

from django.db import migrations


def name_the_rulings(apps, schema_editor):
    facts = apps.get_model("games", "HandFact").objects
    for ruling in apps.get_model("games", "Ruling").objects.filter(n__isnull=False):
        facts.filter(
            hand__match=ruling.match_id,
            hand__sequence=ruling.n,
            at=ruling.at,
            by=ruling.by_id,
            by_staff=ruling.by_staff,
        ).update(ruling=ruling)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0010_written_with_a_ruling"),
    ]

    operations = [
        migrations.RunPython(name_the_rulings, migrations.RunPython.noop, elidable=True),
    ]
