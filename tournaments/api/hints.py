"""What the best computer player would do, at a table with a computer player."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.selectors.hints import hint_at
from tournaments.api.table_phrases import seat_of
from tournaments.api.table_shapes import TableErrorAnswer
from tournaments.api.tables import TableView
from web.schema import SaidField, Shape, call


class HintAnswer(Shape):
    """The move that is advised, and why."""

    action = serializers.CharField(help_text="One of the actions, with the melds of a knock.")
    reasons = serializers.ListField(
        child=SaidField(), help_text="Sentences; every number is counted over unseen cards."
    )


class HintView(TableView):
    @call("table.play", HintAnswer, errors={409: TableErrorAnswer})
    def get(self, request: Request, match_id: int) -> Response:
        """Show what the best computer player would do in the caller's seat. 403 where people play
        each other."""
        hint = hint_at(self.table, seat_of(self))
        return Response(HintAnswer({"action": hint.action, "reasons": hint.reasons}).data)
