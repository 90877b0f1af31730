"""What was drawn from a result that is corrected: what would be drawn otherwise, what is played."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.match_shapes import PLAYER
from tournaments.domain.reseeding import Repairing
from tournaments.selectors.stages.drawings import BegunMatch, Drawing
from tournaments.selectors.stages.sides import NamedSide
from tournaments.services.desk.previews import RedrawnRound

NamedSides = Mapping[int, NamedSide]


@extend_schema_field(PLAYER)
class Person(serializers.Field):
    """An entrant, or null."""


class PlaceShape(serializers.Serializer):
    """A round; null for the whole of a stage whose rounds are drawn together."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)


class PlayedShape(serializers.Serializer):
    """A match in which something is played."""

    match = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=Person())
    games_won = serializers.ListField(child=serializers.IntegerField())
    state = serializers.CharField()


class PairsShape(serializers.Serializer):
    """Who meets whom as it is drawn, and as it would be drawn now; the rest stays as it is."""

    drawn = serializers.ListField(child=serializers.ListField(child=Person()))
    now = serializers.ListField(child=serializers.ListField(child=Person()))


class RestsOnShape(PlaceShape):
    """A drawing that would be another one by the corrected result. `open`: nothing could be drawn
    until a result is in. `published` false is a draft, which is drawn again of itself."""

    published = serializers.BooleanField()
    open = serializers.BooleanField()
    comes_in = serializers.ListField(child=Person())
    goes_out = serializers.ListField(child=Person())
    pairs = PairsShape(allow_null=True, help_text="Of a round that is paired by itself.")
    matches = PlayedShape(many=True, help_text="What is played of it.")


class DrawnShape(PlaceShape):
    """A round that is drawn anew."""

    pairs = serializers.ListField(child=serializers.ListField(child=Person()))
    published = serializers.BooleanField()


def rests_on_rows(
    drawings: Sequence[Drawing], played: Sequence[BegunMatch], names: NamedSides
) -> list[dict[str, Any]]:
    """What rests on a result, as the API tells it."""
    return [_rests_on_row(drawing, played, names) for drawing in drawings if drawing.found]


def place_row(drawing: Drawing) -> dict[str, Any]:
    """Where a drawing stands."""
    stage, round = drawing.place
    return {"stage": stage, "round": round if drawing.is_round else None}


def drawn_row(drawn: RedrawnRound, names: NamedSides) -> dict[str, Any]:
    """What is drawn in the place of something."""
    return {
        "stage": drawn.stage,
        "round": drawn.round,
        "pairs": [_people(two, names) for two in drawn.pairs],
        "published": drawn.is_published,
    }


def _rests_on_row(
    drawing: Drawing, played: Sequence[BegunMatch], names: NamedSides
) -> dict[str, Any]:
    found = drawing.found
    assert found is not None
    return place_row(drawing) | {
        "published": drawing.is_published,
        "open": found.is_open,
        "comes_in": _people(found.comes_in, names),
        "goes_out": _people(found.goes_out, names),
        "pairs": _pairs(found, names) if isinstance(found, Repairing) else None,
        "matches": [_played_row(match, names) for match in played if drawing.has(match)],
    }


def _pairs(found: Repairing, names: NamedSides) -> dict[str, Any]:
    return {
        "drawn": [_people(two, names) for two in found.drawn],
        "now": [_people(two, names) for two in found.now],
    }


def _played_row(played: BegunMatch, names: NamedSides) -> dict[str, Any]:
    return {
        "match": played.match,
        "round": played.round,
        "number": played.number,
        "table": played.table,
        "players": _people(played.entries, names),
        "games_won": list(played.games_won),
        "state": played.state,
    }


def _people(entries: Sequence[int | None], names: NamedSides) -> list[dict[str, Any] | None]:
    return [None if entry is None else asdict(names[entry]) for entry in entries]
