"""Put a backup back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kernel.text import Refusal
from players.services.backup import restore


class Command(BaseCommand):
    help = "Put a backup into an empty database, or with --replace in the place of what is there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what the backup command wrote")
        parser.add_argument(
            "--replace", action="store_true", help="give up everything that is in the database"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not MigrationRecorder(connection).applied_migrations():
            call_command("migrate", interactive=False, verbosity=0)
        try:
            rows = restore(path=file, replace=replace)
        except OSError as error:
            raise CommandError(f"Cannot read {file}: {error.strerror}.") from error
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{rows} rows restored from {file}")
