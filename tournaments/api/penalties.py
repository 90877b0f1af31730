"""Penalties of the event, as its staff gives, reads and takes them back."""

from collections.abc import Sequence
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from tournaments.api.correcting import HandsChangingBody, TellingWhatRests
from tournaments.api.fields import InstantField, Whether
from tournaments.api.places import TournamentView
from tournaments.domain.penalties.infractions import CONDITIONS, INFRACTIONS
from tournaments.domain.penalties.ladder import LADDER
from tournaments.models import Penalty
from tournaments.selectors.events.access import boards_visible_to
from tournaments.selectors.events.penalties import partners_penalised, penalties_of
from tournaments.services.desk import penalties
from tournaments.services.desk.penalties import PenaltyEntry
from tournaments.services.desk.result_change import CorrectionRequest
from web.input import ChoiceField, IdField, LineField, NumberField, read_body
from web.schema import STALE, call

LONGEST_FACTS, LONGEST_REASON = 1000, 500
MOST_MINUTES = 1440


class PenaltyBody(HandsChangingBody):
    """An infraction at a match. A step left out is the one that the table proposes; any other one
    is discretionary. A graver one for the same cause corrects the result that the one in whose
    place it stands had made."""

    match = IdField()
    version = NumberField(min_value=1, help_text="Of the match.")
    entry = IdField(help_text="Who committed it.")
    infraction = ChoiceField(choices=list(INFRACTIONS))
    occurrence = NumberField(
        min_value=1,
        max_value=99,
        help_text="The number it is to get: one more than the offender's last for this infraction.",
    )
    step = ChoiceField(choices=[str(step) for step in LADDER], required=False)
    facts = LineField(max_length=LONGEST_FACTS, required=False, allow_blank=True)
    minutes = NumberField(max_value=MOST_MINUTES, required=False, help_text="Of the round's clock.")
    conditions = serializers.ListField(
        child=ChoiceField(choices=list(CONDITIONS)), required=False, max_length=len(CONDITIONS)
    )
    cause = IdField(required=False, help_text="A ruling with the same root.")


class ReversalBody(HandsChangingBody):
    """Why it is taken back, and the version of the match that it hits."""

    reason = LineField(max_length=LONGEST_REASON)


@extend_schema_field(serializers.ListField(child=serializers.CharField()))
class PartnersField(serializers.ReadOnlyField):
    """Between partners the names of those whom it hit, by seat; nowhere else."""

    def get_attribute(self, instance: Penalty) -> Sequence[str]:
        return partners_penalised(instance)


class PenaltyAnswer(serializers.Serializer[Penalty]):
    """A penalty as it was given. `match` is where that was, `takes_effect` the match that it hits
    where that is another one; `stands` is false once it was taken back or replaced."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField(source="entry.name")
    partners = PartnersField(required=False)
    match = serializers.IntegerField(source="board.match_id", allow_null=True)
    takes_effect = serializers.IntegerField(source="takes_effect.match_id", allow_null=True)
    infraction = serializers.ChoiceField(choices=list(INFRACTIONS))
    occurrence = serializers.IntegerField()
    step = serializers.ChoiceField(choices=[str(step) for step in LADDER])
    discretionary = serializers.BooleanField()
    minutes = serializers.IntegerField(allow_null=True)
    conditions = serializers.ListField(child=serializers.CharField())
    facts = serializers.CharField()
    cause = serializers.IntegerField(source="cause_id", allow_null=True)
    role = serializers.CharField()
    at = InstantField()
    stands = Whether(lambda penalty: penalty.superseded_at is None)
    end_reason = serializers.CharField()

    def to_representation(self, instance: Penalty) -> dict[str, Any]:
        row: dict[str, Any] = super().to_representation(instance)
        if not row["partners"]:
            del row["partners"]
        return row


class PenaltiesView(TellingWhatRests, TournamentView):
    tag = "penalties"

    @call("penalty.view", PenaltyAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the penalties, those that were taken back included."""
        return self.answer_page(penalties_of(self.tournament), PenaltyAnswer().to_representation)

    @call("penalty.give", PenaltyAnswer(many=True), takes=PenaltyBody, status=201, examples=[STALE])
    def post(self, request: Request, tournament_id: int) -> Response:
        """Give a penalty (two where the infraction is of both)."""
        body = read_body(PenaltyBody, request)
        request_fields = {"choice", "confirm", "if_unfinished"} & body.keys()
        asked = {name: body.pop(name) for name in request_fields}
        boards = boards_visible_to(self.actor).filter(
            pairing__round__stage__tournament=self.tournament
        )
        given = penalties.give_penalty(
            board=get_object_or_404(boards, match=body.pop("match")),
            version=body.pop("version"),
            request=CorrectionRequest("penalty", **asked),
            entry=PenaltyEntry(**body),
            by=self.actor,
            now=self.now,
        )
        shape = PenaltyAnswer()
        return Response([shape.to_representation(made) for made in given], 201)


class ReversalView(TellingWhatRests, TournamentView):
    tag = "penalties"
    penalty: Penalty

    def load(self) -> Actor:
        actor = super().load()
        found = penalties_of(self.tournament)
        self.penalty = get_object_or_404(found, pk=self.kwargs["penalty_id"])
        return actor

    @call("penalty.give", PenaltyAnswer, takes=ReversalBody, examples=[STALE])
    def post(self, request: Request, tournament_id: int, penalty_id: int) -> Response:
        """Take a penalty back, and with it what it did."""
        body = read_body(ReversalBody, request)
        version = body.pop("version")
        penalties.take_back_penalty(
            penalty=self.penalty,
            version=version,
            request=CorrectionRequest("penalty", **body),
            by=self.actor,
            now=self.now,
        )
        left = penalties_of(self.tournament).get(pk=self.penalty.pk)
        return Response(PenaltyAnswer(left).data)
