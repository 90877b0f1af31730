"""A whole event of computer players: the load test that everybody can start."""

import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.rules import PARTNERSHIP
from kernel.permissions import SYSTEM
from kernel.text import Refusal
from tournaments.domain.formats.registry import FORMATS, KNOCK_OUT, format_class
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Practice, Tournament
from tournaments.selectors.stages.calendar import champions
from tournaments.selectors.stages.open_boards import still_open
from tournaments.services.desk import self_playing
from tournaments.services.events import practice_copies
from tournaments.services.stages.plans import StagePlan
from web.db.clock import now

#: Single games to 100, by the club rules.
RULES = {"preset": "club", "match_n": 1, "target": 100}
#: The variant by who plays a match.
VARIANTS = {"two": "standard", "table": "cutthroat", "partners": PARTNERSHIP}


class Command(BaseCommand):
    help = (
        "Plays a whole event of computer players over single games to 100, and tells how long it "
        "took. The audit and the standings are verified at the end, and the event is thrown away. "
        "The exit status is 1 when anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        levels = [level.code for level in LEVELS]
        parser.add_argument("--players", type=int, default=64)
        parser.add_argument("--format", choices=[one.code for one in FORMATS], default=KNOCK_OUT)
        parser.add_argument("--partners", action="store_true", help="two play on each side")
        parser.add_argument("--level", choices=levels, default="club")
        parser.add_argument("--seed", default="", help="the same seed plays the same event")
        parser.add_argument("--keep", action="store_true", help="do not throw it away")

    def handle(self, *, keep: bool, **asked: Any) -> None:
        practice = self._made(**asked)
        try:
            self._play(practice)
            for command in ("verify_audit", "verify_standings"):
                call_command(command, tournament=practice.tournament_id, stdout=self.stdout)
        finally:
            if not keep:
                practice_copies.throw_away(tournament_id=practice.tournament_id)

    def _made(
        self, *, players: int, format: str, partners: bool, level: str, seed: str, **_: object
    ) -> Practice:
        variant = PARTNERSHIP if partners else VARIANTS[format_class(format).meets]
        if not 2 <= players <= practice_copies.MOST:
            raise CommandError(f"From 2 to {practice_copies.MOST} players.", returncode=2)
        try:
            made = practice_copies.make_practice(
                name=f"Practice {format}",
                players=players,
                stages=[StagePlan(format, {})],
                rules={**RULES, "variant": variant},
                level=level,
                seed=seed,
                by=SYSTEM,
                now=now(),
            )
        except Refusal as refused:
            raise CommandError(str(refused), returncode=2) from refused
        return Practice.objects.select_related("tournament").get(tournament=made)

    def _play(self, practice: Practice) -> None:
        """Round by round, as long as anything follows."""
        began = time.monotonic()
        matches = hands = 0
        while True:
            round_began, played = time.monotonic(), 0
            self_playing.follow_up(practice=practice, now=now())
            while board := self_playing.next_board(practice):
                hands += self_playing.play_match(
                    board=board, practice=practice, by=SYSTEM, now=now()
                )
                if still_open(board):
                    raise CommandError(f"Match {board.match_id} did not come to its end.")
                played += 1
            if not played:
                break
            matches += played
            self.stdout.write(f"{played} matches: {time.monotonic() - round_began:.1f} s")
        seconds = time.monotonic() - began
        tournament = Tournament.objects.get(pk=practice.tournament_id)
        said = f"{matches} matches, {hands} hands: {seconds:.1f} s; {tournament.state}"
        self.stdout.write(said)
        if tournament.state != TournamentState.FINISHED:
            raise CommandError("The event did not come to its end.")
        for name in champions([tournament]).values():
            self.stdout.write(f"champion: {name}")
