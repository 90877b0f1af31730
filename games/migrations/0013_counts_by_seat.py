"""Apart from the filling: PostgreSQL changes no table on which a check of this transaction waits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_a_match_says_its_game")]

    operations = [
        migrations.AlterField("handfact", "counts", models.JSONField()),
        migrations.RemoveField("handfact", "knocker_count"),
        migrations.RemoveField("handfact", "defender_count"),
        migrations.AlterField("match", "game", models.CharField(max_length=16)),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(condition=~models.Q(game=""), name="match_has_a_game"),
        ),
    ]
