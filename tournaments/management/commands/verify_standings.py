"""Works out all stored standings a second time, and says which are wrong."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Stage, Tournament
from tournaments.selectors.stages.ranking import Verified, verified


class Command(BaseCommand):
    help = (
        "Works out every stored table of standings a second time, straight from the definitions "
        "of places and tie-breaks. The exit status is 1 when one is wrong. Of one tournament, else "
        "of all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tournament", type=int, metavar="ID")

    def handle(self, *, tournament: int | None, **_: object) -> None:
        events = Tournament.objects.listed()
        stages = Stage.objects.filter(tournament__in=events).select_related("tournament")
        stages = stages.order_by("tournament", "number")
        if tournament is not None:
            if not Tournament.objects.filter(pk=tournament).exists():
                raise CommandError(f"There is no tournament {tournament}.", returncode=2)
            stages = stages.filter(tournament=tournament)
        tables = [(stage, table) for stage in stages for table in list(verified(stage))]
        found = [self._tell(stage, table) for stage, table in tables]
        self.stdout.write(f"{len(found)} tables, {found.count(False)} of them wrong")
        if behind := sum(table.is_behind for _stage, table in tables):
            self.stdout.write(f"{behind} are being made anew, and were not looked at")
        if not all(found):
            raise CommandError("Make them anew with manage.py rebuild.")

    def _tell(self, stage: Stage, table: Verified) -> bool:
        """Say what is wrong with a table; whether it is right."""
        place = f"tournament {stage.tournament_id}, stage {table.stage}, round {table.round}"
        for text in table.wrong:
            self.stdout.write(f"{place}: {text}")
        return not table.wrong
