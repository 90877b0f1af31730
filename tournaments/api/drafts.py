"""A round before it is published: its pairs with their reasons, and the director's word on them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import by_seat
from tournaments.api.places import TournamentView
from tournaments.domain.lifecycle import RoundState
from tournaments.models import PairRule
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.stages.drafts import (
    Compared,
    DraftPair,
    absent_from,
    compared,
    draft_pairs,
)
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.stages import pairing
from web.input import Body, ChoiceField, IdField, NumberField, read_body
from web.schema import SaidField, call


class PairRuleBody(Body):
    """What is said of two entries; `round` is that of a pair that is set ("fixed"), only then."""

    kind = ChoiceField(choices=PairRule.Kinds.values)
    entries = by_seat(IdField(), max_length=2)
    round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["kind"] == PairRule.Kinds.FIXED) != ("round" in attrs):
            raise ValidationError({"round": ["Say in which round they are to meet, only then."]})
        return attrs


class SwapBody(Body):
    """Two entries of the draft: each takes the other's place."""

    entries = by_seat(IdField(), max_length=2)


class RuledEntries(serializers.ListField):
    """The two that are spoken of."""

    child = serializers.IntegerField()

    def get_attribute(self, rule: PairRule) -> list[int]:
        return [rule.first_id, rule.second_id]


class PairRuleAnswer(serializers.Serializer[PairRule]):
    """They never meet (forbidden), are kept apart in the first rounds, or meet in a round (fixed);
    `round` is of the stage of that number."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PairRule.Kinds.values)
    entries = RuledEntries()
    stage = serializers.IntegerField(source="stage.number", allow_null=True)
    round = serializers.IntegerField(allow_null=True)


class DraftPairAnswer(serializers.Serializer[DraftPair]):
    """Two entries, or one and null for the bye; the reason in words, and what is wrong besides.

    `rule` is the pair rule that sets it, `changed` whether the program had paired otherwise.
    """

    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    reason = SaidField(allow_null=True)
    faults = serializers.ListField(child=SaidField())
    rule = serializers.IntegerField(allow_null=True)
    changed = serializers.BooleanField(source="is_changed")


class ComparedAnswer(serializers.Serializer[Compared]):
    """A cost of the round: of the draft as it stands, and of the program's own pairing."""

    code = serializers.CharField(source="name.code")
    name = SaidField()
    draft = serializers.IntegerField()
    proposed = serializers.IntegerField()
    fault = serializers.BooleanField(source="is_fault")


class DraftAnswer(serializers.Serializer[Mapping[str, object]]):
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
        round = get_object_or_404(stage.rounds, state=RoundState.DRAFT, number=number)
        facts = stage_record(stage)
        draft = {
            "number": number,
            "pairs": draft_pairs(facts, round),
            "compared": compared(facts, round),
            "absent": absent_from(facts, number),
        }
        return Response(DraftAnswer(draft).data)


class DraftView(DraftBaseView):
    @call("tournament.view_draft", DraftAnswer)
    def get(self, request: Request, tournament_id: int, number: int) -> Response:
        """Show the draft of a round."""
        return self.draft(number)


class SwapsView(DraftBaseView):
    @call("tournament.draw", DraftAnswer, takes=SwapBody)
    def post(self, request: Request, tournament_id: int, number: int) -> Response:
        """Exchange two entries of a draft."""
        entries = read_body(SwapBody, request)["entries"]
        pairing.swap_in_draft(round=number, entries=entries, **self.write)
        return self.draft(number)


class PairRulesView(TournamentView):
    tag = "rounds"

    @call("tournament.draw", PairRuleAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List what was said about who meets, and who does not."""
        return self.answer_page(self.standing(), PairRuleAnswer().to_representation)

    @call("tournament.draw", PairRuleAnswer, takes=PairRuleBody, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Say that two never meet, are kept apart at first, or meet in a round."""
        rule = pairing.set_pair_rule(**read_body(PairRuleBody, request), **self.write)
        return Response(PairRuleAnswer(self.standing().get(pk=rule.pk)).data, 201)

    def standing(self) -> QuerySet[PairRule]:
        rules = self.tournament.pair_rules.filter(superseded_at__isnull=True)
        return rules.select_related("stage").order_by("id")


class OnePairRuleView(TournamentView):
    tag = "rounds"

    @call("tournament.draw", status=204)
    def delete(self, request: Request, tournament_id: int, rule_id: int) -> Response:
        """Take back what was said of two."""
        pairing.end_pair_rule(rule_id=rule_id, **self.write)
        return Response(status=204)
