"""What a correction would change, and what was drawn from its result, as the API shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from tournaments.api.fields import Person, pair
from tournaments.domain import corrections
from tournaments.domain.crosstable import PairingKey
from tournaments.domain.reseeding import Repairing
from tournaments.selectors.stages.drawings import BegunMatch, Drawing
from tournaments.selectors.stages.sides import NamedSide
from tournaments.services.desk.comparing import Place, Preview, RedrawnRound
from tournaments.services.desk.previews import Previews

CHOICES = [str(choice) for choice in corrections.Choice]
LEVELS = [str(level) for level in corrections.Level]


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
    drawings: Sequence[Drawing], played: Sequence[BegunMatch], names: Mapping[int, NamedSide]
) -> list[dict[str, Any]]:
    """What rests on a result, as the API tells it."""
    shape = RestsOnShape(context={"names": names, "played": played})
    return [shape.to_representation(drawing) for drawing in drawings if drawing.found]


class PairingShape(serializers.Serializer[Mapping[str, object]]):
    """A pairing of the bracket."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()


class MovedShape(PairingShape):
    """A seat in which another one sits."""

    seat = serializers.IntegerField()
    before = Person()
    after = Person()


class TableShape(PairingShape):
    """A match that gets, changes or loses its table."""

    before = serializers.IntegerField(allow_null=True)
    after = serializers.IntegerField(allow_null=True)


class ByeShape(PairingShape):
    """A pairing that becomes a bye, or is none any more."""

    bye = serializers.BooleanField()


class RankShape(serializers.Serializer[Mapping[str, object]]):
    """A place in the standings."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()


class StandsShape(serializers.Serializer[Mapping[str, object]]):
    """An entrant who stands elsewhere in the standings."""

    entry = Person()
    before = RankShape()
    after = RankShape()


class OfPersonShape(serializers.Serializer[Mapping[str, object]]):
    """An entrant and a pairing."""

    entry = Person()
    round = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)


class PreviewShape(serializers.Serializer[Mapping[str, object]]):
    """What a correction changes when it is done in one way."""

    choice = serializers.ChoiceField(choices=CHOICES)
    level = serializers.ChoiceField(choices=LEVELS)
    winner = serializers.ListField(child=Person(), help_text="Of the match, before and after.")
    games_won = serializers.ListField(child=pair(), help_text="Before and after.")
    state = serializers.ListField(
        child=serializers.CharField(), help_text="Of the tournament, before and after."
    )
    moved = MovedShape(many=True)
    void = PairingShape(many=True, help_text="Played, and to be played anew.")
    against = PairingShape(many=True, help_text="Stay against the results, and are marked.")
    tables = TableShape(many=True)
    standings = StandsShape(many=True)
    byes = ByeShape(many=True)
    penalties = OfPersonShape(many=True, help_text="They hit another match; null: the next one.")
    notices = OfPersonShape(many=True, help_text="Who is sent a message, about which match.")
    set_aside = PlaceShape(many=True, help_text="Drawn from the old result, and stands no more.")
    drawn = DrawnShape(many=True, help_text="What is drawn in its place.")
    stays = PlaceShape(many=True, help_text="Stays as it was drawn, and is marked.")


class PreviewsAnswer(serializers.Serializer[Mapping[str, object]]):
    """All ways in which a correction can be done; the first is done of itself, unless `asked` says
    that nothing is. `confirm` is what is typed to make play void."""

    confirm = serializers.CharField()
    asked = serializers.BooleanField()
    rests_on = RestsOnShape(many=True, help_text="What was drawn from the result.")
    choices = PreviewShape(many=True)


def previews_row(previews: Previews, names: Mapping[int, NamedSide]) -> dict[str, Any]:
    """The answer to a preview."""
    rows = [_preview_row(choice, names) for choice in previews.choices]
    return {
        "confirm": previews.confirm,
        "asked": previews.is_asked,
        "rests_on": rests_on_rows(previews.rests, previews.played, names),
        "choices": rows,
    }


def _preview_row(preview: Preview, names: Mapping[int, NamedSide]) -> dict[str, Any]:
    def person(entry: int | None) -> dict[str, Any] | None:
        return None if entry is None else asdict(names[entry])

    place, drawn = PlaceShape(), DrawnShape(context={"names": names})
    return {
        "choice": preview.choice,
        "level": preview.level,
        "winner": [person(entry) for entry in preview.winner],
        "games_won": [list(won) for won in preview.games_won],
        "state": list(preview.state),
        "moved": [
            _pairing(side.key)
            | {"seat": side.seat, "before": person(side.before), "after": person(side.after)}
            for side in preview.moved
        ],
        "void": [_pairing(key) for key in preview.void],
        "against": [_pairing(key) for key in preview.against],
        "tables": [
            _pairing(key) | {"before": before, "after": after}
            for key, before, after in preview.tables
        ],
        "standings": [
            {"entry": person(entry), "before": _rank(before), "after": _rank(after)}
            for entry, before, after in preview.places
        ],
        "byes": [_pairing(key) | {"bye": is_bye} for key, is_bye in preview.byes],
        "penalties": [_pairing(key) | {"entry": person(entry)} for entry, key in preview.penalties],
        "notices": [_pairing(key) | {"entry": person(entry)} for _, entry, key in preview.notices],
        "set_aside": [place.to_representation(drawing) for drawing in preview.set_aside],
        "drawn": [drawn.to_representation(round) for round in preview.drawn],
        "stays": [place.to_representation(drawing) for drawing in preview.stays],
    }


def _pairing(key: PairingKey | None) -> dict[str, Any]:
    round, number = key or (None, None)
    return {"round": round, "number": number}


def _rank(place: Place) -> dict[str, Any]:
    return {"rank": place[0], "shared": place[1]}
