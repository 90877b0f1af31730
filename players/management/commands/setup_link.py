"""Print the one-time link with which the first owner sets the installation up."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kernel.text import Refusal
from players.services.links import create_setup_link
from web.db.clock import now


class Command(BaseCommand):
    help = (
        "Print the one-time link with which the first owner makes an account and a club. Works "
        "while nobody has an account; a link printed before stops working."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            issued = create_setup_link(now=now())
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(issued.url)
