"""Where an event is played, and the clock of an online match, as they come in and go out."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.tables.clock import FIGURES, ClockKind, clock_from


def _shape(kind: ClockKind) -> type[serializers.Serializer[Mapping[str, Any]]]:
    """`MoveClock` with its kind and its numbers, within their bounds."""
    fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {
        "kind": serializers.ChoiceField(choices=[kind]),
        **{
            figure.name: serializers.IntegerField(
                min_value=figure.least, max_value=figure.most, required=not figure.is_optional
            )
            for figure in FIGURES[kind]
        },
    }
    return type(f"{kind.title()}Clock", (serializers.Serializer,), fields)


@extend_schema_field(
    PolymorphicProxySerializer(
        component_name="Clock",
        serializers={kind: _shape(kind) for kind in FIGURES},
        resource_type_field_name="kind",
    )
)
class ClockField(serializers.Field[dict[str, Any], object, Mapping[str, Any], object]):
    """A clock by its kind, with the numbers of that kind."""

    def to_internal_value(self, data: object) -> dict[str, Any]:
        return clock_from(data).as_json()

    def to_representation(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        return value
