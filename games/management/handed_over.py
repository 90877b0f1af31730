"""Commands that `games.engine.console` runs."""

import sys

from django.core.management.base import BaseCommand

from games.engine import console


class HandedOver(BaseCommand):
    """A name in Django's list of commands, however it is called."""

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(console.main(argv[1:]))
