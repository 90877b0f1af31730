"""The rule sets that a club has given names."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rule_books import as_dict
from kernel.permissions import Actor
from players.api.clubs import ClubView
from tournaments.api.stage_shapes import RulesField
from tournaments.api.tournaments import RuleSetAnswer, rule_set_row
from tournaments.selectors.events.rule_sets import (
    NamedRules,
    events_by_rule_set,
    rule_set_at,
    rule_sets_of,
)
from tournaments.services.events import rule_sets
from web.input import Body, LineField, NumberField, read_body
from web.schema import call


class RuleSetBody(Body):
    """Rules, and the name that the club gives them."""

    name = LineField(max_length=1000)
    rules = RulesField()


class RuleSetChanges(Body):
    """What is to change in a rule set; what is left out stays."""

    version = NumberField(min_value=1, help_text="The version last read.")
    name = LineField(max_length=1000, required=False)
    rules = RulesField(required=False)


class ClubRuleSetAnswer(serializers.Serializer[Mapping[str, object]]):
    """A rule set of a club: every knob by its value."""

    id = serializers.IntegerField(help_text="Its number in the club, which it keeps.")
    version = serializers.IntegerField()
    name = serializers.CharField()
    rules = serializers.DictField(help_text="Every knob with its value.")
    rule_set = RuleSetAnswer(help_text="What the rules are most like, their length apart.")
    changed_at = serializers.DateTimeField()
    changed_by = serializers.CharField(allow_null=True)
    events = serializers.IntegerField(help_text="How many of the club's events have these rules.")


def _row(rule_set: NamedRules, events: Mapping[int, int]) -> dict[str, Any]:
    return {
        "id": rule_set.number,
        "version": rule_set.version,
        "name": rule_set.name,
        "rules": as_dict(rule_set.rules),
        "rule_set": rule_set_row(rule_set.rules),
        "changed_at": rule_set.at,
        "changed_by": rule_set.by or None,
        "events": events.get(rule_set.number, 0),
    }


class RuleSetsBaseView(ClubView):
    """Something of the club's rule sets."""

    def answer(self, number: int, status: int = 200) -> Response:
        rule_set = rule_set_at(self.club.pk, number)
        assert rule_set is not None
        return Response(_row(rule_set, events_by_rule_set([rule_set], self.club.pk)), status)

    @property
    def of_club(self) -> dict[str, Any]:
        return {"club_id": self.club.pk, "by": self.actor, "now": self.now}


class RuleSetsView(RuleSetsBaseView):
    @call("club.rule_sets", ClubRuleSetAnswer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the club's rule sets, by name."""
        kept = rule_sets_of(self.club.pk)
        events = events_by_rule_set(kept, self.club.pk)
        return self.answer_page(kept, lambda one: _row(one, events))

    @call("club.rule_sets", ClubRuleSetAnswer, takes=RuleSetBody, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Keep rules under a name."""
        body = read_body(RuleSetBody, request)
        made = rule_sets.add_rule_set(**body, **self.of_club)
        return self.answer(made.number, 201)


class OneRuleSetView(RuleSetsBaseView):
    def load(self) -> Actor:
        actor = super().load()
        found = rule_set_at(self.club.pk, self.kwargs["number"])
        if found is None and actor.may(str(self.action)):
            raise Http404
        return actor

    @call("club.rule_sets", ClubRuleSetAnswer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show a rule set of the club."""
        return self.answer(number)

    @call("club.rule_sets", ClubRuleSetAnswer, takes=RuleSetChanges)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Save a rule set anew; events go on by the rules that they have."""
        changes = read_body(RuleSetChanges, request)
        rule_sets.change_rule_set(number=number, **changes, **self.of_club)
        return self.answer(number)

    @call("club.rule_sets", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Retire a rule set; events go on by the rules that they have."""
        rule_sets.retire_rule_set(number=number, **self.of_club)
        return Response(status=204)
