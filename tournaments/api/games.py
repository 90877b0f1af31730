"""The games that there are, and what can be agreed of each."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.knobs import KNOB_TYPES, Knob
from games.engine.rule_set import RuleSet
from games.rule_books import BOOKS, RuleBook, as_dict, offered
from players.access.api_view import ApiView
from tournaments.api.rules import ToldAnswer, told
from web.schema import call


class KnobAnswer(serializers.Serializer[Mapping[str, object]]):
    """A single rule: a number from `min` to `max`, one of `values`, or true or false."""

    name = serializers.CharField()
    type = serializers.ChoiceField(choices=KNOB_TYPES)
    default = serializers.JSONField(help_text="A word, a number, true, false or null.")
    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)
    values = serializers.ListField(child=serializers.CharField())
    meaning = serializers.CharField()
    sources = serializers.ListField(
        child=serializers.CharField(), help_text="The tags of the rulebook's sources."
    )


class PresetAnswer(ToldAnswer):
    """A rule set that all know, told in the language of the request."""

    code = serializers.CharField()
    name = serializers.CharField()
    sources = serializers.ListField(
        child=serializers.CharField(), help_text="The tags of the rulebook's sources."
    )
    certainty = serializers.CharField(help_text="How sure its figures are.")
    rules = serializers.DictField(help_text="Every knob with its value.")


class GameAnswer(serializers.Serializer[Mapping[str, object]]):
    """A game, with its single rules and the rule sets that tournaments are played by."""

    game = serializers.CharField()
    name = serializers.CharField()
    knobs = KnobAnswer(many=True)
    rule_sets = PresetAnswer(many=True)


class GamesAnswer(serializers.Serializer[Mapping[str, object]]):
    """All games."""

    games = GameAnswer(many=True)


class GamesView(ApiView):
    tag = "tournaments"

    @call("site.view", GamesAnswer)
    def get(self, request: Request) -> Response:
        """List the games with their rules."""
        return Response({"games": [_game(book) for book in BOOKS.values()]})


def _game(book: RuleBook) -> dict[str, Any]:
    return {
        "game": book.game,
        "name": _(book.called),
        "knobs": [_knob(knob) for knob in book.knobs],
        "rule_sets": [_rule_set(one) for one in offered(book)],
    }


def _knob(knob: Knob) -> dict[str, Any]:
    has_number = knob.type.startswith("int")
    return {
        "name": knob.name,
        "type": knob.type,
        "default": knob.default,
        "min": knob.least if has_number else None,
        "max": knob.most if has_number else None,
        "values": list(knob.choices),
        "meaning": _(knob.meaning),
        "sources": knob.source.split(", "),
    }


def _rule_set(one: RuleSet[Any]) -> dict[str, Any]:
    return {
        "code": one.code,
        "name": _(one.called),
        "sources": one.source.split(", "),
        "certainty": one.certainty,
        "rules": as_dict(one.rules),
        **told(one.rules),
    }
