"""A club's roster, taken in from a file or from pasted lines."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.clubs import ClubView
from players.selectors import imports_of
from players.services.roster import import_roster
from players.services.roster_undo import undo_import
from web.input import (
    BIGGEST_ID,
    Body,
    FormParser,
    JsonParser,
    Query,
    read_body,
    read_json,
    read_query,
)
from web.numbers import number_in
from web.schema import SaidField, Shape, call

LONGEST_TEXT = 2 * 1024 * 1024
MOST_ANSWERS = 5000


class AnswersField(serializers.DictField):
    """By line: "new", "skip", or the id of the player who is meant; in a form as JSON."""

    def get_value(self, dictionary: Mapping[str, Any]) -> Any:
        return dictionary.get(str(self.field_name), empty)

    def to_internal_value(self, data: Any) -> dict[str, str | int]:
        if isinstance(data, str):
            try:
                data = read_json(data)
            except ParseError as error:
                raise ValidationError(_("Give the answers as a JSON object.")) from error
        if not isinstance(data, Mapping) or len(data) > MOST_ANSWERS:
            raise ValidationError(_("Give the answers as a JSON object."))
        for line, answer in data.items():
            is_id = type(answer) is int and 0 < answer <= BIGGEST_ID
            if number_in(line, digits=7) is None:
                raise ValidationError(_("Answers go by the number of their line."))
            if not (is_id or answer in ("new", "skip")):
                raise ValidationError(
                    _("The answer for a line is the id of a player, new, or skip.")
                )
        return dict(data)


class RosterBody(Body):
    """A roster as `text`, or in a form as `file` (CSV, XLSX, TRF)."""

    text = serializers.CharField(required=False, max_length=LONGEST_TEXT, trim_whitespace=False)
    file = serializers.FileField(required=False, allow_empty_file=True)
    answers = AnswersField(required=False, child=serializers.JSONField())

    def validate_text(self, text: str) -> str:
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


class QuestionShape(Shape):
    """A line that may mean somebody known: answer it by its number."""

    line = serializers.IntegerField()
    message = SaidField()
    candidates = serializers.ListField(child=serializers.IntegerField())


class LineErrorShape(Shape):
    """Why a line can't be taken."""

    line = serializers.IntegerField()
    message = SaidField()


class LineShape(Shape):
    """What became, or would become, of a line."""

    line = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(
        choices=["created", "updated", "unchanged", "question", "error", "left_out"]
    )
    player = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    email = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(allow_blank=True)
    unused = serializers.ListField(
        child=serializers.CharField(), help_text="What else the line says."
    )


class ImportAnswer(Shape):
    """The same, with the number under which it can be undone; null where nothing has changed."""

    created = serializers.IntegerField(source="counts.created")
    updated = serializers.IntegerField(source="counts.updated")
    unchanged = serializers.IntegerField(source="counts.unchanged")
    questions = QuestionShape(many=True)
    errors = LineErrorShape(many=True)  # type: ignore[assignment]  # DRF takes fields off the class
    ignored = serializers.ListField(child=serializers.CharField(), help_text="Unknown columns.")
    rows = LineShape(many=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        fields["import"] = serializers.IntegerField(source="pk", allow_null=True)
        return fields | {"rows": fields.pop("rows")}


class ImportRow(Shape):
    """An import that was taken in."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.name", allow_null=True)
    created = serializers.IntegerField()
    updated = serializers.IntegerField()
    undone_at = serializers.DateTimeField(allow_null=True)


class UndoneAnswer(Shape):
    """How many players are gone, are as before, and keep something that was changed since."""

    removed = serializers.IntegerField()
    restored = serializers.IntegerField()
    kept = serializers.IntegerField()


class RosterImportView(ClubView):
    tag = "players"
    parser_classes = (JsonParser, FormParser)

    @call(
        "player.import",
        ImportAnswer,
        takes={"application/json": RosterBody, "multipart/form-data": RosterBody},
        query=DryRunQuery,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take a roster in: all of it or nothing."""
        dry_run = read_query(DryRunQuery, request).get("dry_run") == "1"
        body = read_body(RosterBody, request)
        file: UploadedFile[bytes] | None = body.get("file")
        done = import_roster(
            club=self.club,
            data=body["text"] if file is None else file.read(),
            answers=body.get("answers"),
            dry_run=dry_run,
            by=self.actor,
            now=self.now,
        )
        return Response(ImportAnswer(done).data)


class RosterImportsView(ClubView):
    tag = "players"

    @call("player.import", ImportRow(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the rosters that were taken in, the newest first."""
        return self.answer_page(imports_of(self.club), ImportRow().to_representation)


class UndoImportView(ClubView):
    tag = "players"

    @call("player.import", UndoneAnswer)
    def post(self, request: Request, slug: str, import_id: int) -> Response:
        """Undo an import, while nobody whom it brought is entered."""
        done = undo_import(club=self.club, import_id=import_id, by=self.actor, now=self.now)
        return Response(asdict(done))
