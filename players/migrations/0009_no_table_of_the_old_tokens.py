from django.db import migrations

# Django knows nothing of the table any more, since the tokens have a model of their own: as it
# refers to accounts, PostgreSQL let no backup be restored beside it.
GIVE_BACK = """
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


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0008_mail'),
    ]

    operations = [
        migrations.RunSQL('DROP TABLE knox_authtoken', GIVE_BACK),
    ]
