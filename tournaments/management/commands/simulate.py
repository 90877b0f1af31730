"""Listed in `manage.py help`; `manage.py` itself runs it without Django."""

import sys

from django.core.management.base import BaseCommand

from tournaments import console


class Command(BaseCommand):
    help = console.HELP

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(console.main(argv[2:]))
