"""Appeals of a match: made by its players or a director, decided by a panel."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from tournaments.api.correcting import RulingEndingBody, TellingWhatRests
from tournaments.api.fields import InstantField
from tournaments.api.places import MatchView
from tournaments.domain.penalties.ladder import LADDER
from tournaments.models import Appeal, AppealDecision
from tournaments.selectors.events.appeals import appeals_at
from tournaments.services.desk import appeals
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry
from web.input import Body, ChoiceField, IdField, LineField, NumberField, read_body
from web.schema import STALE, call

LONGEST_TEXT, LONGEST_REASON = 1000, 500
MOST_MEMBERS = 9


class AppealBody(Body):
    """What is appealed: a ruling or a penalty of this match; the facts on which both agree."""

    ruling = IdField(required=False)
    penalty = IdField(required=False)
    facts = LineField(max_length=LONGEST_TEXT)
    reason = LineField(max_length=LONGEST_TEXT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("ruling" in attrs) == ("penalty" in attrs):
            raise ValidationError(_("Name the ruling or the penalty that is appealed."))
        return attrs


class DecisionBody(RulingEndingBody):
    """What the panel decided. A penalty that is changed gets another step."""

    version = NumberField(min_value=1, help_text="Of the match.")
    outcome = ChoiceField(choices=AppealDecision.Outcomes.values)
    panel = serializers.ListField(
        child=LineField(max_length=40),
        min_length=1,
        max_length=MOST_MEMBERS,
        help_text='Who sat on it: "user:5", or "staff:7" for a pass.',
    )
    reason = LineField(max_length=LONGEST_REASON)
    step = ChoiceField(choices=[str(step) for step in LADDER], required=False)
    ruling = IdField(required=False, help_text="The panel's own, in place of a changed ruling.")


class AppealAnswer(serializers.Serializer[Appeal]):
    """An appeal; `outcome` is null while nobody has decided."""

    id = serializers.IntegerField()
    ruling = serializers.IntegerField(source="ruling_id", allow_null=True)
    penalty = serializers.IntegerField(source="penalty_id", allow_null=True)
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    facts = serializers.CharField()
    reason = serializers.CharField()
    role = serializers.CharField()
    at = InstantField()
    outcome = serializers.ChoiceField(
        choices=AppealDecision.Outcomes.values, source="decision.outcome", allow_null=True
    )
    panel = serializers.ListField(child=serializers.CharField(), source="decision.panel")
    decision_reason = serializers.CharField(source="decision.reason")
    decided_at = InstantField(source="decision.at", allow_null=True)

    def to_representation(self, appeal: Appeal) -> dict[str, Any]:
        row = super().to_representation(appeal)
        if row["outcome"] is None:
            row |= {"panel": [], "decision_reason": ""}
        return row


class AppealsView(MatchView):
    tag = "appeals"

    @call("appeal.view", AppealAnswer(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """List the appeals about a match."""
        return self.answer_page(appeals_at(self.board), AppealAnswer().to_representation)

    @call("appeal.make", AppealAnswer, takes=AppealBody, status=201)
    def post(self, request: Request, match_id: int) -> Response:
        """Appeal a ruling or a penalty."""
        entry = AppealEntry(**read_body(AppealBody, request))
        made = appeals.make_appeal(board=self.board, entry=entry, by=self.actor, now=self.now)
        return Response(AppealAnswer(made).data, 201)


class DecisionView(TellingWhatRests, MatchView):
    tag = "appeals"
    appeal: Appeal

    def load(self) -> Actor:
        actor = super().load()
        self.appeal = get_object_or_404(appeals_at(self.board), pk=self.kwargs["appeal_id"])
        return actor

    @call("appeal.decide", AppealAnswer, takes=DecisionBody, examples=[STALE])
    def post(self, request: Request, match_id: int, appeal_id: int) -> Response:
        """Record what the panel decided; score and bracket follow."""
        entry = DecisionEntry(**read_body(DecisionBody, request))
        appeals.decide_appeal(appeal=self.appeal, entry=entry, by=self.actor, now=self.now)
        return Response(AppealAnswer(appeals_at(self.board).get(pk=self.appeal.pk)).data)
