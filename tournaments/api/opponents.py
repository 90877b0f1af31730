"""Computer players of one's own: made, changed, taken away by the account that plays them."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.manners import PACES, PARAMETERS, Parameter
from games.selectors.opponents import OwnOpponent, own_opponent, own_opponents
from games.services.opponents import add_opponent, change_opponent, remove_opponent
from kernel.permissions import Actor
from players.access.api_view import ApiView
from web.input import Body, ChoiceField, LineField, NumberField, read_body
from web.schema import Shape, call

_PORTRAIT = "The code of a character, whose face it has."


def _field(parameter: Parameter) -> NumberField:
    return NumberField(
        min_value=parameter.least,
        max_value=parameter.most,
        allow_null=parameter.may_be_none,
        required=False,
        help_text=parameter.says,
    )


class MannerBody(Body):
    """How it plays. What is left out is that of nobody in particular, at level Club; of one that is
    changed it stays."""

    level = ChoiceField(choices=[level.code for level in LEVELS], required=False)
    pace = ChoiceField(choices=list(PACES), required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**super().get_fields(), **{one.name: _field(one) for one in PARAMETERS}}


class OwnOpponentBody(Body):
    """A computer player of one's own."""

    name = LineField(max_length=1000)
    portrait = LineField(max_length=40, help_text=_PORTRAIT)
    manner = MannerBody(required=False)


class OpponentChanges(Body):
    """What is to change; what is left out stays."""

    name = LineField(max_length=1000, required=False)
    portrait = LineField(max_length=40, required=False, help_text=_PORTRAIT)
    manner = MannerBody(required=False)


class OwnOpponentAnswer(Shape):
    """One of the caller's own: `bot` is the code by which it is asked to a table."""

    id = serializers.IntegerField()
    bot = serializers.CharField()
    name = serializers.CharField()
    portrait = serializers.CharField()
    manner = serializers.DictField(help_text="Level, pace and every parameter.")


def _row(one: OwnOpponent) -> Mapping[str, object]:
    return {
        "id": one.number,
        "bot": one.code,
        "name": one.name,
        "portrait": one.portrait,
        "manner": one.manner,
    }


class OpponentsView(ApiView):
    tag = "online tables"

    @call("opponent.edit", OwnOpponentAnswer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's own, the oldest first."""
        return self.answer_page(own_opponents(self.actor), _row)

    @call("opponent.edit", OwnOpponentAnswer, takes=OwnOpponentBody, status=201)
    def post(self, request: Request) -> Response:
        """Make one."""
        body = {"manner": {}, **read_body(OwnOpponentBody, request)}
        return Response(_row(add_opponent(**body, by=self.actor, now=self.now)), 201)


class OneOpponentView(ApiView):
    tag = "online tables"
    opponent: OwnOpponent

    def load(self) -> Actor:
        actor = super().load()
        if actor.may("opponent.edit"):
            found = own_opponent(actor, self.kwargs["opponent_id"])
            if found is None:
                raise Http404
            self.opponent = found
        return actor

    @call("opponent.edit", OwnOpponentAnswer)
    def get(self, request: Request, opponent_id: int) -> Response:
        """One of the caller's own."""
        return Response(_row(self.opponent))

    @call("opponent.edit", OwnOpponentAnswer, takes=OpponentChanges)
    def patch(self, request: Request, opponent_id: int) -> Response:
        """Change it, for the tables to come: at one that is open sits what sat down there."""
        old, body = self.opponent, read_body(OpponentChanges, request)
        changed = change_opponent(
            opponent=old.number,
            name=body.get("name", old.name),
            portrait=body.get("portrait", old.portrait),
            manner={**old.manner, **body.get("manner", {})},
            by=self.actor,
        )
        return Response(_row(changed))

    @call("opponent.edit", status=204)
    def delete(self, request: Request, opponent_id: int) -> Response:
        """Take it away; at the tables that are open it stays."""
        remove_opponent(opponent=self.opponent.number, by=self.actor)
        return Response(status=204)
