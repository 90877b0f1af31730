from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_hand_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='ruling',
            name='players',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
    ]
