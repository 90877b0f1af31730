"""Friendlies: tables for two who need no club and no account, opened and joined by links."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import LAST_SEAT
from games.engine.gin.bots.roster import CODES
from games.selectors.opponents import own_opponents
from games.selectors.tables import rematch_asked
from kernel.names import MAX_LENGTH
from kernel.seats import Seat
from kernel.text import N_
from players.access.api_view import ApiView
from tournaments.api.fields import by_seat
from tournaments.api.play_settings import ClockField
from tournaments.api.stage_shapes import RulesField
from tournaments.api.tables import TableView
from tournaments.models import Friendly
from tournaments.selectors.events.friendlies import (
    INVITED,
    OPENER,
    board_of,
    invitation_path,
    seat_path,
    seat_token,
    table_path,
)
from tournaments.services.events import challenges, friendlies
from tournaments.services.events.friendlies import Asked
from web.addresses import client_address
from web.attempts import address_count, trying
from web.idempotency import write_of
from web.input import Body, FlagField, IdField, LineField, NumberField, read_body
from web.links import absolute_url
from web.schema import Shape, call

NAMED_BY_ACCOUNT = N_("Who challenges a player is called as their account is: say no other name.")


class OpponentBody(Body):
    """Against whom: exactly one of these."""

    link = FlagField(required=False, help_text="Whoever has the link.")
    player = IdField(required=False, help_text="A player of one’s own club.")
    bot = LineField(required=False, max_length=40, help_text="A computer player: see `bots/`.")
    bots = serializers.ListField(
        child=LineField(max_length=40),
        required=False,
        max_length=LAST_SEAT,
        help_text="Where more than two play: those in all other seats, in their order; of partners "
        "the second is one's own.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if len(data) != 1 or data.get("link") is False or data.get("bots") == []:
            raise ValidationError(_("Say one opponent: a link, a player or a computer player."))
        return data


class FriendlyBody(Body):
    """A new table; what is left out is the rule set's own, a clock the usual one."""

    rules = RulesField()
    best_of = NumberField(min_value=1, required=False, help_text="An odd number of games.")
    target = NumberField(min_value=1, required=False, help_text="The points that end a game.")
    clock = ClockField(required=False)
    opponent = OpponentBody()
    name = LineField(
        required=False,
        max_length=MAX_LENGTH,
        allow_blank=True,
        help_text="What the caller is called there: needed without an account, but against a "
        "computer player.",
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if "player" in data["opponent"] and data.get("name"):
            raise ValidationError({"name": _(NAMED_BY_ACCOUNT)})
        return data


class SeatClaimBody(Body):
    """The token of the opponent's link, which its address ends in."""

    token = LineField(max_length=200)
    name = LineField(required=False, max_length=MAX_LENGTH, allow_blank=True)


class SeatAnswer(Shape):
    """A seat at a table. With an account it is the account's, else whoever has its link or its
    token has it: `Authorization: Seat <seat_token>`."""

    match = serializers.IntegerField()
    url = serializers.CharField(help_text="The page: without an account one's own link to it.")
    seat_token = serializers.CharField(allow_null=True, help_text="Null with an account.")


class OpenedAnswer(SeatAnswer):
    """The opener's seat, and the link for the opponent, which is used up once it is claimed."""

    opponent_url = serializers.CharField(
        allow_null=True, help_text="Null for a challenge, and against a computer player."
    )


class InvitationAnswer(Shape):
    """A new link for the opponent."""

    match = serializers.IntegerField()
    opponent_url = serializers.CharField()


class RematchAnswer(Shape):
    """Who has asked to play again, by seat; once both have, the new table."""

    asked = by_seat(serializers.BooleanField())
    match = serializers.IntegerField(allow_null=True)
    url = serializers.CharField(allow_null=True)


class BotsAnswer(Shape):
    """The computer players, by their codes."""

    bots = serializers.ListField(child=serializers.CharField())


class FriendlyView(ApiView):
    """A table for two, listed nowhere."""

    tag = "online tables"
    keeps_answers = False  # they hold links; what is sent again is found by its key

    def asked(self) -> Asked:
        """Who asks, from where, by which key."""
        write, address = write_of(self.request, self.actor), client_address(self.request._request)
        if write is None:
            return Asked(self.actor, self.now, address)
        return Asked(self.actor, self.now, address, write.key, write.body_digest)

    def seat_of(self, friendly: Friendly, seat: Seat) -> dict[str, object]:
        """The links and the token of the caller's seat."""
        board = board_of(friendly)
        if self.actor.user_id is not None:
            url = absolute_url(table_path(board))
            return {"match": board.match_id, "url": url, "seat_token": None}
        return {
            "match": board.match_id,
            "url": absolute_url(seat_path(friendly, seat)),
            "seat_token": seat_token(friendly, seat),
        }


class FriendliesView(FriendlyView):
    @call("friendly.open", OpenedAnswer, takes=FriendlyBody, status=201)
    def post(self, request: Request) -> Response:
        """Open a table, and sit down at it. The same key and body again is the same table."""
        body = read_body(FriendlyBody, request)
        opponent = body.pop("opponent")
        player = opponent.get("player")
        bots = opponent.get("bots", [opponent["bot"]] if "bot" in opponent else [])
        friendly = friendlies.open_friendly(asked=self.asked(), player=player, bots=bots, **body)
        link = None if player or bots else absolute_url(invitation_path(friendly))
        return Response(self.seat_of(friendly, OPENER) | {"opponent_url": link}, status=201)


class FriendlyClaimsView(FriendlyView):
    @call("friendly.claim", SeatAnswer, takes=SeatClaimBody)
    def post(self, request: Request) -> Response:
        """Sit down by the opponent's link, which is used up with it."""
        body, asked = read_body(SeatClaimBody, request), self.asked()
        with trying(address_count("link", asked.address)):
            friendly = friendlies.claim_seat(by=self.actor, now=self.now, key=asked.key, **body)
        return Response(self.seat_of(friendly, INVITED))


class AcceptanceView(FriendlyView):
    """A challenge, for the two whom it concerns."""

    @call("friendly.answer", SeatAnswer)
    def post(self, request: Request, match_id: int) -> Response:
        """Say yes to a challenge, and sit down."""
        friendly = challenges.accept(match=match_id, by=self.actor, now=self.now)
        return Response(self.seat_of(friendly, INVITED))

    @call("friendly.answer", status=204)
    def delete(self, request: Request, match_id: int) -> Response:
        """Say no to a challenge, or take back one's own. It lapses by itself after 24 hours."""
        challenges.end(match=match_id, by=self.actor, now=self.now)
        return Response(status=204)


class BlockView(FriendlyView):
    """Whoever sits opposite, or challenges the caller."""

    @call("friendly.block", status=204)
    def post(self, request: Request, match_id: int) -> Response:
        """Meet them in no friendly any more: neither can challenge the other, join the other's
        table or play the other again. They are not told. A match that is played goes on."""
        challenges.block_other(match=match_id, by=self.actor, now=self.now)
        return Response(status=204)

    @call("friendly.block", status=204)
    def delete(self, request: Request, match_id: int) -> Response:
        """Let them be met again."""
        challenges.unblock_other(match=match_id, by=self.actor, now=self.now)
        return Response(status=204)


class FriendlyTableView(TableView):
    keeps_answers = False


class FriendlyInvitationView(FriendlyTableView):
    @call("friendly.invite", InvitationAnswer, status=201)
    def post(self, request: Request, match_id: int) -> Response:
        """Make a new link for the opponent, until the first card: who came by the one before has
        the seat no longer."""
        friendly = friendlies.make_new_link(board=self.board, by=self.actor, now=self.now)
        link = absolute_url(invitation_path(friendly))
        return Response({"match": match_id, "opponent_url": link}, status=201)

    @call("friendly.invite", status=204)
    def delete(self, request: Request, match_id: int) -> Response:
        """Close the table, until the first card: it is gone at once, with both links to it."""
        friendlies.close_friendly(board=self.board, by=self.actor)
        return Response(status=204)


class RematchView(FriendlyTableView):
    @call("friendly.rematch", RematchAnswer, status=(201, 202))
    def post(self, request: Request, match_id: int) -> Response:
        """Ask to play again, once the match is over. 202 until both have; then there is a new
        table, to which the same accounts and tokens have the seats."""
        address = client_address(request._request)
        asked = Asked(self.actor, self.now, address)
        made = friendlies.ask_rematch(board=self.board, asked=asked)
        answer = {"asked": rematch_asked(self.board.match), "match": None, "url": None}
        if made is None:
            return Response(answer, status=202)
        board = board_of(made)
        found = {"match": board.match_id, "url": absolute_url(table_path(board))}
        return Response(answer | found, status=201)


class NameReportView(FriendlyTableView):
    @call("friendly.report_name", status=204)
    def post(self, request: Request, match_id: int) -> Response:
        """Say that the opponent's name is an insult: they are called a guest from now on."""
        friendlies.report_name(board=self.board, by=self.actor)
        return Response(status=204)


class BotsView(ApiView):
    tag = "online tables"

    @call("site.view", BotsAnswer)
    def get(self, request: Request) -> Response:
        """List the computer players: levels from the weakest to the best, then characters, then
        the caller's own (`opponents/`)."""
        own = [one.code for one in own_opponents(self.actor)]
        return Response({"bots": [*CODES, *own]})
