"""The players of a club."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from players.api.clubs import ClubView
from players.api.links import LinkAnswer
from players.models import Player
from players.selectors import RatedPlayer, players_visible_to, search_players, shown_name
from players.services import links, players
from web.input import Body, ChoiceField, IdField, LineField, NumberField, read_body, read_query
from web.lists import PageQuery
from web.schema import Shape, call


class PlayerBody(Body):
    """A new player; an account claims the player later by a link."""

    name = LineField(max_length=1000)
    email = LineField(max_length=254, required=False, allow_blank=True)
    home_club = LineField(max_length=1000, required=False, allow_blank=True)
    rating = NumberField(required=False)
    shown = ChoiceField(choices=Player.Shown.values, required=False)


class PlayerChanges(PlayerBody):
    """What is to change; "" clears an e-mail address or a home club."""

    name = LineField(max_length=1000, required=False)


class MergeBody(Body):
    """The other row of the same person: it is merged into the player of the address."""

    other = IdField()


class ClaimBody(Body):
    """Where to send the link; left out, it is only answered."""

    email = LineField(max_length=254, required=False)


class PlayerQuery(PageQuery):
    """Which players."""

    search = serializers.CharField(
        required=False, max_length=200, help_text="Part of a name; accents and case do not count."
    )


class PlayerAnswer(Shape):
    """A player, by the name that they want to be read."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    home_club = serializers.CharField()
    email = serializers.CharField(allow_null=True, help_text="Null for all but the club's staff.")
    has_account = serializers.BooleanField()


def player_row(player: Player, actor: Actor, rating: int | None) -> dict[str, Any]:
    """A player as `actor` may see them."""
    is_staff = actor.may("player.contact")
    return {
        "id": player.pk,
        "name": player.name if is_staff else shown_name(player, actor.roles),
        "rating": rating if is_staff or player.club.ratings_shown else None,
        "home_club": player.home_club,
        "email": player.email if is_staff else None,
        "has_account": player.user_id is not None,
    }


class PlayersBaseView(ClubView):
    """Something of the club's players."""

    tag = "players"

    def listed(self) -> QuerySet[RatedPlayer]:
        return players_visible_to(self.actor).filter(club=self.club)

    def answer(self, player: Player, status: int = 200) -> Response:
        newest = player.ratings.values_list("value", flat=True).first()
        return Response(player_row(player, self.actor, newest), status)


class PlayersView(PlayersBaseView):
    @call("player.list", PlayerAnswer(many=True), query=PlayerQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the players of a club."""
        rows = self.listed().order_by("sort_key", "id")
        search = read_query(PlayerQuery, request).get("search")
        if search:
            rows = search_players(rows, search, names_hidden=not self.actor.may("player.contact"))
        return self.answer_page(rows, lambda row: player_row(row, self.actor, row.rating))

    @call("player.edit", PlayerAnswer, takes=PlayerBody, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Add a player."""
        body = read_body(PlayerBody, request)
        player = players.add_player(club=self.club, **body, by=self.actor, now=self.now)
        return self.answer(player, 201)


class PlayerView(PlayersBaseView):
    """Something of one player."""

    player: Player

    def load(self) -> Actor:
        actor = super().load()
        self.player = get_object_or_404(self.listed(), pk=self.kwargs["player_id"])
        return actor


class OnePlayerView(PlayerView):
    @call("player.list", PlayerAnswer)
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        """Show a player."""
        return self.answer(self.player)

    @call("player.edit", PlayerAnswer, takes=PlayerChanges)
    def patch(self, request: Request, slug: str, player_id: int) -> Response:
        """Change a player."""
        changes = read_body(PlayerChanges, request)
        return self.answer(
            players.edit_player(player=self.player, **changes, by=self.actor, now=self.now)
        )


class MergeView(PlayerView):
    @call("player.merge", PlayerAnswer, takes=MergeBody)
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        """Merge another row of the same person into this player."""
        other = get_object_or_404(self.listed(), pk=read_body(MergeBody, request)["other"])
        return self.answer(
            players.merge_players(kept=self.player, other=other, by=self.actor, now=self.now)
        )


class AnonymisationView(PlayerView):
    @call("player.anonymise", status=204)
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        """Take the person out of a player for good; the results stay."""
        players.anonymise_player(player=self.player, by=self.actor, now=self.now)
        return Response(status=204)


class ClaimLinkView(PlayerView):
    keeps_answers = False

    @call("player.edit", LinkAnswer, takes=ClaimBody, status=201)
    def post(self, request: Request, slug: str, player_id: int) -> Response:
        """Make the link by which an account claims the player; an older one ends."""
        body = read_body(ClaimBody, request)
        issued = links.create_claim_link(player=self.player, **body, by=self.actor, now=self.now)
        return Response(LinkAnswer(issued).data, status=201)
