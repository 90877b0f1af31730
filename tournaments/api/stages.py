"""The stages of a tournament, and the formats that there are for them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.access.api_view import ApiView
from tournaments.api.places import TournamentView
from tournaments.api.stage_shapes import StageAnswer, StagesBody, stage_answers
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.kinds.base import Format
from tournaments.domain.kinds.settings import Setting
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.order import stages_of
from tournaments.services.stages.plans import set_stages
from web.actors import say
from web.input import read_body
from web.schema import call

TYPES = {bool: "flag", int: "number", str: "choice", tuple: "list"}


class StagesAnswer(serializers.Serializer[Mapping[str, object]]):
    """All stages of a tournament, in order."""

    stages = StageAnswer(many=True)


class ChoiceAnswer(serializers.Serializer[Mapping[str, object]]):
    """A value that there is to choose."""

    code = serializers.CharField()
    name = serializers.CharField()


class SettingAnswer(serializers.Serializer[Mapping[str, object]]):
    """A setting of a format: a `flag`, a `number` from `least` to `most`, one of `choices`, or a
    `list` of them in order."""

    name = serializers.CharField()
    type = serializers.ChoiceField(choices=list(TYPES.values()))
    default = serializers.JSONField()
    title = serializers.CharField()
    says = serializers.CharField(help_text="What it means.")
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    choices = ChoiceAnswer(many=True)


class FormatAnswer(serializers.Serializer[Mapping[str, object]]):
    """A format."""

    code = serializers.CharField()
    name = serializers.CharField()
    says = serializers.CharField(help_text="What it leads to.")
    drawn_by_round = serializers.BooleanField(
        help_text="Whether each round is drawn from the results of the one before."
    )
    settings = SettingAnswer(many=True)


class FormatsAnswer(serializers.Serializer[Mapping[str, object]]):
    """All formats."""

    formats = FormatAnswer(many=True)


class StagesView(TournamentView):
    @call("tournament.view", StagesAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the stages."""
        return self._shown()

    @call(
        "tournament.edit",
        StagesAnswer,
        takes=StagesBody,
        examples=[
            OpenApiExample(
                "Groups, then a knock-out of the best eight",
                value={
                    "stages": [
                        {"format": "round_robin", "format_settings": {"groups": 4}, "best_of": 3},
                        {
                            "format": "single_elimination",
                            "take": 8,
                            "best_of": 3,
                            "final_rounds": 1,
                            "final_best_of": 5,
                        },
                    ]
                },
                request_only=True,
            )
        ],
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Set all stages, before the draw."""
        set_stages(**read_body(StagesBody, request), **self.write)
        return self._shown()

    def _shown(self) -> Response:
        stages = stages_of(self.tournament.pk)
        shown = stage_answers(self.tournament, stages, drafts=sees_drafts(self.actor))
        return Response({"stages": shown})


class FormatsView(ApiView):
    tag = "tournaments"

    @call("site.view", FormatsAnswer)
    def get(self, request: Request) -> Response:
        """List the formats with their settings."""
        return Response({"formats": [_format_row(format) for format in FORMATS]})


def _format_row(format: type[Format]) -> dict[str, Any]:
    return {
        "code": format.code,
        "name": say(format.name),
        "says": gettext(format.says),
        "drawn_by_round": format.drawn_by_round,
        "settings": [_setting_row(name, setting) for name, setting in format.settings().items()],
    }


def _setting_row(name: str, setting: Setting) -> dict[str, Any]:
    kind = TYPES[type(setting.standard)]
    return {
        "name": name,
        "type": kind,
        "default": setting.standard,
        "title": say(setting.title),
        "says": say(setting.says),
        "least": setting.least if kind == "number" else None,
        "most": setting.most if kind == "number" else None,
        "choices": [
            {"code": code, "name": say(words)} for code, words in setting.offered().items()
        ],
    }
