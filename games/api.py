"""The call that judges a showdown from its cards, as `manage.py adjudicate` does, and the table of
irregularities."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.gin.irregularities.by_form import FORMS, changes_in, is_in_form
from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES, questions
from games.engine.gin.notation.adjudication import adjudicate
from games.engine.scoring.rules import AnyRules
from games.ruled_words import said_in
from players.access.api_view import ApiView
from web.input import Body, read_body
from web.schema import call

MOST_CARDS = 20  # with a wrong number of cards; without one the engine knows how many there are
MOST_MELDS = 4


def cards(**more: Any) -> serializers.ListField:
    """A list of cards as `TH`."""
    return serializers.ListField(child=serializers.CharField(max_length=2), **more)


def melds() -> serializers.ListField:
    """Melds as lists of cards; left out, the best ones."""
    return serializers.ListField(
        child=cards(max_length=13), max_length=MOST_MELDS, required=False, allow_null=True
    )


class KnockerBody(Body):
    """The knocker: the ten cards left after the discard, or eleven for big gin."""

    cards = cards(max_length=MOST_CARDS)
    melds = melds()
    claim = serializers.ChoiceField(
        choices=["knock", "gin", "big_gin"],
        required=False,
        allow_null=True,
        help_text="Left out, the cards speak.",
    )


class LayoffBody(Body):
    """A card laid on one of the knocker's melds, as that meld lies then."""

    card = serializers.CharField(max_length=2)
    onto = cards(max_length=13)


class DefenderBody(Body):
    """The defender, with melds and layoffs in the order in which they were laid."""

    cards = cards(max_length=MOST_CARDS)
    melds = melds()
    layoffs = LayoffBody(many=True, required=False, allow_null=True)


class RuledBody(Body):
    """What a referee ruled on the hand: the irregularity, whose it was, what was chosen."""

    id = serializers.CharField(max_length=40)
    offender = serializers.ChoiceField(
        choices=["knocker", "defender"], required=False, allow_null=True
    )
    choice = serializers.CharField(max_length=60, required=False, allow_null=True)


class AdjudicationBody(Body):
    """One showdown. `rules` is a rule set's code, or single knobs over one."""

    rules = serializers.JSONField(help_text='"club", or {"preset": "club", "gin_bonus": 20}.')
    knocker = KnockerBody()
    defender = DefenderBody()
    upcard = serializers.CharField(max_length=2, required=False, allow_null=True)
    limit_card = serializers.CharField(max_length=2, required=False, allow_null=True)
    factor = serializers.IntegerField(required=False, help_text="Doubling; left out, 1.")
    irregularities = RuledBody(many=True, required=False)


class LayoffAnswer(serializers.Serializer[dict[str, Any]]):
    card = serializers.CharField()
    onto = cards()


class SideAnswer(serializers.Serializer[dict[str, Any]]):
    melds = serializers.ListField(child=cards())
    deadwood = cards()
    count = serializers.IntegerField()


class DefenderAnswer(SideAnswer):
    layoffs = LayoffAnswer(many=True)


class AdjudicationAnswer(serializers.Serializer[dict[str, Any]]):
    """The judgement; `winner` is null where nobody scores."""

    result = serializers.ChoiceField(choices=["knock", "gin", "big_gin", "undercut", "tie", "void"])
    winner = serializers.ChoiceField(choices=["knocker", "defender"], allow_null=True)
    points = serializers.IntegerField()
    boxes = serializers.IntegerField()
    knocker = SideAnswer()
    defender = DefenderAnswer()


UNDERCUT = OpenApiExample(
    "A knock",
    value={
        "rules": "club",
        "knocker": {"cards": ["7S", "7H", "7D", "JS", "QS", "KS", "2C", "3C", "4C", "5D"]},
        "defender": {"cards": ["KH", "KD", "KC", "9H", "8H", "TS", "5S", "4D", "2D", "AC"]},
    },
    request_only=True,
)


class AdjudicationsView(ApiView):
    tag = "adjudications"
    keeps_answers = False

    @call("site.view", AdjudicationAnswer, takes=AdjudicationBody, examples=[UNDERCUT], auth=[])
    def post(self, request: Request) -> Response:
        """Judge a showdown from its cards; writes nothing."""
        return Response(adjudicate(read_body(AdjudicationBody, request)))


class OptionAnswer(serializers.Serializer[dict[str, Any]]):
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field takes the place of DRF's
    open = serializers.ListField(child=serializers.CharField(), help_text="Conditions, ! negates.")


class IrregularityAnswer(serializers.Serializer[dict[str, Any]]):
    """A row of the table of irregularities (the rulebook's part 5)."""

    id = serializers.CharField()
    name = serializers.CharField()
    text = serializers.CharField()
    phases = serializers.ListField(child=serializers.CharField())
    offender = serializers.CharField()
    chooser = serializers.CharField()
    options = OptionAnswer(many=True)
    conditions = serializers.ListField(child=serializers.CharField())


class FormAnswer(serializers.Serializer[dict[str, Any]]):
    """A form of the game in which a row applies, and what is otherwise with it there."""

    variant = serializers.CharField()
    changes = serializers.ListField(child=serializers.CharField())


class CatalogueAnswer(IrregularityAnswer):
    """The same with the forms of the game."""

    forms = FormAnswer(many=True)


class IrregularitiesView(ApiView):
    tag = "adjudications"
    pagination_class = None

    @call("rules.view", CatalogueAnswer(many=True))
    def get(self, request: Request) -> Response:
        """What a referee can rule on, what may be chosen, and in which forms of the game. What
        applies in one match says `matches/{id}/irregularities/`."""
        return Response(
            [irregularity_row(row) | {"forms": _forms(row)} for row in IRREGULARITIES.values()]
        )


def _forms(row: Irregularity) -> list[dict[str, Any]]:
    return [
        {"variant": form, "changes": [_(how) for how in changes_in(row, form)]}
        for form in FORMS
        if is_in_form(row, form)
    ]


def irregularity_row(row: Irregularity, rules: AnyRules | None = None) -> dict[str, Any]:
    """A row as it is written for two at gin, or as it is said in a match of these rules."""
    return {
        "id": row.id,
        "name": _(row.name),
        "text": _(row.text if rules is None else said_in(row.text, rules)),
        "phases": list(row.phases),
        "offender": row.offender,
        "chooser": row.chooser,
        "options": [
            {"code": option.code, "label": _(option.label), "open": list(option.open)}
            for option in row.options
        ],
        "conditions": list(questions(row)),
    }
