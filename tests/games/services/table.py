"""A match with its two players, for what is written down of it."""

from datetime import timedelta

from django.db import transaction

from games.engine.gin.rules import RULES_VERSION, Rules, as_dict, rules_from
from games.models import Match, MatchSeat
from games.selectors.matches import match_record
from games.services import scoresheet
from kernel.permissions import Actor, Role
from players.models import Player
from tests.builders import NOW, make_club, make_user

REFEREE = Actor(via="page", roles=frozenset({Role.REFEREE, Role.ANYONE}))


class Table:
    """A match with its two players, and a clock that goes on with every word."""

    def __init__(self, **knobs):
        self.seat_at(
            ("Ada", "Bob"),
            game="gin",
            rules=as_dict(rules_from(knobs) if knobs else Rules()),
            rules_version=RULES_VERSION,
        )
        self.ada, self.bob = self.as_players

    def seat_at(self, names, **match):
        """Make the match, and let them sit down."""
        club = make_club()
        users = [make_user(name) for name in names]
        self.players = [
            Player.objects.create(club=club, name=user.name, user=user) for user in users
        ]
        self.match = Match.objects.create(games_won=[0] * len(names), **match)
        for seat, player in enumerate(self.players):
            MatchSeat.objects.create(match=self.match, seat=seat, player=player)
        roles = frozenset({Role.PLAYER, Role.ENTRANT, Role.USER, Role.ANYONE})
        self.as_players = [Actor("page", user_id=user.pk, roles=roles) for user in users]
        self.now = NOW

    @property
    def record(self):
        return match_record(Match.objects.get(pk=self.match.pk))

    def do(self, service, by, **fields):
        self.now += timedelta(seconds=1)
        with transaction.atomic():
            left = service(record=self.record, by=by, now=self.now, **fields)
        stored = self.record
        assert (left.state, left.score, left.winner) == (stored.state, stored.score, stored.winner)
        assert (stored.match.state, stored.match.winner) == (stored.state, stored.winner)
        assert stored.match.games_won == list(stored.score.games_won)
        return left

    def hands(self, *entries, by=REFEREE):
        for entry in entries:
            left = self.do(scoresheet.add_hand, by, entry=entry)
        return left

    def correct(self, n, entry, by=REFEREE, reason="misread", if_unfinished=None):
        return self.do(
            scoresheet.correct_hand,
            by,
            n=n,
            entry=entry,
            reason=reason,
            if_unfinished=if_unfinished,
        )

    def submit(self, level, by=REFEREE, reason="", **payload):
        return self.do(scoresheet.submit_result, by, level=level, payload=payload, reason=reason)

    def won(self, first, second, by=REFEREE, reason=""):
        return self.submit("games_won", by, reason, games_won=[first, second])

    def confirm(self, by):
        return self.do(scoresheet.confirm_result, by)

    def dispute(self, by, reason="I had gin"):
        return self.do(scoresheet.dispute_result, by, reason=reason)


class TableOfThree(Table):
    """A match of three, by the rules of `three_seats`."""

    def __init__(self):
        self.seat_at(("Ada", "Bob", "Cid"), game="three", rules={}, rules_version=1)
