"""What is sent to an online table: actions, what staff decide, and how records are asked for."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.catalogue import LAST_SEAT
from kernel.seats import SIDES
from tournaments.api.fields import AnyField
from web.input import Body, ChoiceField, FlagField, LineField, MomentField, NumberField, Query

LONGEST_REASON = 500
MOST_SECONDS = 24 * 3600
MOST_POINTS = 10_000


@extend_schema_field(str)
class Raw(serializers.Field[object, object, object, Any]):
    """A text that the table itself reads, and refuses in its turn: it comes as it was sent."""

    def to_internal_value(self, data: object) -> object:
        return data


class ActionBody(Body):
    """An action as in a record, melds left out or said: `knock 8C | 7S7H7D JSQSKS`."""

    version = NumberField(help_text="That of the view that it was chosen from.")
    action = Raw(allow_null=True)  # what is none is refused in its turn, too


class ReadyBody(Body):
    """Without a word: sits down, or has seen the end of deal `d`. `word_hash` commits to a word
    once the commitment is shown, `word` opens it once both hashes are there."""

    d = NumberField(help_text="That of the view.")
    word_hash = LineField(max_length=100, required=False, help_text="Hex SHA-256 of the word.")
    word = Raw(required=False, help_text="0 to 100 printable characters.")


class ResignationBody(Body):
    """The game, or the match, is given up."""

    d = NumberField(help_text="That of the view.")
    of = ChoiceField(choices=["game", "match"])


class ReasonBody(Body):
    """Why."""

    reason = LineField(max_length=LONGEST_REASON)


class TimeBody(ReasonBody):
    """More time for a seat."""

    seat = NumberField(max_value=LAST_SEAT)
    seconds = NumberField(min_value=1, max_value=MOST_SECONDS)


class AdjournmentBody(ReasonBody):
    """Play goes on at this hour."""

    at = MomentField()


class TableAdjudicationBody(ReasonBody):
    """What the hand that is played comes to: points for a seat, or `void`, which is true."""

    players = serializers.ListField(
        child=NumberField(max_value=LAST_SEAT),
        min_length=SIDES,
        max_length=SIDES,
        required=False,
        help_text="Where several hands are played: the seats of who play the one that is void.",
    )
    winner = NumberField(max_value=LAST_SEAT, required=False, help_text="A seat.")
    points = NumberField(min_value=1, max_value=MOST_POINTS, required=False)
    void = FlagField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        said = {name for name in ("winner", "points") if name in attrs}
        is_void = attrs.get("void", False)
        if said != (set() if is_void else {"winner", "points"}):
            raise ValidationError(_("Say who wins how many points, or that the hand is void."))
        return attrs


class SeatQuery(Query):
    """From which seat, for who plays both; of everybody else it is left alone. The first when left
    out."""

    seat = serializers.IntegerField(min_value=0, max_value=1, required=False)


class RecordQuery(Query):
    """In which form; JSON when left out."""

    # The name of the parameter is a word of Python.
    def get_fields(self) -> dict[str, AnyField]:
        return {"as": serializers.ChoiceField(choices=["json", "text"], required=False)}
