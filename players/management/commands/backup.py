"""Write a backup, while everybody works on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.services.backup import back_up


class Command(BaseCommand):
    help = "Write everything in the database to a file, from one moment, while everybody works on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to; an older backup there is replaced")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            rows = back_up(path=file)
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from error
        self.stdout.write(f"{rows} rows written to {file}")
