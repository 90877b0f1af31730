"""All that the migrations up to 0013 come to. They stay for who has not run them all yet; what they
changed in rows, a new database has none of.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_hand_cards"),
        ("games", "0003_rulings"),
        ("games", "0004_match_is_ruled_on"),
        ("games", "0005_ruling_end_reason"),
        ("games", "0006_facts_go_together"),
        ("games", "0007_tally"),
        ("games", "0008_head_start"),
        ("games", "0009_no_online_level"),
        ("games", "0010_written_with_a_ruling"),
        ("games", "0011_rulings_of_hands"),
        ("games", "0012_a_match_says_its_game"),
        ("games", "0013_counts_by_seat"),
    ]

    dependencies = [
        ("players", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=16)),
                ('rules', models.JSONField()),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('head_start', models.JSONField(default=list)),
                ('version', models.PositiveIntegerField(default=1)),
                ('state', models.CharField(choices=[('open', 'Open'), ('running', 'Running'), ('reported', 'Reported'), ('disputed', 'Disputed'), ('finished', 'Finished')], default='open', max_length=12)),
                ('games_won', models.JSONField(default=list)),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('tally', models.JSONField(default=dict)),
                ('is_ruled_on', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name_plural': 'matches',
                'constraints': [models.CheckConstraint(condition=models.Q(('game', ''), _negated=True), name='match_has_a_game')],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('game', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hands', to='games.match')),
            ],
            options={
                'ordering': ['match', 'sequence'],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('kind', models.CharField(choices=[('points', 'Points'), ('hand_loss', 'Hand Loss'), ('game_loss', 'Game Loss'), ('match_loss', 'Match Loss')], max_length=10)),
                ('seat', models.PositiveSmallIntegerField()),
                ('n', models.PositiveIntegerField(null=True)),
                ('game', models.PositiveIntegerField(null=True)),
                ('after', models.PositiveIntegerField(default=0)),
                ('points', models.PositiveSmallIntegerField(default=0)),
                ('boxes', models.PositiveSmallIntegerField(default=0)),
                ('reference', models.CharField(blank=True, max_length=40)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='games.match')),
            ],
            options={
                'ordering': ['match', 'id'],
            },
        ),
        migrations.CreateModel(
            name='MatchSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_seats', to='players.player')),
            ],
            options={
                'ordering': ['match', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('n', models.PositiveIntegerField(null=True)),
                ('game', models.PositiveIntegerField(null=True)),
                ('offender', models.PositiveSmallIntegerField(null=True)),
                ('rule', models.CharField(blank=True, max_length=40)),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('phase', models.CharField(blank=True, max_length=16)),
                ('conditions', models.JSONField(default=list)),
                ('facts', models.CharField(blank=True, max_length=1000)),
                ('option', models.CharField(blank=True, max_length=60)),
                ('chosen_by', models.CharField(blank=True, max_length=8)),
                ('effects', models.JSONField(default=list)),
                ('discretionary', models.BooleanField(default=False)),
                ('end_reason', models.CharField(blank=True, max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='games.match')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='next', to='games.ruling')),
            ],
            options={
                'ordering': ['match', 'id'],
            },
        ),
        migrations.CreateModel(
            name='HandFact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('revision', models.PositiveIntegerField(default=1)),
                ('kind', models.CharField(max_length=8)),
                ('dealer', models.PositiveSmallIntegerField()),
                ('knocker', models.PositiveSmallIntegerField(null=True)),
                ('counts', models.JSONField()),
                ('upcard', models.CharField(blank=True, max_length=2)),
                ('limit_card', models.CharField(blank=True, max_length=2)),
                ('factor', models.PositiveSmallIntegerField(default=1)),
                ('cards', models.JSONField(help_text="Where it was judged from them: hands by seat, the knocker's melds.", null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='facts', to='games.hand')),
                ('restores', models.ForeignKey(help_text='The fact that it lets stand again; of several that say the same, the first.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='restored_by', to='games.handfact')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='next', to='games.handfact')),
                ('ruling', models.ForeignKey(help_text='The ruling with which it was written down, or said anew.', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='hands', to='games.ruling')),
            ],
            options={
                'ordering': ['hand', 'revision'],
            },
        ),
        migrations.CreateModel(
            name='GameDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('game', models.PositiveIntegerField()),
                ('decision', models.CharField(choices=[('play_on', 'Play On'), ('leader', 'Leader'), ('void', 'Void')], max_length=8)),
                ('reason', models.CharField(max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='games.match')),
                ('ruling', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='decisions', to='games.ruling')),
            ],
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('superseded_at', models.DateTimeField(null=True)),
                ('revision', models.PositiveIntegerField()),
                ('level', models.CharField(choices=[('hands', 'Hands'), ('games', 'Games'), ('games_won', 'Games Won'), ('drawn', 'Drawn'), ('walkover', 'Walkover'), ('double_forfeit', 'Double Forfeit')], max_length=16)),
                ('payload', models.JSONField(default=dict)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='submissions', to='games.match')),
                ('supersedes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='next', to='games.submission')),
            ],
            options={
                'ordering': ['match', 'revision'],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('reason', models.CharField(max_length=500)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='dispute', to='games.submission')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by_staff', models.BigIntegerField(null=True)),
                ('role', models.CharField(max_length=16)),
                ('via', models.CharField(max_length=8)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('submission', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='confirmation', to='games.submission')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('match', 'sequence'), name='hand_sequence_once'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('match', 'game', 'number'), name='hand_number_once'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'hand_loss'), ('superseded_at__isnull', True)), fields=('match', 'n'), name='hand_lost_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='seat_taken_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='no_player_against_himself'),
        ),
        migrations.AddIndex(
            model_name='ruling',
            index=models.Index(fields=['rule', '-at'], name='rulings_by_rule'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('n__isnull', True), ('game__isnull', True), _connector='OR'), name='ruling_on_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='handfact',
            constraint=models.UniqueConstraint(fields=('hand', 'revision'), name='hand_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='handfact',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('hand',), name='one_standing_fact_a_hand'),
        ),
        migrations.AddConstraint(
            model_name='gamedecision',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('match', 'game'), name='one_standing_decision_a_game'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(fields=('match', 'revision'), name='submission_revision_once'),
        ),
        migrations.AddConstraint(
            model_name='submission',
            constraint=models.UniqueConstraint(condition=models.Q(('superseded_at__isnull', True)), fields=('match',), name='one_standing_submission_a_match'),
        ),
    ]
