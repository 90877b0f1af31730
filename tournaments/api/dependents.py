"""What was drawn from a result that is corrected: what would be drawn otherwise, what is played."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Person
from tournaments.domain.reseeding import Repairing
from tournaments.selectors.stages.drawings import BegunMatch, Drawing
from tournaments.selectors.stages.sides import NamedSide
from tournaments.services.desk.comparing import RedrawnRound

NamedSides = Mapping[int, NamedSide]


def _pairs() -> serializers.ListField:
    return serializers.ListField(child=serializers.ListField(child=Person()))


class PlaceShape(serializers.Serializer[Drawing]):
    """A round; null for the whole of a stage whose rounds are drawn together."""

    stage = serializers.IntegerField(source="stage.number")
    round = serializers.IntegerField(source="number", allow_null=True)


class PlayedOfDrawing(serializers.ListSerializer[Drawing]):
    """Of all that is `played`, by the context, what is of one drawing."""

    def get_attribute(self, drawing: Drawing) -> list[BegunMatch]:
        return [match for match in self.context["played"] if drawing.has(match)]


class PlayedShape(serializers.Serializer[BegunMatch]):
    """A match in which something is played."""

    match = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=Person(), source="entries")
    games_won = serializers.ListField(child=serializers.IntegerField())
    state = serializers.CharField()

    class Meta:
        list_serializer_class = PlayedOfDrawing


class PairsShape(serializers.Serializer[Repairing]):
    """Who meets whom as it is drawn, and as it would be drawn now; the rest stays as it is."""

    drawn = _pairs()
    now = _pairs()


class RestsOnShape(PlaceShape):
    """A drawing that would be another one by the corrected result. `open`: nothing could be drawn
    until a result is in. `published` false is a draft, which is drawn again of itself."""

    published = serializers.BooleanField(source="is_published")
    open = serializers.BooleanField(source="found.is_open")
    comes_in = serializers.ListField(child=Person(), source="found.comes_in")
    goes_out = serializers.ListField(child=Person(), source="found.goes_out")
    pairs = PairsShape(
        source="repairing", allow_null=True, help_text="Of a round that is paired by itself."
    )
    matches = PlayedShape(many=True, help_text="What is played of it.")


class DrawnShape(serializers.Serializer[RedrawnRound]):
    """A round that is drawn anew."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    pairs = _pairs()
    published = serializers.BooleanField(source="is_published")


def rests_on_rows(
    drawings: Sequence[Drawing], played: Sequence[BegunMatch], names: NamedSides
) -> list[dict[str, Any]]:
    """What rests on a result, as the API tells it."""
    shape = RestsOnShape(context={"names": names, "played": played})
    return [shape.to_representation(drawing) for drawing in drawings if drawing.found]
