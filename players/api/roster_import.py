"""A club's roster, taken in from a file or from pasted lines."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.fields import empty
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.clubs import ClubView
from players.doors.actors import say
from players.doors.input import BIGGEST_ID, Body, JsonParser, Query, read_body, read_query
from players.services.roster import import_roster

LONGEST_TEXT = 2 * 1024 * 1024
MOST_ANSWERS = 5000


class AnswersField(serializers.DictField):
    """By line: "new", or the id of the player who is meant; in a form as JSON."""

    def get_value(self, dictionary: Mapping[str, Any]) -> Any:
        return dictionary.get(self.field_name, empty)

    def to_internal_value(self, data: Any) -> dict[str, str | int]:
        if isinstance(data, str):
            try:
                data = json.loads(data)
            except ValueError as error:
                raise ValidationError(_("Give the answers as a JSON object.")) from error
        if not isinstance(data, Mapping) or len(data) > MOST_ANSWERS:
            raise ValidationError(_("Give the answers as a JSON object."))
        for line, answer in data.items():
            is_id = type(answer) is int and 0 < answer <= BIGGEST_ID
            if not (line.isascii() and line.isdecimal() and len(line) < 8):
                raise ValidationError(_("Answers go by the number of their line."))
            if not (is_id or answer == "new"):
                raise ValidationError(_("The answer for a line is the id of a player, or new."))
        return dict(data)


class RosterBody(Body):
    """A roster as `text`, or in a form as `file` (CSV)."""

    text = serializers.CharField(required=False, max_length=LONGEST_TEXT, trim_whitespace=False)
    file = serializers.FileField(required=False, allow_empty_file=True)
    answers = AnswersField(required=False, child=serializers.JSONField())

    def validate_text(self, text: Any) -> str:
        if not isinstance(self.initial_data["text"], str):
            raise ValidationError(_("Send the lines as text."))
        return text

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("file" in attrs):
            raise ValidationError(_("Send a roster: lines as text, or a file in a form."))
        return attrs


class DryRunQuery(Query):
    """Whether to tell only what would be done."""

    dry_run = serializers.ChoiceField(choices=["0", "1"], required=False)


class QuestionShape(serializers.Serializer):
    """A line that may mean somebody known: answer it by its number."""

    line = serializers.IntegerField()
    message = serializers.CharField()
    candidates = serializers.ListField(child=serializers.IntegerField())


class LineErrorShape(serializers.Serializer):
    """Why a line can't be taken."""

    line = serializers.IntegerField()
    message = serializers.CharField()


class LineShape(serializers.Serializer):
    """What became, or would become, of a line."""

    line = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(
        choices=["created", "updated", "unchanged", "question", "error"]
    )
    player = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)


class ImportAnswer(serializers.Serializer):
    """What was done; nothing while there are questions or errors."""

    created = serializers.IntegerField()
    updated = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    questions = QuestionShape(many=True)
    errors = LineErrorShape(many=True)
    ignored = serializers.ListField(child=serializers.CharField(), help_text="Unknown columns.")
    rows = LineShape(many=True)


class RosterImport(ClubView):
    tag = "players"
    actions: ClassVar = {"POST": "player.import"}
    parser_classes = (JsonParser, MultiPartParser)

    @extend_schema(
        summary="Take a roster in: all of it or nothing",
        parameters=[DryRunQuery],
        request={"application/json": RosterBody, "multipart/form-data": RosterBody},
        responses={200: ImportAnswer},
    )
    def post(self, request: Request, slug: str) -> Response:
        dry_run = read_query(DryRunQuery, request).get("dry_run") == "1"
        body = read_body(RosterBody, request)
        file: UploadedFile | None = body.get("file")
        done = import_roster(
            club=self.club,
            data=body["text"] if file is None else file.read(),
            answers=body.get("answers"),
            dry_run=dry_run,
            by=self.actor,
            now=self.now,
        )
        return Response(done.as_json(say))
