"""How the API is documented: from its views, with the errors that every call of a kind can get."""

import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.pagination import BasePagination
from rest_framework.response import Response

from kernel.permissions import TABLE, Role
from kernel.text import Text
from web.actors import say
from web.input import Body, Query
from web.lists import ListPagination, PageQuery

Method = TypeVar("Method", bound=Callable[..., Response])
AnyShape = serializers.Serializer[Any] | type[serializers.Serializer[Any]]


class Shape(serializers.Serializer[Any]):
    """What an answer holds."""


@extend_schema_field(str)
class SaidField(serializers.Field[Text, object, str, Any]):
    """A sentence, in the reader's language."""

    def to_representation(self, value: Text) -> str:
        return say(value)


class ErrorDetails(Shape):
    """What was wrong, and what to do."""

    code = serializers.CharField(help_text="What kind of error it is, for a program.")
    message = serializers.CharField(help_text="A sentence for a person.")
    fields = serializers.DictField(  # type: ignore[assignment]  # DRF takes fields off the class
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The sentences by the field that they are about; inner ones as games.0.points.",
    )


class ErrorAnswer(Shape):
    """Every error has this form."""

    error = ErrorDetails()


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "Up to 200 characters. The same key and body again gives the first answer again, "
        "whatever has changed since."
    ),
)
STALE = OpenApiExample(
    "An old version",
    value={
        "error": {
            "code": "stale",
            "message": "Somebody else changed this match: look at it as it is now.",
            "fields": {},
        }
    },
    status_codes=["409"],
    response_only=True,
)


def call(
    action: str,
    answer: AnyShape | None = None,
    *,
    takes: AnyShape | Mapping[str, AnyShape] | None = None,
    status: int | tuple[int, ...] = 200,
    query: type[Query] | None = None,
    errors: Mapping[int, AnyShape] | None = None,
    **more: Any,
) -> Callable[[Method], Method]:
    """A call of a view: its action of the permission table, what it answers and takes, by their
    status the `errors` that say more than others. What it does is said by its docstring."""
    statuses = status if isinstance(status, tuple) else (status,)
    said_at = {each: None if each == HTTPStatus.NO_CONTENT else answer for each in statuses}
    responses = said_at | dict(errors or {})
    parameters = [query] if query else []
    document = extend_schema(request=takes, responses=responses, parameters=parameters, **more)

    def said(method: Method) -> Method:
        vars(method)["action"] = action
        return document(method)

    return said


class DocumentedView(Protocol):
    """What an `ApiView` says of itself."""

    tag: ClassVar[str]
    actions: ClassVar[Mapping[str, str]]
    keeps_answers: ClassVar[bool]
    pagination_class: type[BasePagination] | None


class ApiSchema(AutoSchema):
    """The schema of an `ApiView`: errors and keys follow from its actions and methods."""

    view: DocumentedView  # type: ignore[assignment]  # no other view has it

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_operation_id(self) -> str:
        name = type(self.view).__name__.removesuffix("View")
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        return f"{name}_{self.method.lower()}"

    def get_summary(self) -> str:
        """What the docstring of the method says, where nothing else does."""
        said = get_doc(getattr(self.view, self.method.lower()))
        return " ".join(said.split()).removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override]  # as the base has it
        # What a base says of all its views is for who writes one, not for who calls it.
        return get_doc(type(self.view)) if type(self.view).__doc__ else ""

    def get_override_parameters(
        self,
    ) -> list[OpenApiParameter | serializers.Serializer[Any] | type[serializers.Serializer[Any]]]:
        keyed = self.method == "POST" and self.view.keeps_answers and not self._is_public()
        paged = self._get_paginator() is not None and self._is_list_view()
        return [*([PageQuery] if paged else []), *([IDEMPOTENCY_KEY] if keyed else [])]

    def get_paginated_name(self, serializer_name: str) -> str:
        return f"{serializer_name}Page"

    def _get_paginator(self) -> BasePagination | None:
        return ListPagination() if self.method == "GET" and self.view.pagination_class else None

    def get_auth(self) -> list[dict[str, Any]]:
        """A token; or none, where anybody may do it."""
        return [*super().get_auth(), *([{}] if self._is_public() else [])]

    def _is_public(self) -> bool:
        return Role.ANYONE in TABLE[self.view.actions[self.method]]

    def _error_statuses(self) -> Iterable[int]:
        yield from (400, 401, 429, 503)
        if "{" in self.path:
            yield 404
        if not self._is_public():
            yield 403
        if self.method != "GET":
            yield from (409, 413, 507)
        if self.method in {"POST", "PUT", "PATCH"} and self.get_request_serializer():
            yield 415

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, Any]:
        bodies = super()._get_response_bodies(direction)
        for status in sorted(self._error_statuses()):
            if str(status) not in bodies:
                response = self._get_response_for_code(ErrorAnswer, str(status))  # type: ignore[no-untyped-call]  # of drf-spectacular
                bodies[str(status)] = response
        return bodies


class BodyScheme(OpenApiSerializerExtension):
    """A body takes no other fields than its own."""

    target_class = Body
    match_subclasses = True

    def map_serializer(
        self, auto_schema: AutoSchema, direction: Literal["request", "response"]
    ) -> dict[str, Any]:
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}
