"""The byes of a player beside which they play, or may play, a computer player."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.places import TournamentView
from tournaments.selectors.stages.byes import OwnBye, own_byes
from tournaments.services.events.byes import fill_bye
from web.input import Body, NumberField, read_body
from web.schema import Shape, call


class FillByeBody(Body):
    """The bye that is filled."""

    pairing = NumberField(min_value=1)


class ByeAnswer(Shape):
    """A bye of the caller, by the number of its pairing. `match` and `url`, the page of its table,
    are null before they have sat down."""

    pairing = serializers.IntegerField()
    round = serializers.IntegerField()
    opponent = serializers.CharField(help_text="The computer player, as `bots/` lists them.")
    match = serializers.IntegerField(allow_null=True)
    url = serializers.CharField(allow_null=True)
    is_over = serializers.BooleanField()
    won = serializers.BooleanField(allow_null=True, help_text="Null where nobody has.")


class ByesAnswer(Shape):
    """The newest first."""

    byes = ByeAnswer(many=True)


class ByesView(TournamentView):
    """A computer player takes the free seat of a bye, where the event has it so."""

    def current(self) -> list[dict[str, Any]]:
        return [_row(bye) for bye in own_byes(self.actor, self.tournament)]

    @call("tournament.fill_bye", ByesAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the caller's byes that are filled, or can be."""
        return Response({"byes": self.current()})

    @call("tournament.fill_bye", ByesAnswer, takes=FillByeBody)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Sit down to a match beside a bye. Twice is once."""
        fill_bye(pairing=read_body(FillByeBody, request)["pairing"], **self.write)
        return Response({"byes": self.current()})


def _row(bye: OwnBye) -> dict[str, Any]:
    beside = bye.beside
    return {
        "pairing": bye.pairing,
        "round": bye.round,
        "opponent": bye.opponent,
        "match": beside.match if beside else None,
        "url": beside.table if beside else None,
        "is_over": beside is not None and beside.is_over,
        "won": beside.won if beside else None,
    }
