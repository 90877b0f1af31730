"""What comes in and goes out of the stages of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.engine.gin.rules import length_knobs
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.reseeding import Reseeding
from tournaments.models import Stage, Tournament
from tournaments.selectors.stages.order import is_drawn, is_published
from tournaments.services.stages.plans import MOST_STAGES, MOST_TAKEN, StagePlan, plan_of
from web.input import Body, ChoiceField, NumberField

FORMAT_CODES = [format.code for format in FORMATS]
PLANNED = ("take", "skip", "rules", "final_rounds", "final_rules")
STATES = ("waiting", "drawn", "published", "over")
DONE = {TournamentState.FINISHED, TournamentState.ARCHIVED}


@extend_schema_field(
    {"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": {}}]}
)
class RulesField(serializers.Field[str | dict[str, Any], object, object, object]):
    """The code of a rule set, or an object of knobs, over the rule set named by `preset`, or over
    one of the club's by its number: `club_rule_set`."""

    def to_internal_value(self, data: object) -> str | dict[str, Any]:
        if not isinstance(data, str | dict):
            raise ValidationError("Give the code of a rule set, or an object of knobs.")
        return data


@extend_schema_field({"type": "object", "additionalProperties": {}})
class SettingsField(serializers.Field[dict[str, Any], object, dict[str, Any], object]):
    """An object of settings, or of knobs; what they may be is the service's to say."""

    def to_internal_value(self, data: object) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise ValidationError("Send a JSON object.")
        return data


class StageBody(Body):
    """A stage. `rules` are knobs over the tournament's for all its matches, `final_rules` more of
    them for its last rounds; `best_of` and `final_best_of` are short for the knobs of that
    length."""

    format = ChoiceField(choices=FORMAT_CODES)
    format_settings = SettingsField(
        source="settings", required=False, help_text="What `formats/` lists."
    )
    take = NumberField(
        max_value=MOST_TAKEN,
        required=False,
        help_text="How many come into it from the stage before; not for the first stage.",
    )
    skip = NumberField(
        max_value=MOST_TAKEN,
        required=False,
        help_text="How many of the best are passed over first, for a second event of the rest.",
    )
    rules = SettingsField(required=False)
    best_of = NumberField(min_value=1, required=False, help_text="An odd number of games.")
    final_rounds = NumberField(
        max_value=99, required=False, help_text="For how many last rounds `final_rules` hold."
    )
    final_rules = SettingsField(required=False)
    final_best_of = NumberField(min_value=1, required=False, help_text="An odd number of games.")

    def validate(self, attrs: dict[str, Any]) -> StagePlan:
        """The stage as the services take it."""
        for short, rules in (("best_of", "rules"), ("final_best_of", "final_rules")):
            if short in attrs:
                attrs[rules] = attrs.get(rules, {}) | length_knobs(attrs.pop(short))
        return StagePlan(**attrs)


class StagesBody(Body):
    """All stages of a tournament, in order."""

    stages = serializers.ListSerializer[object](
        child=StageBody(), min_length=1, max_length=MOST_STAGES
    )


class PairField(serializers.ListField):
    """Two entries, or one and null."""

    child = serializers.IntegerField(allow_null=True)


class RepairedShape(serializers.Serializer[Mapping[str, object]]):
    """A round whose pairs would be others: pairs of entries, null for the bye; `now` is empty while
    a result before it is open again."""

    round = serializers.IntegerField()
    drawn = serializers.ListField(child=PairField())
    now = serializers.ListField(child=PairField())


class ReseededShape(serializers.Serializer[Mapping[str, object]]):
    """An entry with its place in the order of the draw, and its place as it would be drawn now;
    null where it does not go on."""

    entry = serializers.IntegerField()
    drawn = serializers.IntegerField(allow_null=True)
    now = serializers.IntegerField(allow_null=True)


class StageAnswer(serializers.Serializer[Mapping[str, object]]):
    """A stage. It is `waiting` before anything of it is drawn, `drawn` while only staff see that,
    `published` from then on, and `over` once a later stage is published or the event is finished.
    """

    number = serializers.IntegerField()
    format = serializers.ChoiceField(choices=FORMAT_CODES)
    format_settings = serializers.DictField(help_text="Those that were given; see `formats/`.")
    take = serializers.IntegerField(help_text="0 for everybody.")
    skip = serializers.IntegerField()
    rules = serializers.DictField()
    final_rounds = serializers.IntegerField()
    final_rules = serializers.DictField()
    state = serializers.ChoiceField(choices=STATES)
    would_be_drawn = ReseededShape(
        many=True,
        allow_null=True,
        help_text="Who would be drawn otherwise, as results of the stage before were corrected "
        "since the draw; empty while one of them is open again, null where nothing would change.",
    )
    would_be_paired = RepairedShape(
        many=True,
        help_text="Rounds that would be paired otherwise, as results before them were corrected.",
    )


def stage_answers(
    tournament: Tournament, stages: Sequence[Stage], *, drafts: bool
) -> list[dict[str, Any]]:
    """The stages of a tournament, read with what is drawn; `drafts`: as its staff see them."""
    published = max((stage.number for stage in stages if is_published(stage)), default=0)
    over = tournament.state in DONE
    return [
        {
            "number": stage.number,
            "format": plan.format,
            "format_settings": plan.settings,
            **{name: getattr(plan, name) for name in PLANNED},
            "state": _state(stage, over=over or stage.number < published, drafts=drafts),
            "would_be_drawn": _reseeded(stage, drafts=drafts),
            "would_be_paired": [
                {"round": number, "drawn": drawn, "now": now}
                for number, drawn, now in stage.repaired
            ],
        }
        for stage in stages
        for plan in (plan_of(stage),)
    ]


def _state(stage: Stage, *, over: bool, drafts: bool) -> str:
    if over:
        return "over"
    if is_published(stage):
        return "published"
    return "drawn" if drafts and is_drawn(stage) else "waiting"


def _reseeded(stage: Stage, *, drafts: bool) -> list[dict[str, Any]] | None:
    found = Reseeding.from_stored(stage.redrawn)
    if found is None or not (drafts or is_published(stage)):
        return None
    return [asdict(entry) for entry in found.entries]
