"""A round before it is published: its pairs with their reasons, and the director's word on them."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.places import TournamentView
from tournaments.models import PairRule
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.stages.drafts import absent_from, compared, draft_pairs, drafts_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.stages import pairing
from web.actors import say
from web.input import Body, ChoiceField, IdField, NumberField, read_body


def two_entries() -> serializers.ListField:
    return serializers.ListField(child=IdField(), min_length=2, max_length=2)


class PairRuleBody(Body):
    """What is said of two entries; `round` is that of a pair that is set ("fixed"), only then."""

    kind = ChoiceField(choices=PairRule.Kinds.values)
    entries = two_entries()
    round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["kind"] == PairRule.Kinds.FIXED) != ("round" in attrs):
            raise ValidationError({"round": ["Say in which round they are to meet, only then."]})
        return attrs


class SwapBody(Body):
    """Two entries of the draft: each takes the other's place."""

    entries = two_entries()


class PairRuleAnswer(serializers.Serializer):
    """They never meet (forbidden), are kept apart in the first rounds, or meet in a round (fixed);
    `round` is of the stage of that number."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PairRule.Kinds.values)
    entries = serializers.ListField(child=serializers.IntegerField())
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)


class DraftPairAnswer(serializers.Serializer):
    """Two entries, or one and null for the bye; the reason in words, and what is wrong besides.

    `rule` is the pair rule that sets it, `changed` whether the program had paired otherwise.
    """

    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    reason = serializers.CharField(allow_null=True)
    faults = serializers.ListField(child=serializers.CharField())
    rule = serializers.IntegerField(allow_null=True)
    changed = serializers.BooleanField()


class ComparedAnswer(serializers.Serializer):
    """A cost of the round: of the draft as it stands, and of the program's own pairing."""

    code = serializers.CharField()
    name = serializers.CharField()
    draft = serializers.IntegerField()
    proposed = serializers.IntegerField()
    fault = serializers.BooleanField()


class DraftAnswer(serializers.Serializer):
    """A draft, what it costs beside the program's own pairing, and who sits it out."""

    number = serializers.IntegerField()
    pairs = DraftPairAnswer(many=True)
    compared = ComparedAnswer(many=True)
    absent = serializers.ListField(child=serializers.IntegerField())


class DraftBaseView(TournamentView):
    """A draft of the current stage."""

    tag = "rounds"

    def draft(self, number: int) -> Response:
        stage = self.stage(None)
        round = get_object_or_404(drafts_of(stage), number=number)
        facts = stage_record(stage)
        return Response(
            {
                "number": number,
                "pairs": [
                    {
                        "number": draft_pair.number,
                        "table": draft_pair.table,
                        "entries": list(draft_pair.entries),
                        "reason": say(draft_pair.reason) if draft_pair.reason else None,
                        "faults": [say(fault) for fault in draft_pair.faults],
                        "rule": draft_pair.rule,
                        "changed": draft_pair.is_changed,
                    }
                    for draft_pair in draft_pairs(facts, round)
                ],
                "compared": [
                    {
                        "code": cost.name.code,
                        "name": say(cost.name),
                        "draft": cost.draft,
                        "proposed": cost.proposed,
                        "fault": cost.is_fault,
                    }
                    for cost in compared(facts, round)
                ],
                "absent": absent_from(facts, number),
            }
        )


class DraftView(DraftBaseView):
    actions: ClassVar = {"GET": "tournament.view_draft"}

    @extend_schema(summary="Show the draft of a round", responses={200: DraftAnswer})
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        return self.draft(number)


class SwapsView(DraftBaseView):
    actions: ClassVar = {"POST": "tournament.draw"}

    @extend_schema(
        summary="Exchange two entries of a draft",
        request=SwapBody,
        responses={200: DraftAnswer},
    )
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        entries = read_body(SwapBody, request)["entries"]
        pairing.swap_in_draft(round=number, entries=entries, **self.write)
        return self.draft(number)


class PairRulesView(TournamentView):
    tag = "rounds"
    actions: ClassVar = {"GET": "tournament.draw", "POST": "tournament.draw"}

    @extend_schema(
        summary="List what was said about who meets, and who does not",
        responses={200: PairRuleAnswer(many=True)},
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        return self.answer_page(self.standing(), pair_rule_row)

    @extend_schema(
        summary="Say that two never meet, are kept apart at first, or meet in a round",
        request=PairRuleBody,
        responses={201: PairRuleAnswer},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        rule = pairing.set_pair_rule(**read_body(PairRuleBody, request), **self.write)
        return Response(pair_rule_row(self.standing().get(pk=rule.pk)), 201)

    def standing(self) -> QuerySet[PairRule]:
        rules = self.tournament.pair_rules.filter(superseded_at__isnull=True)
        return rules.select_related("stage").order_by("id")


class OnePairRuleView(TournamentView):
    tag = "rounds"
    actions: ClassVar = {"DELETE": "tournament.draw"}

    @extend_schema(summary="Take back what was said of two", responses={204: None})
    def delete(self, request: Request, tournament_id: int, rule_id: int) -> Response:
        pairing.end_pair_rule(rule_id=rule_id, **self.write)
        return Response(status=204)


def pair_rule_row(rule: PairRule) -> dict[str, Any]:
    return {
        "id": rule.pk,
        "kind": rule.kind,
        "entries": [rule.first_id, rule.second_id],
        "stage": rule.stage.number if rule.stage else None,
        "round": rule.round,
    }
