"""A demo club: a finished knock-out, a running evening with results, a league of teams, a Swiss
with a bye to fill, and an evening to come."""

import json
import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.crypto import get_random_string

from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.rules import from_stored
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.match import score_match
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from players.models import Membership, Player, Rating, User
from players.services.clubs import create_club
from tournaments.models import Board, Staff, Tournament
from tournaments.selectors.stages.bracket import bracket, matches_of
from tournaments.services.desk import results, rulings
from tournaments.services.events import entries, setup
from tournaments.services.events.staff import appoint_staff
from tournaments.services.events.teams import Team, enter_teams
from tournaments.services.stages import rounds, settling
from web.db.clock import now as database_now

PLAYERS = (
    ("Anna Šimek", 1744),
    ("Nuño García López", 1702),
    ("Eilís Müller", 1671),
    ("Björn Mac an tSaoi", 1655),
    ("Chloé Weiß", 1620),
    ("Dmitri Jansen", 1571),
    ("Kamala Fontaine", 1544),
    ("Håkon Dvořák", 1502),
    ("Gülsüm Abu-Hassan", 1474),
    ("Jürgen Nguyễn", 1423),
    ("François D'Angelo", 1409),
    ("Íñigo Novák", 1366),
    ("Oluwaseun Adeyemi-Brookes", 1331),
    ("Zoë Lindqvist", 1293),
    ("Tomasz Wiśniewski", 1201),
    ("Mei-Ling Ōkubo", 1122),
)
TEAMS = ("The Aces", "Late Knockers", "Deadwood", "The Layoffs")
TABLES = ((1, "Window"), (2, ""), (3, ""), (4, ""), (5, "Bar"), (6, "Bar"))
PEOPLE = {
    "owner": "Siobhán Reyes",
    "organiser": "Ottilie Brandt",
    "director": "Ruben Castellanos",
    "referee": "Priya Raman",
    "player": PLAYERS[4][0],
}
MEMBERSHIPS = {"organiser": "organiser", "director": "member", "referee": "member"}
SEED = 11


class Command(BaseCommand):
    help = (
        "Makes a demo club with accounts, a finished, a running and a coming tournament, and a "
        "league of teams."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--accounts",
            required=True,
            metavar="FILE",
            help="where the accounts are written, one JSON object a line",
        )

    def handle(self, *, accounts: str, **_: object) -> None:
        if User.objects.exists():
            raise CommandError(
                "This database has accounts already: a demo club goes into a new one."
            )
        with transaction.atomic():
            passwords = DemoClub(database_now()).make()
        lines = [
            json.dumps({"role": role, "email": f"{role}@demo.example", "password": password})
            for role, password in passwords.items()
        ]
        file = Path(accounts)
        file.touch(0o600)  # the passwords are for the eyes of whoever started the server
        file.write_text("\n".join(lines) + "\n")


