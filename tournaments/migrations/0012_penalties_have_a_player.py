"""A penalty names the player: of a team he, not the team, has earlier ones against him."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_players(apps, schema_editor):
    """So far every entry had one member."""
    members = apps.get_model("tournaments", "EntryMember").objects.filter(entry=OuterRef("entry"))
    penalties = apps.get_model("tournaments", "Penalty").objects
    penalties.update(player=Subquery(members.values("player")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_club_audit_digest"),
        ("tournaments", "0011_teams"),
    ]

    operations = [
        migrations.AddField(
            "penalty",
            "player",
            models.ForeignKey(
                "players.player", models.PROTECT, null=True, related_name="penalties"
            ),
        ),
        migrations.RunPython(name_players, migrations.RunPython.noop),
    ]
