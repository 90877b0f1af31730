"""Starting, drawing, publishing: the steps of a tournament's rounds, and their clocks."""

from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.places import TournamentView
from tournaments.api.tournaments import TournamentAnswer, tournament_row
from tournaments.domain.lifecycle import RoundState
from tournaments.models import ClockEvent, Draw, Round
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.bracket import is_shown_to_all
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.stages import rounds
from web.actors import say
from web.input import Body, ChoiceField, LineField, MomentField, NumberField, read_body

LONGEST_ROUND_MINUTES = 1440
LONGEST_EXTENSION_SECONDS = 6 * 3600


@extend_schema_field({"oneOf": [{"type": "string", "maxLength": 64}, {"type": "integer"}]})
class SeedField(LineField):
    """What chance is fed with: up to 64 characters, or a whole number."""

    def to_internal_value(self, data: Any) -> str:
        whole = isinstance(data, int) and not isinstance(data, bool)
        return super().to_internal_value(str(data) if whole else data)


class DrawBody(Body):
    """`seed` makes the same draw again; left out, one is made and kept."""

    seed = SeedField(max_length=64, required=False)


class PublicationBody(Body):
    """`at` publishes later by itself; left out, at once."""

    at = MomentField(required=False)


class RoundPlan(Body):
    """When a round is to begin, and how many minutes it may take."""

    planned_start = MomentField(required=False)
    minutes = NumberField(min_value=1, max_value=LONGEST_ROUND_MINUTES, required=False)


class ClockBody(Body):
    """What the clock does, at one table or (left out) at all; `seconds` to extend by."""

    kind = ChoiceField(choices=ClockEvent.Kinds.values)
    table = NumberField(min_value=1, required=False)
    seconds = NumberField(min_value=1, max_value=LONGEST_EXTENSION_SECONDS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["kind"] == ClockEvent.Kinds.EXTEND) != ("seconds" in attrs):
            raise ValidationError({"seconds": ["Say by how many seconds to extend, only then."]})
        return attrs


class RoundAnswer(serializers.Serializer):
    """A round of the current stage."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=[str(state) for state in RoundState])
    planned_start = serializers.DateTimeField(allow_null=True)
    publish_at = serializers.DateTimeField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)


class DrawAnswer(serializers.Serializer):
    """A draw: what fed it, and the entries in order, best seed first."""

    seed = serializers.CharField()
    method = serializers.CharField()
    order = serializers.ListField(child=serializers.IntegerField())


class ClockAnswer(serializers.Serializer):
    """What the clock did, and when, by the database's time."""

    round = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=ClockEvent.Kinds.values)
    table = serializers.IntegerField(allow_null=True)
    seconds = serializers.IntegerField()
    at = serializers.DateTimeField()


def draw_row(draw: Draw) -> dict[str, Any]:
    return {"seed": draw.seed, "method": draw.method, "order": draw.order}


class StartView(TournamentView):
    actions: ClassVar = {"POST": "tournament.start"}

    @extend_schema(
        summary="Check, draw and publish the first round",
        request=DrawBody,
        responses={200: TournamentAnswer},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        seed = read_body(DrawBody, request).get("seed", "")
        started = rounds.start_tournament(seed=seed, **self.write)
        return Response(tournament_row(started, self.actor))


class DrawingView(TournamentView):
    actions: ClassVar = {"POST": "tournament.draw"}

    @extend_schema(
        summary="Draw, or draw again while nothing is published",
        request=DrawBody,
        responses={200: DrawAnswer},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        seed = read_body(DrawBody, request).get("seed", "")
        return Response(draw_row(rounds.draw_stage(seed=seed, **self.write)))


class RoundView(TournamentView):
    """Something of a round of the current stage."""

    tag = "rounds"

    def answer(self, number: int) -> Response:
        row = next((row for row in self.rows() if row["number"] == number), None)
        if row is None:
            raise Http404
        return Response(row)

    def rows(self) -> list[dict[str, Any]]:
        """The rounds of the current stage that the caller may see."""
        stage = self.stage(None)
        if not self.is_shown(stage):
            return []
        facts = stage_record(stage)
        names = {
            round.number: facts.format.round_name(facts.table, round.number)
            for round in facts.rounds
        }
        drafts = sees_drafts(self.actor)
        return [
            round_row(round, say(names[round.number]))
            for round in facts.rounds
            if drafts or is_shown_to_all(round.state, stage)
        ]


def round_row(round: Round, name: str) -> dict[str, Any]:
    plain = ("number", "state", "planned_start", "publish_at", "minutes")
    return {"name": name, **{field: getattr(round, field) for field in plain}}


class RoundsView(RoundView):
    actions: ClassVar = {"GET": "tournament.view"}

    @extend_schema(
        summary="List the rounds of the current stage", responses={200: RoundAnswer(many=True)}
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        return self.answer_page(self.rows(), lambda row: row)


class OneRoundView(RoundView):
    actions: ClassVar = {
        "GET": "tournament.view",
        "PATCH": "round.publish",
        "DELETE": "round.drop",
    }

    @extend_schema(summary="Show a round", responses={200: RoundAnswer})
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        return self.answer(number)

    @extend_schema(
        summary="Plan a round's start and length; what is left out stays",
        request=RoundPlan,
        responses={200: RoundAnswer},
    )
    def patch(self, request: Request, tournament_id: int, number: int) -> Response:
        plan = read_body(RoundPlan, request)
        if plan:
            rounds.plan_round(number=number, **plan, **self.write)
        return self.answer(number)

    @extend_schema(summary="Drop a round of which nothing is published", responses={204: None})
    def delete(self, request: Request, tournament_id: int, number: int) -> Response:
        rounds.drop_round(number=number, **self.write)
        return Response(status=204)


class PublicationView(RoundView):
    actions: ClassVar = {"POST": "round.publish", "DELETE": "round.publish"}

    @extend_schema(
        operation_id="publication_view_post",
        summary="Publish a round, at once or later by itself",
        request=PublicationBody,
        responses={200: RoundAnswer},
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        at = read_body(PublicationBody, request).get("at")
        rounds.publish_round(number=number, at=at, **self.write)
        return self.answer(number)

    @extend_schema(
        operation_id="publication_view_delete",
        summary="Take a publication back while nothing of the round is played",
        responses={200: RoundAnswer},
    )
    def delete(self, request: Request, tournament_id: int, number: int) -> Response:
        rounds.unpublish_round(number=number, **self.write)
        return self.answer(number)


class ClockView(RoundView):
    actions: ClassVar = {"POST": "round.clock"}

    @extend_schema(
        summary="Start, pause, resume or lengthen a round's clock",
        request=ClockBody,
        responses={200: ClockAnswer},
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        body = read_body(ClockBody, request)
        event = rounds.run_clock(
            number=number,
            kind=body["kind"],
            table_number=body.get("table"),
            seconds=body.get("seconds", 0),
            **self.write,
        )
        table = event.table.number if event.table else None
        row = {"round": number, "kind": event.kind, "table": table}
        return Response({**row, "seconds": event.seconds, "at": event.at})
