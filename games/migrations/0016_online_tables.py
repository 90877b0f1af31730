"""Online tables: their log, the secrets of their deals, and when the program was away."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_series_notice'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OnlineTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('clock', models.JSONField()),
                ('flag', models.CharField(max_length=10)),
                ('spectators', models.CharField(max_length=11)),
                ('assist', models.BooleanField(default=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('told_version', models.PositiveIntegerField(default=1)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='table', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='DealSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seating', models.PositiveIntegerField()),
                ('last', models.CharField(max_length=64)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='secrets', to='games.onlinetable')),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['began_at'],
            },
        ),
        migrations.CreateModel(
            name='SeatConnection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('network', models.CharField(blank=True, max_length=64)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='connections', to='games.onlinetable')),
            ],
            options={
                'ordering': ['table', 'id'],
            },
        ),
        migrations.CreateModel(
            name='TableEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=16)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('deal', models.PositiveIntegerField(null=True)),
                ('data', models.JSONField(default=dict)),
                ('key', models.CharField(max_length=255, null=True)),
                ('body_digest', models.CharField(blank=True, max_length=64)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='games.onlinetable')),
            ],
            options={
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='WebHeartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='hand',
            name='deal',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='handfact',
            name='cut_off',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
        migrations.AddField(
            model_name='handfact',
            name='log_digest',
            field=models.CharField(blank=True, db_default='', default='', max_length=64),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(condition=models.Q(('deal__isnull', False)), fields=('match', 'deal'), name='a_deal_is_one_hand'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.UniqueConstraint(fields=('began_at',), name='outage_once'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__gt', models.F('began_at'))), name='outage_has_a_length'),
        ),
        migrations.AddConstraint(
            model_name='webheartbeat',
            constraint=models.CheckConstraint(condition=models.Q(('id', 1)), name='one_heartbeat'),
        ),
        migrations.AddIndex(
            model_name='onlinetable',
            index=models.Index(fields=['due_at'], name='tables_by_due'),
        ),
        migrations.AddConstraint(
            model_name='dealsecret',
            constraint=models.UniqueConstraint(fields=('table', 'seating'), name='one_secret_a_seating'),
        ),
        migrations.AddIndex(
            model_name='seatconnection',
            index=models.Index(fields=['table', 'seat'], name='connections_by_seat'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='table_event_once'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'deal')), fields=('table', 'deal'), name='dealt_once'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('table', 'seat', 'key'), name='table_event_once_a_key'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind', ''), _negated=True), name='table_event_has_a_kind'),
        ),
    ]
