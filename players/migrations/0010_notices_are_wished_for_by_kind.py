from django.conf import settings
from django.db import migrations, models


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

    dependencies = [
        ("players", "0009_no_table_of_the_old_tokens"),
    ]

    operations = [
        migrations.CreateModel(
            name="NoticeWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=16)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="notice_wishes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "kind"), name="notice_wished_for_once")
                ],
            },
        ),
        migrations.RunPython(wish_for_matches, want_notices),
        migrations.RemoveField("user", "wants_notices"),
        migrations.AlterField("mail", "kind", models.CharField(max_length=16)),
    ]
