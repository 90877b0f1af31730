"""Who withdrew after the draw did so in the first stage: until now there was no other."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def give_stages(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    stages = apps.get_model("tournaments", "Stage").objects
    first = stages.filter(tournament__entries=OuterRef("entry"), number=1)
    drawn = apps.get_model("tournaments", "Withdrawal").objects.filter(from_round__isnull=False)
    drawn.update(stage=Subquery(first.values("pk")[:1]))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_stages_and_rounds")]

    operations = [migrations.RunPython(give_stages, migrations.RunPython.noop)]
