"""Django's `migrate`, which keeps older programs from the database that it has changed."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connection

from players.models import SchemaLevel


class Command(migrate.Command):
    """Refuses where the database is of a newer program, and raises its level at the end."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            connection.ensure_connection()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        super().handle(*args, **options)
        is_whole = options["app_label"] is None
        if is_whole and not (options["plan"] or options["check_unapplied"]):
            SchemaLevel.objects.update_or_create(pk=1, defaults={"level": settings.SCHEMA_LEVEL})
