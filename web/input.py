"""What comes in, taken strictly: what is not understood is refused, nothing is guessed.

A wrong type is never converted, a field that nobody knows is an error (a typo in `reason` must not
lose the reason), and a field left out is left out: it resets nothing.
"""

import codecs
import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Any, NoReturn

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import BaseParser, DataAndFiles, MultiPartParser
from rest_framework.request import Request

BIGGEST_ID = 2**63 - 1
BIGGEST_NUMBER = 2**31 - 1
DEEPEST = 16
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # an escape that is not itself escaped


class JsonParser(BaseParser):
    """JSON as the standard has it: no NaN, no Infinity, no number beyond what a float holds."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # DRF takes a list as well
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any] | list[Any]:
        try:
            text = codecs.decode(stream.read(), "utf-8-sig")
        except ValueError as error:
            raise ParseError(_("This is not valid JSON: %(why)s") % {"why": error}) from error
        body = read_json(text)
        if not isinstance(body, dict | list):
            raise ParseError(_("Send a JSON object."))
        return body


def read_json(text: str) -> Any:
    """What JSON that somebody sent says. Raises ParseError for what can't be read, or kept."""
    try:
        body = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError as error:
        raise ParseError(_("This JSON is nested too deeply.")) from error
    except ValueError as error:
        raise ParseError(_("This is not valid JSON: %(why)s") % {"why": error}) from error
    _check_nesting(body)
    _check_letters(text, body)
    return body


class FormParser(MultiPartParser):
    """A form with a file, whose fields hold no NUL."""

    def parse(self, *args: Any, **kwargs: Any) -> "DataAndFiles[Any, Any]":
        parsed = super().parse(*args, **kwargs)
        if has_nul(parsed.data.lists()):
            raise ParseError(_("This form holds the character NUL."))
        return parsed


def has_nul(fields: Iterable[tuple[str, list[str]]]) -> bool:
    """Whether a query or a form holds the one character that PostgreSQL doesn't keep."""
    return any("\0" in name or any("\0" in value for value in values) for name, values in fields)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number in it is too large")
    return number


def _check_nesting(body: Any) -> None:
    layer = [body]
    for _level in range(DEEPEST):
        containers = [element for element in layer if isinstance(element, dict | list)]
        layer = [
            inner
            for container in containers
            for inner in (container.values() if isinstance(container, dict) else container)
        ]
        if not layer:
            return
    raise ParseError(_("This JSON is nested too deeply."))


def _check_letters(text: str, body: Any) -> None:
    """Refuse what no database keeps: NUL, and half of a pair of escapes (`\\ud83d` alone)."""
    if _NUL.search(text):
        raise ParseError(_("This JSON holds the character NUL (\\u0000)."))
    try:
        if "\\ud" in text.lower():
            json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ParseError(_("This JSON holds half of a character (a lone surrogate).")) from error


def measure_body(request: HttpRequest) -> None:
    """Refuse a body that is too large before anything reads it; give one in chunks its length."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    told = request.META.get("CONTENT_LENGTH") or ""
    if told:
        if not (told.isascii() and told.isdecimal()):
            raise ParseError(_("The Content-Length is not a number."))
        if int(told[:20]) > most:
            raise RequestDataTooBig
    elif "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        terminated = request.META.get("wsgi.input_terminated")
        body = (request.META["wsgi.input"] if terminated else request).read(most + 1)
        if len(body) > most:
            raise RequestDataTooBig
        request.META["CONTENT_LENGTH"] = str(len(body))
        request._body, request._stream = body, BytesIO(body)  # as `HttpRequest.body` leaves them


class BoundedField(serializers.IntegerField):
    """A whole number between bounds; without other ones, as a column holds it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"min_value": 0, "max_value": BIGGEST_NUMBER} | kwargs))


class NumberField(BoundedField):
    """A whole number written as one: no text, no 5.0, no true."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return data


class IdField(NumberField):
    """The number by which a row is known."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"min_value": 1, "max_value": BIGGEST_ID} | kwargs))


class FlagField(serializers.BooleanField):
    """true or false, nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class LineField(serializers.CharField):
    """Text that is text: a number is not taken for one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ChoiceField(serializers.ChoiceField):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            known = ", ".join(str(choice) for choice in self.choices)
            raise ValidationError(_("Choose one of: %(choices)s.") % {"choices": known})
        return data


class MomentField(serializers.DateTimeField):
    """An ISO 8601 time with its offset; it comes as the same moment in UTC, because not every
    offset that Python knows is one to the database."""

    def to_internal_value(self, value: Any) -> datetime:
        if not isinstance(value, str):
            self.fail("invalid", format="ISO 8601")
        return super().to_internal_value(value)

    def enforce_timezone(self, value: datetime) -> datetime:
        if value.tzinfo is None:
            raise ValidationError(_("Give the time with its offset, as 2026-05-01T19:00:00+02:00."))
        try:
            return value.astimezone(UTC)
        except OverflowError:
            self.fail("overflow")


@extend_schema_field({"type": "integer"})
class NumberInQuery(BoundedField):
    """A whole number in a query, where all is text."""


class Body(serializers.Serializer[Any]):
    """A JSON object with these fields and no others."""

    default_error_messages = {"invalid": "Send a JSON object."}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                sentence = ErrorDetail(_("There is no such field here."), "unknown_field")
                raise ValidationError({name[:100]: [sentence] for name in unknown[:20]})
        return super().to_internal_value(data)


class Query(serializers.Serializer[Any]):
    """What a query may say; parameters of others are left alone."""


def read_body(shape: type[Body], request: Request) -> dict[str, Any]:
    """The body as this shape takes it: only the fields that were sent. Raises ValidationError."""
    return _read(shape(data=request.data))


def read_bodies(shape: type[Body], request: Request) -> list[dict[str, Any]]:
    """A body that is one object or a list of them."""
    if not isinstance(request.data, list):
        return [read_body(shape, request)]
    several = serializers.ListSerializer[Any](
        child=shape(), data=request.data, allow_empty=False, max_length=2000
    )
    several.is_valid(raise_exception=True)
    taken: list[dict[str, Any]] = several.validated_data
    return taken


def read_query(shape: type[Query], request: Request) -> dict[str, Any]:
    """The query as this shape takes it."""
    return _read(shape(data=request.query_params.dict()))


def _read(serializer: serializers.Serializer[Any]) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    taken: dict[str, Any] = serializer.validated_data
    return taken
