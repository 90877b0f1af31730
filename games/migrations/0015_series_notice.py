"""Notice that a player gives in an endless Hollywood series."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_first_deals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeriesNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("by_staff", models.BigIntegerField(null=True)),
                ("role", models.CharField(max_length=16)),
                ("via", models.CharField(max_length=8)),
                ("superseded_at", models.DateTimeField(null=True)),
                ("seat", models.PositiveSmallIntegerField()),
                ("game", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series_notices",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("superseded_at__isnull", True)),
                        fields=("match", "game"),
                        name="one_standing_notice_a_series",
                    )
                ],
            },
        ),
    ]
