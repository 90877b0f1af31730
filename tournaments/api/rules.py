"""The rules of a tournament in words."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.gin.rule_words import rule_words
from games.engine.gin.rules import Rules, from_stored, words
from tournaments.api.places import TournamentView
from tournaments.api.tournaments import RuleSetAnswer, rule_set_row
from web.actors import say
from web.schema import call


class ChapterAnswer(serializers.Serializer[Mapping[str, object]]):
    """A part of the rules."""

    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class RulesAnswer(serializers.Serializer[Mapping[str, object]]):
    """Rules as players read them, made from their knobs, in the language of the request."""

    rules = serializers.DictField(help_text="Every knob with its value.")
    rule_set = RuleSetAnswer(help_text="What the rules are most like, their length apart.")
    match = serializers.CharField(help_text="How long a match is.")
    short = serializers.ListField(
        child=serializers.CharField(), help_text="Phrases; what is usual is not spoken of."
    )
    chapters = ChapterAnswer(many=True, help_text="All of it, in sentences.")


def described(rules: Rules) -> dict[str, Any]:
    """Both descriptions of rules, and what they are most like."""
    return {
        "rule_set": rule_set_row(rules),
        "match": " ".join(say(sentence) for sentence in words.of_match(rules)),
        "short": [say(phrase) for phrase in words.in_short(rules)],
        "chapters": [
            {
                "title": say(chapter.title),
                "sentences": [say(sentence) for sentence in chapter.sentences],
            }
            for chapter in rule_words(rules)
        ],
    }


class RulesView(TournamentView):
    @call("tournament.view", RulesAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Tell the rules in words."""
        event = self.tournament
        rules = from_stored(event.rules, event.rules_version)
        return Response({"rules": event.rules, **described(rules)})
