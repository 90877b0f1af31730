"""What comes in and goes out of the entries of a tournament."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.partner_draws import WAYS
from tournaments.selectors.events.entries import EntryRow, Member
from tournaments.services.events.teams import MOST_MEMBERS
from web.input import Body, ChoiceField, IdField, LineField, NumberField

STATUSES = ["requested", "entered", "waitlist", "withdrawn", "put_out", "swapped"]


class EntrantBody(Body):
    """A player of the club, or a team by its name with players in order of boards and then those
    who stand by."""

    player = IdField(required=False)
    name = LineField(max_length=1000, required=False)
    players = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        named = attrs.keys() & {"player", "name", "players"}
        if named not in ({"player"}, {"name", "players"}):
            raise ValidationError({"player": ["Give a player, or a team's name and players."]})
        return attrs


class EntryBody(EntrantBody):
    """A player of the club, or a team by its name with players in order of boards and then those
    who stand by; and a seed (left out: none yet)."""

    seed = NumberField(min_value=1, required=False, allow_null=True)


class PartnersBody(Body):
    """Players of the club who are to be partners: the high with the low by their ratings
    (`high_low`), or by `lot`, from a `seed` of one's own or one that the server makes and keeps."""

    players = serializers.ListField(child=IdField(), max_length=MOST_ENTRANTS)
    how = ChoiceField(choices=list(WAYS))
    seed = LineField(max_length=64, required=False)


class LineupBody(Body):
    """Who plays for a team, in order of boards, and then who stands by; until the draw also its
    name. With `was`, the players as they were last read, another line-up than that is not
    overwritten, nor with `name_was` another name: 409 `stale`, with the entry as it stands in
    `error.current`."""

    players = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS)
    name = LineField(max_length=1000, required=False)
    was = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS, required=False)
    name_was = LineField(max_length=1000, required=False)


class SeedBody(Body):
    """An entry and its seed; null for none. With `was`, the seed as it was last read, another one
    than that is not overwritten: 409 `stale`, with the entries as they stand in `error.current`."""

    entry = IdField()
    seed = NumberField(min_value=1, allow_null=True)
    was = NumberField(min_value=1, allow_null=True, required=False)


class OptionalReasonBody(Body):
    """Why, where there is something to say."""

    reason = LineField(max_length=500, required=False, allow_blank=True)


class ShownName(serializers.CharField):
    """A name in full for the staff, else as everybody may read it."""

    def get_attribute(self, instance: EntryRow | Member) -> str | None:
        full = super().get_attribute(instance)
        return full if self.context["full_names"] else instance.public


class MemberShape(serializers.Serializer[Member]):
    """A player of a team; board 0 is for who stands by."""

    player = serializers.IntegerField()
    name = ShownName()
    board = serializers.IntegerField()


class ShownRating(serializers.IntegerField):
    """A rating, as far as the club shows ratings to the reader."""

    def to_representation(self, value: int) -> Any:
        return super().to_representation(value) if self.context["ratings"] else None


class EntryAnswer(serializers.Serializer[EntryRow]):
    """A player's, or a team's, place in the tournament; `player` of a team plays on board 1."""

    id = serializers.IntegerField(source="entry.pk")
    player = serializers.IntegerField(source="player_id")
    name = ShownName(source="entry.name")
    seed = serializers.IntegerField(source="entry.seed", allow_null=True)
    rating = ShownRating(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    checked_in = serializers.BooleanField()
    members = MemberShape(many=True, help_text="Who plays for a team; of a player none.")
