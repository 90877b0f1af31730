"""What an online match tells its referees once its result stands: evidence, and no proof."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.tables.records import instant_text
from tournaments.api.places import MatchView
from tournaments.selectors.desk.evidence import evidence_of
from web.schema import Shape, call


@extend_schema_field(OpenApiTypes.DATETIME)
class LogInstant(serializers.Field[int, int, str, Any]):
    """An instant of a table's log."""

    def to_representation(self, value: int) -> str:
        return instant_text(value)


class DecisionAnswer(Shape):
    """What a seat itself did, as the version `number` of the table, in the dealing `d`: it `took`
    so many milliseconds since it could have been done, less pauses and what the server was away."""

    number = serializers.IntegerField()
    d = serializers.IntegerField(source="deal")
    seat = serializers.IntegerField()
    at = LogInstant()
    took = serializers.IntegerField()


class DisconnectedAnswer(Shape):
    """When a seat was not connected, from the first deal on."""

    seat = serializers.IntegerField()
    began = LogInstant()
    ended = LogInstant()


class EvidenceAnswer(Shape):
    """What a match tells, no proof of anything. `one_network`: whether both seats came from one
    network at some time, as two in one house do; null where it is not known, after 30 days."""

    decisions = DecisionAnswer(many=True)
    absences = DisconnectedAnswer(many=True)
    one_network = serializers.BooleanField(allow_null=True)


class EvidenceView(MatchView):
    @call("evidence.view", EvidenceAnswer)
    def get(self, request: Request, match_id: int) -> Response:
        """Read how the two have played a match at its online table, once its result stands. Staff
        who play in the event are refused."""
        return Response(EvidenceAnswer(evidence_of(self.board, self.actor)).data)