class DemoClub:
    """Makes the demo through the services, as people would; the play is by chance with a seed."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.chance = random.Random(SEED)  # noqa: S311 - play for show

    def make(self) -> dict[str, str]:
        """Make everything; the passwords by role."""
        passwords = {role: get_random_string(12) for role in PEOPLE}
        self.users = {
            role: User.objects.create_user(f"{role}@demo.example", passwords[role], name=name)
            for role, name in PEOPLE.items()
        }
        roles = frozenset({Role.OWNER, Role.ANYONE})
        self.by = Actor("command", user_id=self.users["owner"].pk, roles=roles)
        self.acts: dict[str, Any] = {"by": self.by, "now": self.now}
        self.club = create_club(name="Tuesday Gin Club", time_zone="Europe/London", **self.acts)
        for role, membership in MEMBERSHIPS.items():
            Membership.objects.create(club=self.club, user=self.users[role], role=membership)
        self.players = self._players()
        self.own = next(player for player in self.players if player.user_id)
        past = self._cup("Summer Cup", timedelta(days=-28))
        self._enter(past, self.players[:8])
        self.play(past, until=None)
        self.play(self._league(), until=2)
        running = self._cup("Autumn Cup", timedelta(hours=-1))
        self._enter(running, self.players)
        self.play(running, until=2)
        self._swiss()
        coming = self._cup("Winter Cup", timedelta(days=28))
        setup.move_tournament(action="open_registration", **self._write(coming))
        return passwords

    def _players(self) -> list[Player]:
        players = []
        for name, rating in PLAYERS:
            own = self.users["player"] if name == PEOPLE["player"] else None
            player = Player.objects.create(club=self.club, name=name, user=own)
            Rating.objects.create(player=player, value=rating, source="demo", at=self.now)
            players.append(player)
        return players

    def _cup(self, name: str, begins_in: timedelta) -> Tournament:
        """A knock-out; nobody is entered yet."""
        return self._tournament(
            TABLES, name=name, begins_in=begins_in, format_settings={"third_place": True}
        )

    def _league(self) -> Tournament:
        """A league with everybody in teams about as strong as each other, started."""
        league = self._tournament(
            TABLES[:2],
            name="Team League",
            begins_in=timedelta(days=-7),
            format="round_robin",
            boards=3,
        )
        write, number = self._write(league), len(TEAMS)
        made = [Team(name, self.players[place::number]) for place, name in enumerate(TEAMS)]
        enter_teams(teams=made, **write)
        rounds.start_tournament(seed=str(SEED), **write)
        return league

    def _swiss(self) -> None:
        """A Swiss of five, started: the last of them, who has an account, has a bye, and may play a
        computer player meanwhile."""
        swiss = self._tournament(
            TABLES[:2],
            name="Matinee Swiss",
            begins_in=timedelta(hours=-1),
            format="swiss",
            bye_opponent="strong",
        )
        self._enter(swiss, self.players[: 1 + self.players.index(self.own)])

    def _tournament(
        self, tables: Sequence[tuple[int, str]], *, begins_in: timedelta, **fields: Any
    ) -> Tournament:
        """With its tables and staff."""
        tournament = setup.create_tournament(
            club=self.club,
            place="The Crown, back room",
            starts_at=self.now + begins_in,
            seeding=Tournament.Seeding.RATING,
            registration=Tournament.Registration.APPROVAL,
            **self.acts,
            **fields,
        )
        write = self._write(tournament)
        setup.set_tables(tables=tables, **write)
        appoint_staff(user=self.users["director"], role=Staff.Roles.DIRECTOR, **write)
        appoint_staff(user=self.users["referee"], role=Staff.Roles.HEAD_REFEREE, **write)
        return tournament

    def _write(self, tournament: Tournament) -> dict[str, Any]:
        return {"tournament_id": tournament.pk, **self.acts}

    def _enter(self, tournament: Tournament, players: Sequence[Player]) -> None:
        """Enter players, and start."""
        write = self._write(tournament)
        entries.enter_players(players=[(player, None) for player in players], **write)
        rounds.start_tournament(seed=str(SEED), **write)

    def play(self, tournament: Tournament, until: int | None) -> None:
        """Play the first stage to its end; with `until`, that round half: two matches done, the
        others in play."""
        stage = tournament.stages.get(number=1)
        while ready := [match for match in matches_of(bracket(stage)) if match.state == "ready"]:
            round = ready[0].round
            for place, slot in enumerate(match for match in ready if match.round == round):
                assert slot.match is not None
                boards = Board.objects.select_related("match", "pairing__round__stage")
                board = boards.get(match=slot.match.pk)
                if round == until:
                    self._write_down(board, unfinished=place >= 2)
                else:
                    self._hand_in(board)
            settling.settle_stage(stage_id=stage.pk, **self.acts)
            if round == until:
                break

    def _write_down(self, board: Board, *, unfinished: bool) -> None:
        """Enter a match hand by hand, to its end or to its eleventh hand."""
        match, finished = board.match, False
        while not finished:
            entry = HandEntry(self._hand())
            write = {"board": board, "version": match.version, **self.acts}
            record = results.record_hand(entry=entry, **write).record
            match, finished = record.match, record.score.finished
            if unfinished and len(record.facts) == 11:
                self._rule(board, match.version, 12)
                return

    def _rule(self, board: Board, version: int, n: int) -> None:
        """Somebody looked back at a covered discard in the hand that is being played."""
        rulings.record_ruling(
            board=board,
            version=version,
            entry=RulingEntry(
                effects_of("LOOK_BACK", offender_seat=1),
                rule="LOOK_BACK",
                phase="PLAY",
                offender=1,
                n=n,
                facts="Turned over the discard below the top one.",
            ),
            **self.acts,
        )

    def _hand_in(self, board: Board) -> None:
        """Enter a match game by game."""
        rules = from_stored(board.match.rules, board.match.rules_version)
        games: list[GameScore] = []
        while not score_match(rules, games).finished:
            hands: list[HandScore] = []
            while not (game := score_game(rules, hands)).finished:
                hands.append(score_hand(rules, self._hand()))
            games.append(game)
        results.record_result(
            board=board,
            version=board.match.version,
            level="games",
            payload={
                "games": [
                    {"winner": game.winner, "points": [*game.points], "boxes": [*game.boxes]}
                    for game in games
                ]
            },
            **self.acts,
        )

    def _hand(self) -> HandCounts:
        knocker, count = self.chance.randrange(2), self.chance.randrange(11)
        defender = max(3, int(self.chance.gauss(32, 15)))
        if self.chance.random() < 0.04:
            return HandCounts("void")
        if count == 0:
            return HandCounts.of("gin", knocker, 0, min(defender, 90))
        return HandCounts.of("knock", knocker, count, min(defender, 90))
