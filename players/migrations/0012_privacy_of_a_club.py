from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0011_player_passes'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='names',
            field=models.CharField(choices=[('full', 'Full'), ('short', 'Short'), ('members', 'Members')], db_default='full', default='full', max_length=8),
        ),
        migrations.AddField(
            model_name='club',
            name='people_found',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='club',
            name='ratings_shown',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
