"""Print the one-time link with which the first owner sets the installation up."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.clock import now
from players.services.links import create_setup_link
from players.text import Refusal


class Command(BaseCommand):
    help = (
        "Print the one-time link with which the first owner makes his account and his club. Works "
        "while nobody has an account; a link printed before stops working."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--base-url",
            default=settings.BASE_URL,
            help="where the installation is reached (default: %(default)s)",
        )

    def handle(self, *args: Any, base_url: str, **options: Any) -> None:
        try:
            issued = create_setup_link(now=now())
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(base_url.rstrip("/") + issued.path)
