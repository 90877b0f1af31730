"""All that the migrations from 0007 to 0010 come to, with what they change in rows: a database that
has the earlier ones has tokens of knox, and accounts that want notices. They stay for who has run
some of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Tokens of the time before had no name, and were for all that the account may do. None is left
# behind, where nobody would see or end it.
TAKE_OVER = """
    INSERT INTO players_apitoken (digest, token_key, user_id, created, expiry, name, scope)
    SELECT digest, token_key, user_id, created, expiry, 'Token', 'all' FROM knox_authtoken;
    DELETE FROM knox_authtoken;
"""
GIVE_BACK = """
    INSERT INTO knox_authtoken (digest, token_key, user_id, created, expiry)
    SELECT digest, token_key, user_id, created, expiry FROM players_apitoken WHERE scope = 'all';
"""

# Django knows nothing of the table any more, since the tokens have a model of their own: as it
# refers to accounts, PostgreSQL let no backup be restored beside it.
MAKE_AGAIN = """
    CREATE TABLE knox_authtoken (
        digest varchar(128) NOT NULL PRIMARY KEY,
        token_key varchar(25) NOT NULL,
        created timestamp with time zone NOT NULL,
        expiry timestamp with time zone NULL,
        user_id bigint NOT NULL REFERENCES players_user (id) DEFERRABLE INITIALLY DEFERRED
    );
    CREATE INDEX knox_authtoken_token_key ON knox_authtoken (token_key);
    CREATE INDEX knox_authtoken_user_id ON knox_authtoken (user_id);
"""


def wish_for_matches(apps, schema_editor):
    """Whoever wanted notices wanted the only kind that there was."""
    users = apps.get_model("players", "User").objects.filter(wants_notices=True)
    wish = apps.get_model("players", "NoticeWish")
    wish.objects.bulk_create(
        (wish(user_id=user, kind="next_match") for user in users.values_list("pk", flat=True)),
        batch_size=500,
    )


def want_notices(apps, schema_editor):
    wishes = apps.get_model("players", "NoticeWish").objects.filter(kind="next_match")
    users = apps.get_model("players", "User").objects
    users.filter(pk__in=wishes.values("user")).update(wants_notices=True)


class Migration(migrations.Migration):
    replaces = [
        ("players", "0007_api_tokens"),
        ("players", "0008_mail"),
        ("players", "0009_no_table_of_the_old_tokens"),
        ("players", "0010_notices_are_wished_for_by_kind"),
    ]

    dependencies = [
        ("knox", "0009_extend_authtoken_field"),
        ("players", "0006_no_axes"),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('name', models.CharField(blank=True, max_length=100)),
                ('scope', models.CharField(choices=[('read', 'Read'), ('enter', 'Enter'), ('all', 'All')], default='all', max_length=8)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auth_token_set', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.RunSQL(TAKE_OVER, GIVE_BACK),
        migrations.RunSQL("DROP TABLE knox_authtoken", MAKE_AGAIN),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('to', models.EmailField(max_length=254)),
                ('language', models.CharField(choices=[('en', 'English'), ('de', 'Deutsch')], max_length=8)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('subject', models.CharField(blank=True, max_length=400)),
                ('body', models.TextField(blank=True)),
                ('made_at', models.DateTimeField()),
                ('give_up_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('next_try_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('error', models.CharField(blank=True, choices=[('unreachable', 'Unreachable'), ('silent', 'Silent'), ('login', 'Login'), ('sender', 'Sender'), ('recipient', 'Recipient'), ('refused', 'Refused')], max_length=16)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='players.club')),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to='players.link')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('sent_at__isnull', True)), fields=['next_try_at'], name='mail_unsent')],
            },
        ),
        migrations.CreateModel(
            name='NoticeWish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_wishes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='notice_wished_for_once')],
            },
        ),
        migrations.RunPython(wish_for_matches, want_notices),
        migrations.RemoveField("user", "wants_notices"),
    ]
