"""Drops the stored copies of tournaments and makes them anew from the facts."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.permissions import Actor, Role
from tournaments.models import Tournament
from tournaments.services.events.rebuilding import rebuild_tournament
from web.db.clock import now

BY = Actor(via="command", system=True, roles=frozenset({Role.SYSTEM, Role.ANYONE}))


class Command(BaseCommand):
    help = (
        "Drops all that is only a stored copy (states, winners, who came through, standings) and "
        "makes it anew from the facts. Of the tournaments named by their ids, else of all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament_id", nargs="*", type=int)

    def handle(self, *, tournament_id: list[int], **_: object) -> None:
        there = Tournament.objects.listed().order_by("pk")
        known = list(there.values_list("pk", flat=True))
        unknown = sorted(set(tournament_id) - set(known))
        if unknown:
            raise CommandError(f"There is no tournament {', '.join(map(str, unknown))}.")
        for key in tournament_id or known:
            tournament = rebuild_tournament(tournament_id=key, by=BY, now=now())
            self.stdout.write(f"{key} {tournament.name}: rebuilt, {tournament.state}")
