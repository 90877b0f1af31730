"""Apart from the filling: PostgreSQL changes no table on which a check of this transaction waits."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_penalties_have_a_player")]

    operations = [
        migrations.AlterField(
            "penalty",
            "player",
            models.ForeignKey("players.player", models.PROTECT, related_name="penalties"),
        ),
        migrations.RemoveConstraint("penalty", "one_standing_occurrence"),
        migrations.AddConstraint(
            "penalty",
            models.UniqueConstraint(
                fields=["entry", "player", "infraction", "occurrence"],
                condition=models.Q(superseded_at__isnull=True),
                name="one_standing_occurrence",
            ),
        ),
        migrations.RemoveConstraint("penalty", "one_standing_penalty_a_cause"),
        migrations.AddConstraint(
            "penalty",
            models.UniqueConstraint(
                fields=["cause", "entry", "player"],
                condition=models.Q(superseded_at__isnull=True),
                name="one_standing_penalty_a_cause",
            ),
        ),
    ]
