"""The rules of a tournament in words."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rule_books import AgreedRules, from_stored
from games.told_rules import in_short, of_match, rule_words
from tournaments.api.places import TournamentView
from tournaments.api.tournaments import RuleSetAnswer, rule_set_row
from web.actors import say
from web.schema import call


class ChapterAnswer(serializers.Serializer[Mapping[str, object]]):
    """A part of the rules."""

    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class ToldAnswer(serializers.Serializer[Mapping[str, object]]):
    """Rules as players read them, made from their knobs, in the language of the request."""

    match = serializers.CharField(help_text="How long a match is.")
    short = serializers.ListField(
        child=serializers.CharField(), help_text="Phrases; what is usual is not spoken of."
    )
    chapters = ChapterAnswer(many=True, help_text="All of it, in sentences.")


class RulesAnswer(ToldAnswer):
    """The rules of a tournament, in words too."""

    game = serializers.CharField(help_text="What `rules/` lists.")
    rules = serializers.DictField(help_text="Every knob with its value.")
    rule_set = RuleSetAnswer(help_text="What the rules are most like, their length apart.")


def told(rules: AgreedRules) -> dict[str, Any]:
    """Both descriptions of rules."""
    return {
        "match": " ".join(say(sentence) for sentence in of_match(rules)),
        "short": [say(phrase) for phrase in in_short(rules)],
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
        answer = {"game": event.game, "rules": event.rules, "rule_set": rule_set_row(rules)}
        return Response(answer | told(rules))
