"""What stands in the answers of the API: seats and who sits there, moments, sentences."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.catalogue import FEWEST_SEATS, LAST_SEAT, MOST_SEATS
from tournaments.selectors.stages.sides import NamedSide

AnyField = serializers.Field[Any, Any, Any, Any]
SEATS = {"type": "integer", "minimum": 0, "maximum": LAST_SEAT, "nullable": True}
PLAYER = {
    "type": "object",
    "nullable": True,
    "properties": {
        "entry": {"type": "integer"},
        "name": {"type": "string"},
        "seed": {"type": "integer", "nullable": True},
        "team": {"type": "string", "description": "On a board of a match between teams."},
    },
    "required": ["entry", "name", "seed"],
}
PLAYERS = {"type": "array", "items": PLAYER, "minItems": FEWEST_SEATS, "maxItems": MOST_SEATS}


@extend_schema_field(SEATS)
class SeatField(serializers.Field[int, int, int, object]):
    """0 or 1 in the order of `players`, or null."""

    def to_representation(self, value: int) -> int:
        return value


@extend_schema_field(PLAYERS)
class PlayersField(serializers.Field[Sequence[NamedSide | None], Any, list[Any], object]):
    """Who sits there, by seat; null where nobody does or nobody is known."""

    def to_representation(
        self, value: Sequence[NamedSide | None]
    ) -> list[dict[str, object] | None]:
        return [None if side is None else _player(side) for side in value]


@extend_schema_field(PLAYER)
class Person(serializers.Field[int, int, dict[str, object], object]):
    """An entrant, or null: by its entry, with the `names` of the context."""

    def to_representation(self, value: int) -> dict[str, object]:
        return asdict(self.context["names"][value])


class InstantField(serializers.DateTimeField):
    """A time, in UTC whatever zone a page has left active."""

    timezone = UTC


@extend_schema_field(str)
class TextOrNull(serializers.Field[str, object, str | None, Any]):
    """Null where nothing is said."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_null=True, **options)

    def to_representation(self, value: str) -> str | None:
        return value or None


class Whether(serializers.BooleanField):
    """Whether something holds of the whole that is shown."""

    def __init__(self, holds: Callable[[Any], bool], **options: Any) -> None:
        super().__init__(**options)
        self.holds = holds

    def get_attribute(self, instance: object) -> bool:
        return self.holds(instance)


def by_seat(child: AnyField, **options: Any) -> serializers.ListField:
    """One for each seat."""
    lengths = {"min_length": FEWEST_SEATS, "max_length": MOST_SEATS}
    return serializers.ListField(child=child, **(lengths | options))


def pair(**options: Any) -> serializers.ListField:
    """A number for each seat."""
    return by_seat(serializers.IntegerField(), **options)


def _player(side: NamedSide) -> dict[str, object]:
    row = {"entry": side.entry, "name": side.name, "seed": side.seed}
    return row | ({"team": side.team} if side.team else {})
