"""Starting, drawing, publishing: the steps of a tournament's rounds, and their clocks."""

from datetime import datetime
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.text import Text
from tournaments.api.fields import InstantField
from tournaments.api.places import TournamentView
from tournaments.api.tournaments import TournamentAnswer, tournament_row
from tournaments.domain.lifecycle import RoundState
from tournaments.models import ClockEvent, Draw, Round
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.bracket import is_shown_to_all
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.selectors.stages.windows import windows_of
from tournaments.services.stages import rounds, windows
from web.input import Body, ChoiceField, LineField, MomentField, NumberField, read_body
from web.schema import SaidField, call

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


class WindowBody(Body):
    """Until when the round is played."""

    until = MomentField()


class ClockBody(Body):
    """What the clock does, at one table or (left out) at all; `seconds` to extend by."""

    kind = ChoiceField(choices=ClockEvent.Kinds.values)
    table = NumberField(min_value=1, required=False)
    seconds = NumberField(min_value=1, max_value=LONGEST_EXTENSION_SECONDS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["kind"] == ClockEvent.Kinds.EXTEND) != ("seconds" in attrs):
            raise ValidationError({"seconds": ["Say by how many seconds to extend, only then."]})
        return attrs


class RoundName(SaidField):
    """What a round of the `record` of the context is called."""

    def get_attribute(self, round: Round) -> Text:
        record: StageRecord = self.context["record"]
        return record.format.round_name(record.table, round.number)


class WindowField(InstantField):
    """Until when a round is played, by the `windows` of the context."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, read_only=True, **options)

    def get_attribute(self, round: Round) -> datetime | None:
        found: datetime | None = self.context["windows"].get(round.pk)
        return found


class RoundAnswer(serializers.Serializer[Round]):
    """A round of the current stage."""

    name = RoundName()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[str(state) for state in RoundState])
    planned_start = InstantField(allow_null=True)
    publish_at = InstantField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    window_until = WindowField(
        help_text="Until when it is played, in an event by windows, once it is published."
    )


class DrawAnswer(serializers.Serializer[Draw]):
    """A draw: what fed it, and the entries in order, best seed first."""

    seed = serializers.CharField()
    method = serializers.CharField()
    order = serializers.ListField(child=serializers.IntegerField())


class ClockAnswer(serializers.Serializer[ClockEvent]):
    """What the clock did, and when, by the database's time."""

    round = serializers.IntegerField(source="round.number")
    kind = serializers.ChoiceField(choices=ClockEvent.Kinds.values)
    table = serializers.IntegerField(source="table.number", allow_null=True)
    seconds = serializers.IntegerField()
    at = InstantField()


class StartView(TournamentView):
    @call("tournament.start", TournamentAnswer, takes=DrawBody)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Check, draw and publish the first round."""
        seed = read_body(DrawBody, request).get("seed", "")
        started = rounds.start_tournament(seed=seed, **self.write)
        return Response(tournament_row(started, self.actor))


class DrawingView(TournamentView):
    @call("tournament.draw", DrawAnswer, takes=DrawBody)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Draw, or draw again while nothing is published."""
        seed = read_body(DrawBody, request).get("seed", "")
        return Response(DrawAnswer(rounds.draw_stage(seed=seed, **self.write)).data)


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
        record, drafts = stage_record(stage), sees_drafts(self.actor)
        until = windows_of([round.pk for round in record.rounds])
        shape = RoundAnswer(context={"record": record, "windows": until})
        return [
            shape.to_representation(round)
            for round in record.rounds
            if drafts or is_shown_to_all(round.state, stage)
        ]


class RoundsView(RoundView):
    @call("tournament.view", RoundAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the rounds of the current stage."""
        return self.answer_page(self.rows(), lambda row: row)


class OneRoundView(RoundView):
    @call("tournament.view", RoundAnswer)
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        """Show a round."""
        return self.answer(number)

    @call("round.publish", RoundAnswer, takes=RoundPlan)
    def patch(self, request: Request, tournament_id: int, number: int) -> Response:
        """Plan a round's start and length; what is left out stays."""
        plan = read_body(RoundPlan, request)
        if plan:
            rounds.plan_round(number=number, **plan, **self.write)
        return self.answer(number)

    @call("round.drop", status=204)
    def delete(self, request: Request, tournament_id: int, number: int) -> Response:
        """Drop a round of which nothing is published."""
        rounds.drop_round(number=number, **self.write)
        return Response(status=204)


class PublicationView(RoundView):
    @call("round.publish", RoundAnswer, takes=PublicationBody, operation_id="publication_view_post")
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Publish a round, at once or later by itself."""
        at = read_body(PublicationBody, request).get("at")
        rounds.publish_round(number=number, at=at, **self.write)
        return self.answer(number)

    @call("round.publish", RoundAnswer, operation_id="publication_view_delete")
    def delete(self, request: Request, tournament_id: int, number: int) -> Response:
        """Take a publication back while nothing of the round is played."""
        rounds.unpublish_round(number=number, **self.write)
        return self.answer(number)


class WindowView(RoundView):
    @call("round.window", RoundAnswer, takes=WindowBody)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Let a published round be played until another hour."""
        until = read_body(WindowBody, request)["until"]
        windows.move_window(number=number, until=until, **self.write)
        return self.answer(number)


class ClockView(RoundView):
    @call("round.clock", ClockAnswer, takes=ClockBody)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Start, pause, resume or lengthen a round's clock."""
        body = read_body(ClockBody, request)
        event = rounds.run_clock(
            number=number,
            kind=body["kind"],
            table_number=body.get("table"),
            seconds=body.get("seconds", 0),
            **self.write,
        )
        return Response(ClockAnswer(event).data)
