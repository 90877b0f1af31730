"""All that the migrations up to 0019 come to. They stay for who has not run them all yet; what they
changed in rows, a new database has none of.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_notice_claimed_at"),
        ("tournaments", "0003_draw_given"),
        ("tournaments", "0004_announcement"),
        ("tournaments", "0005_referees_desk"),
        ("tournaments", "0006_tournament_audit_digest"),
        ("tournaments", "0007_penalty_evidence"),
        ("tournaments", "0008_facts_go_together"),
        ("tournaments", "0009_stages_and_rounds"),
        ("tournaments", "0010_withdrawals_have_a_stage"),
        ("tournaments", "0011_teams"),
        ("tournaments", "0012_penalties_have_a_player"),
        ("tournaments", "0013_penalties_always_have_a_player"),
        ("tournaments", "0014_a_stage_knows_that_it_would_be_drawn_otherwise"),
        ("tournaments", "0015_unpublications"),
        ("tournaments", "0016_what_rests_on_a_result"),
        ("tournaments", "0017_notices_go_through_the_outbox"),
        ("tournaments", "0018_notices_say_what_they_are_about"),
        ("tournaments", "0019_notices_of_any_kind"),
    ]

    dependencies = [
        ("games", "0003_rulings"),
        ("players", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('seed', models.PositiveIntegerField(null=True)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['tournament', 'seed', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('reason', models.JSONField(null=True)),
            ],
            options={
                'ordering': ['round', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('rules', models.JSONField(null=True)),
                ('proposed', models.JSONField(default=list)),
                ('planned_start', models.DateTimeField(null=True)),
                ('publish_at', models.DateTimeField(null=True)),
                ('minutes', models.PositiveSmallIntegerField(null=True)),
                ('state', models.CharField(default='draft', max_length=12)),
            ],
            options={
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('format', models.CharField(max_length=32)),
                ('settings', models.JSONField(default=dict)),
                ('cut', models.JSONField(default=dict)),
                ('rules', models.JSONField(default=dict)),
                ('finals', models.JSONField(default=dict)),
                ('held', models.PositiveSmallIntegerField(null=True)),
                ('redrawn', models.JSONField(null=True)),
                ('repaired', models.JSONField(default=list)),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('label', models.CharField(blank=True, max_length=40)),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('facts', models.CharField(max_length=1000)),
                ('reason', models.CharField(max_length=1000)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruling', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='games.ruling')),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='tournaments.entry')),
            ],
            options={
                'ordering': ['tournament', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='board', to='games.match')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='tournaments.pairing')),
            ],
        ),
        migrations.CreateModel(
            name='CheckIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='check_in', to='tournaments.entry')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Approval',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='approval', to='tournaments.entry')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PairingSide',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('entry', 'Entry'), ('winner', 'Winner'), ('loser', 'Loser'), ('bye', 'Bye')], max_length=8)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sides', to='tournaments.entry')),
                ('feeder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='feeds', to='tournaments.pairing')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='tournaments.pairing')),
            ],
            options={
                'ordering': ['pairing', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Kept',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept', to='tournaments.pairingside')),
            ],
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('infraction', models.CharField(max_length=24)),
                ('occurrence', models.PositiveSmallIntegerField()),
                ('step', models.CharField(max_length=20)),
                ('discretionary', models.BooleanField(default=False)),
                ('minutes', models.PositiveSmallIntegerField(null=True)),
                ('conditions', models.JSONField(default=list)),
                ('facts', models.CharField(blank=True, max_length=1000)),
                ('out_from', models.PositiveSmallIntegerField(null=True)),
                ('end_reason', models.CharField(blank=True, max_length=500)),
                ('adjustment', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='penalty', to='games.adjustment')),
                ('board', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.board')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cause', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='penalties', to='games.ruling')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='players.player')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='next', to='tournaments.penalty')),
                ('takes_effect', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.board')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['tournament', 'id'],
            },
        ),
        migrations.CreateModel(
            name='AppealDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('outcome', models.CharField(choices=[('upheld', 'Upheld'), ('changed', 'Changed'), ('overturned', 'Overturned')], max_length=10)),
                ('panel', models.JSONField(default=list)),
                ('reason', models.CharField(max_length=1000)),
                ('appeal', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='decision', to='tournaments.appeal')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruling', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.ruling')),
                ('penalty', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournaments.penalty')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='appeal',
            name='penalty',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='tournaments.penalty'),
        ),
        migrations.CreateModel(
            name='Publication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='publications', to='tournaments.round')),
            ],
        ),
        migrations.AddField(
            model_name='pairing',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round'),
        ),
        migrations.AddField(
            model_name='round',
            name='set_aside_from',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rounds_set_aside', to='tournaments.stage'),
        ),
        migrations.AddField(
            model_name='round',
            name='stage',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.stage'),
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('about', models.CharField(blank=True, max_length=32)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('pairing', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='tournaments.pairing')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='tournaments.stage')),
            ],
        ),
        migrations.CreateModel(
            name='LateEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('from_round', models.PositiveSmallIntegerField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='late', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='late_entries', to='tournaments.stage')),
            ],
            options={
                'verbose_name_plural': 'late entries',
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('seed', models.CharField(max_length=64)),
                ('method', models.CharField(max_length=8)),
                ('algorithm', models.PositiveSmallIntegerField()),
                ('order', models.JSONField()),
                ('given', models.JSONField(default=list)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournaments.stage')),
            ],
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('from_round', models.PositiveSmallIntegerField()),
                ('until_round', models.PositiveSmallIntegerField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournaments.entry')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournaments.stage')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='StandingTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('computed_at', models.DateTimeField()),
                ('basis', models.CharField(blank=True, max_length=64)),
                ('rows', models.JSONField()),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing_table', to='tournaments.round')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standing_tables', to='tournaments.stage')),
            ],
        ),
        migrations.CreateModel(
            name='Swap',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='swapped_in', to='tournaments.entry')),
                ('out', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='swapped_out', to='tournaments.entry')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddField(
            model_name='pairing',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='pairings', to='tournaments.table'),
        ),
        migrations.AddField(
            model_name='entry',
            name='fixed_table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='holders', to='tournaments.table'),
        ),
        migrations.CreateModel(
            name='ClockEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('kind', models.CharField(choices=[('start', 'Start'), ('pause', 'Pause'), ('resume', 'Resume'), ('extend', 'Extend')], max_length=8)),
                ('seconds', models.PositiveIntegerField(default=0)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clock_events', to='tournaments.round')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='clock_events', to='tournaments.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80)),
                ('name', models.CharField(max_length=100)),
                ('place', models.CharField(blank=True, max_length=100)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('kind', models.CharField(choices=[('event', 'Event'), ('friendly', 'Friendly')], default='event', max_length=8)),
                ('rules', models.JSONField()),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('boards', models.PositiveSmallIntegerField(default=1)),
                ('registration', models.CharField(choices=[('closed', 'Closed'), ('approval', 'Approval')], default='closed', max_length=8)),
                ('cap', models.PositiveIntegerField(blank=True, null=True)),
                ('seeding', models.CharField(choices=[('rating', 'Rating'), ('hand', 'Hand'), ('random', 'Random')], default='hand', max_length=8)),
                ('publishing', models.CharField(choices=[('automatic', 'Automatic'), ('by_hand', 'By Hand')], default='automatic', max_length=9)),
                ('protest_minutes', models.PositiveSmallIntegerField(default=15)),
                ('state', models.CharField(default='draft', max_length=12)),
                ('announcement', models.CharField(blank=True, max_length=300)),
                ('announced_at', models.DateTimeField(null=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('public_version', models.PositiveIntegerField(default=1)),
                ('staff_version', models.PositiveIntegerField(default=1)),
                ('audit_digest', models.CharField(blank=True, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tournaments', to='players.club')),
            ],
            options={
                'ordering': ['-starts_at', '-id'],
            },
        ),
        migrations.AddField(
            model_name='table',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='StateChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('state', models.CharField(max_length=12)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='state_changes', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='stage',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Staff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('role', models.CharField(choices=[('director', 'Director'), ('head_referee', 'Head Referee'), ('referee', 'Referee')], max_length=12)),
                ('tables', models.JSONField(default=list)),
                ('token_hash', models.CharField(blank=True, max_length=64)),
                ('pin_hash', models.CharField(blank=True, max_length=128)),
                ('expires_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='staff_rows', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='tournaments.tournament')),
            ],
            options={
                'verbose_name_plural': 'staff',
            },
        ),
        migrations.AddField(
            model_name='penalty',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='PairRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('kind', models.CharField(choices=[('forbidden', 'Forbidden'), ('apart', 'Apart'), ('fixed', 'Fixed')], max_length=9)),
                ('round', models.PositiveSmallIntegerField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                ('stage', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fixed_pairs', to='tournaments.stage')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pair_rules', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='OldSlug',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='players.club')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='old_slugs', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Memo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('text', models.CharField(max_length=2000)),
                ('keep_until', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memos', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memos', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', '-at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='EntryMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField(default=1)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.entry')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entry_members', to='players.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Correction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('kind', models.CharField(max_length=16)),
                ('choice', models.CharField(choices=[('score_only', 'Score Only'), ('rewind', 'Rewind'), ('void', 'Void'), ('keep', 'Keep'), ('redraw', 'Redraw')], max_length=10)),
                ('level', models.CharField(choices=[('notice', 'Notice'), ('warning', 'Warning'), ('double', 'Double'), ('leaves_rules', 'Leaves Rules')], max_length=12)),
                ('reason', models.CharField(max_length=500)),
                ('ended', models.JSONField(default=dict)),
                ('made', models.JSONField(default=dict)),
                ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='tournaments.board')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='undone_by', to='tournaments.correction')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='corrections', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', 'id'],
            },
        ),
        migrations.AddField(
            model_name='appeal',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('text', models.CharField(max_length=300)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='announcements', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Unpublication',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('number', models.PositiveSmallIntegerField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='unpublications', to='tournaments.stage')),
            ],
        ),
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('from_round', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='withdrawal', to='tournaments.entry')),
                ('stage', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.stage')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddConstraint(
            model_name='board',
            constraint=models.UniqueConstraint(fields=('pairing', 'number'), name='board_once'),
        ),
        migrations.AddConstraint(
            model_name='pairingside',
            constraint=models.UniqueConstraint(fields=('pairing', 'seat'), name='side_once'),
        ),
        migrations.AddConstraint(
            model_name='kept',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('side',), name='one_kept_on_a_side'),
        ),
        migrations.AddConstraint(
            model_name='publication',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('round',), name='published_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('stage', 'user', 'kind', 'about'), name='notice_once'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('stage',), name='one_standing_draw'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.CheckConstraint(condition=models.Q(('until_round__isnull', True), ('until_round__gte', models.F('from_round')), _connector='OR'), name='absence_ends_after_it_begins'),
        ),
        migrations.AddConstraint(
            model_name='absence',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('entry', 'stage', 'from_round'), name='one_standing_absence_from_a_round'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='pairing_number_once'),
        ),
        migrations.AddConstraint(
            model_name='clockevent',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'start')), fields=('round',), name='round_starts_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.UniqueConstraint(fields=('club', 'slug'), name='tournament_slug_once_a_club'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='stage_number_once'),
        ),
        migrations.AddConstraint(
            model_name='staff',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('user__isnull', False)), fields=('tournament', 'user'), name='staff_once'),
        ),
        migrations.AddConstraint(
            model_name='staff',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('role', 'head_referee')), fields=('tournament',), name='one_head_referee'),
        ),
        migrations.AddConstraint(
            model_name='staff',
            constraint=models.UniqueConstraint(condition=models.Q(('token_hash', ''), _negated=True), fields=('token_hash',), name='staff_token_once'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('entry', 'player', 'infraction', 'occurrence'), name='one_standing_occurrence'),
        ),
        migrations.AddConstraint(
            model_name='penalty',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('cause', 'entry', 'player'), name='one_standing_penalty_a_cause'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='pair_rule_in_order_of_id'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'fixed'), ('round__isnull', False), ('stage__isnull', False)), models.Q(models.Q(('kind', 'fixed'), _negated=True), ('round__isnull', True), ('stage__isnull', True)), _connector='OR'), name='fixed_pairs_have_a_round'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.UniqueConstraint(condition=models.Q(('stage__isnull', True), ('superseded_at__isnull', True)), fields=('kind', 'first', 'second'), name='pair_rule_stands_once'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('stage', 'round', 'first'), name='fixed_once_as_first'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('stage', 'round', 'second'), name='fixed_once_as_second'),
        ),
        migrations.AddConstraint(
            model_name='oldslug',
            constraint=models.UniqueConstraint(fields=('club', 'slug'), name='old_slug_once'),
        ),
        migrations.AddConstraint(
            model_name='entrymember',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='player_enters_once'),
        ),
        migrations.AddConstraint(
            model_name='entrymember',
            constraint=models.UniqueConstraint(condition=models.Q(('board__gt', 0)), fields=('entry', 'board'), name='one_player_on_a_board'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'seed'), name='seed_once'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('ruling__isnull', True), ('penalty__isnull', True), _connector='XOR'), name='appeal_of_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='announcement',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('tournament',), name='one_standing_announcement'),
        ),
        migrations.AddConstraint(
            model_name='unpublication',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('stage', 'number'), name='unpublished_once'),
        ),
    ]
