"""Who has the name of somebody else on a club's list gets a word behind it: the club that the
player comes from, else a number. The oldest row keeps the name as it is."""

from django.db import migrations
from django.db.models import Count

from kernel.names import match_key, search_key, sort_key, told_apart


def tell_apart(apps, schema_editor):
    players = apps.get_model("players", "Player").objects.using(schema_editor.connection.alias)
    listed = players.filter(merged_into=None, anonymised_at=None)
    groups = listed.order_by().values("club", "sort_key").annotate(n=Count("pk")).filter(n__gt=1)
    for group in list(groups):
        of_club = listed.filter(club=group["club"])
        taken = {match_key(one) for one in of_club.values_list("name", flat=True)}
        seen = set()
        for player in of_club.filter(sort_key=group["sort_key"]).order_by("pk"):
            if match_key(player.name) in seen:
                player.name = told_apart(player.name, [player.home_club], taken)
                player.sort_key, player.search_key = sort_key(player.name), search_key(player.name)
                player.save(update_fields=["name", "sort_key", "search_key"])
                taken.add(match_key(player.name))
            seen.add(match_key(player.name))


class Migration(migrations.Migration):
    dependencies = [("players", "0002_club_audit_digest")]

    operations = [migrations.RunPython(tell_apart, migrations.RunPython.noop)]
