from django.db import migrations, models


def forget_the_default(apps, schema_editor):
    """English was what accounts had at first, and nobody can tell where it was chosen: it counts as
    not chosen. German nobody had who did not read it."""
    apps.get_model("players", "User").objects.filter(language="en").update(language="")


def say_the_default(apps, schema_editor):
    apps.get_model("players", "User").objects.filter(language="").update(language="en")


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0012_privacy_of_a_club'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='language',
            field=models.CharField(blank=True, choices=[('en', 'English'), ('de', 'Deutsch')], max_length=8),
        ),
        migrations.RunPython(forget_the_default, say_the_default),
    ]
