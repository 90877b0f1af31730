"""What a seat says ahead at an online table by days."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.premoves import passes_ahead
from games.services.tables import premoves
from games.services.tables.acting import Answer
from tournaments.api.table_phrases import seat_of
from tournaments.api.tables import PlayView
from web.input import Body, NumberField, read_body
from web.schema import Shape, call


class PremoveBody(Body):
    """Of which dealing the upcard is passed."""

    d = NumberField(min_value=1)


class PremoveAnswer(Shape):
    """What the caller has said ahead; the other seat is not told."""

    match = serializers.IntegerField()
    may_pass = serializers.BooleanField(help_text="Whether there is an upcard to pass ahead.")
    passes = serializers.BooleanField(help_text="Whether the caller has said that they pass it.")


class PremoveView(PlayView):
    """Passing the upcard before it is one's turn, where a turn takes days."""

    def current(self) -> dict[str, Any]:
        passes = passes_ahead(self.table, seat_of(self))
        return {
            "match": self.board.match_id,
            "may_pass": passes is not None,
            "passes": bool(passes),
        }

    def shown(self, answer: Answer | None = None) -> Response:
        if answer is not None:
            self.left = answer.now
            if answer.refused is not None:
                raise answer.refused
        return Response(PremoveAnswer(self.current()).data)

    @call("table.play", PremoveAnswer)
    def get(self, request: Request, match_id: int) -> Response:
        """Show what the caller has said ahead."""
        return self.shown()

    @call("table.play", PremoveAnswer, takes=PremoveBody)
    def post(self, request: Request, match_id: int) -> Response:
        """Pass the upcard as soon as it is the caller's turn, if the other seat passes it."""
        body = read_body(PremoveBody, request)
        return self.shown(premoves.pass_ahead(request=self.asked(), d=body["d"]))

    @call("table.play", PremoveAnswer)
    def delete(self, request: Request, match_id: int) -> Response:
        """Decide when it is the caller's turn."""
        return self.shown(premoves.take_back(request=self.asked()))
