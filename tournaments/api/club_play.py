"""Those who belong to a club find each other for friendlies."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rule_books import as_dict
from kernel.permissions import Actor
from players.api.clubs import ClubView
from players.selectors import base_roles, clubs_to_play_in
from tournaments.api.play_settings import ClockField
from tournaments.api.stage_shapes import RulesField
from tournaments.models import Friendly
from tournaments.selectors.events.challenges import challenges_to
from tournaments.selectors.events.club_play import (
    is_found,
    waiting_tables,
    who_would_play,
    would_play_until,
)
from tournaments.selectors.events.friendlies import (
    WaitingTable,
    board_of,
    own_friendlies,
    table_path,
)
from tournaments.services.events import club_play
from tournaments.services.events.friendlies import Asked
from web.addresses import client_address
from web.input import Body, NumberField, read_body
from web.links import absolute_url
from web.schema import Shape, call


class ClubTableBody(Body):
    """A table for the club; what is left out is the rule set's own, a clock the usual one."""

    rules = RulesField()
    best_of = NumberField(min_value=1, required=False, help_text="An odd number of games.")
    target = NumberField(min_value=1, required=False, help_text="The points that end a game.")
    clock = ClockField(required=False)


class WouldPlayAnswer(Shape):
    """A player who would play, and whom the caller may challenge."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    until = serializers.DateTimeField()
    challenge = serializers.IntegerField(
        allow_null=True,
        help_text="The match of a challenge between the two that waits for an answer, of either.",
    )


class WaitingTableAnswer(Shape):
    """A table at which a seat waits for the caller: who has opened it, what is played there."""

    match = serializers.IntegerField()
    by = serializers.CharField()
    rules = serializers.DictField(help_text="Every knob.")
    clock = ClockField()
    until = serializers.DateTimeField()


class OwnTableAnswer(Shape):
    """A friendly at which the caller sits and that is not over."""

    match = serializers.IntegerField()
    url = serializers.CharField(help_text="The page of the table.")
    other = serializers.CharField(help_text="Who sits opposite, empty for nobody yet.")


class ClubPlayAnswer(Shape):
    """Who would play and what waits, as the caller sees it."""

    found = serializers.BooleanField(help_text="Whether others can find the caller here.")
    until = serializers.DateTimeField(
        allow_null=True, help_text="Until when the caller would play; null for not."
    )
    players = WouldPlayAnswer(many=True)
    tables = WaitingTableAnswer(many=True)
    own = OwnTableAnswer(many=True)
    challenges = WaitingTableAnswer(many=True)


class PlayPresenceAnswer(Shape):
    """That the caller would play."""

    until = serializers.DateTimeField()


class ClubSeatAnswer(Shape):
    """The caller's seat at a table."""

    match = serializers.IntegerField()
    url = serializers.CharField(help_text="The page of the table.")


class PlayView(ClubView):
    """What those who belong to a club see of it, where it has a page of play."""

    tag = "online tables"

    def load(self) -> Actor:
        self.club = get_object_or_404(clubs_to_play_in(self.actor), slug=self.kwargs["slug"])
        return replace(self.actor, roles=base_roles(self.actor))


class ClubPlayView(PlayView):
    @call("club.play", ClubPlayAnswer)
    def get(self, request: Request, slug: str) -> Response:
        """Show who would play now, and the tables that wait."""
        here = (self.actor, self.club.pk, self.now)
        own = [one for one in own_friendlies(self.actor, self.now) if not one.is_over]
        shown = {
            "found": is_found(self.actor, self.club.pk),
            "until": would_play_until(*here),
            "players": who_would_play(*here),
            "tables": [_waiting(one) for one in waiting_tables(*here)],
            "own": [
                {"match": one.match, "url": absolute_url(one.table), "other": one.other}
                for one in own
            ],
            "challenges": [_waiting(one) for one in challenges_to(self.actor, self.now)],
        }
        return Response(ClubPlayAnswer(shown).data)


class PlayPresenceView(PlayView):
    @call("club.play", PlayPresenceAnswer)
    def post(self, request: Request, slug: str) -> Response:
        """Say that one would play now. It ends by itself after an hour; said again it begins
        anew."""
        until = club_play.say_would_play(club=self.club.pk, by=self.actor, now=self.now)
        return Response(PlayPresenceAnswer({"until": until}).data)

    @call("club.play", status=204)
    def delete(self, request: Request, slug: str) -> Response:
        """Say that one would not play any more."""
        club_play.take_back_would_play(club=self.club.pk, by=self.actor)
        return Response(status=204)


class ClubTablesView(PlayView):
    @call("club.play", ClubSeatAnswer, takes=ClubTableBody, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Open a table for the club, and sit down at it. It waits for an hour."""
        asked = Asked(self.actor, self.now, client_address(request._request))
        body = read_body(ClubTableBody, request)
        friendly = club_play.open_table(club=self.club.pk, asked=asked, **body)
        return Response(_seat_at(friendly), status=201)


class OneClubTableView(PlayView):
    @call("club.play", status=204)
    def delete(self, request: Request, slug: str, match_id: int) -> Response:
        """Close a table of one's own that waits."""
        club_play.close_table(club=self.club.pk, match=match_id, by=self.actor, now=self.now)
        return Response(status=204)


class ClubSeatView(PlayView):
    @call("club.play", ClubSeatAnswer)
    def post(self, request: Request, slug: str, match_id: int) -> Response:
        """Sit down at a table that waits for somebody of the club. The first has the seat."""
        friendly = club_play.take_seat(
            club=self.club.pk, match=match_id, by=self.actor, now=self.now
        )
        return Response(_seat_at(friendly))


def _waiting(table: WaitingTable) -> Mapping[str, Any]:
    return {
        "match": table.match,
        "by": table.by,
        "rules": as_dict(table.rules),
        "clock": table.clock.as_json(),
        "until": table.until,
    }


def _seat_at(friendly: Friendly) -> Mapping[str, object]:
    board = board_of(friendly)
    return {"match": board.match_id, "url": absolute_url(table_path(board))}
