"""The form in which rules of rummy are chosen."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rummy.rules import FEWEST_SEATS, LONGEST_BEST_OF, MOST_SEATS, RummyRules
from games.rule_books import RUMMY
from pages.parts import consequences
from pages.parts.book_form import BookForm
from pages.parts.fields import number_field
from pages.parts.length_form import OFFERED, LengthFields, length_choices
from pages.parts.offered_rules import OWN_RULES, names_by_code, rule_set_of, rummy_rules_by_code

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

KNOBS = {knob.name: knob for knob in RUMMY.knobs}
USUAL_SEATS = 4


class RummyLength(LengthFields):
    """The length of a match of rummy: what ends a game, and how many games a match has."""

    kinds = {
        "target": (gettext_lazy("games in which somebody reaches so many points"), ("target",)),
        "rounds": (gettext_lazy("games of so many hands"), ("rounds",)),
    }
    usual = {"target": 100, "rounds": 5}
    missing = {
        "target": gettext_lazy("Say how many points end a game."),
        "rounds": gettext_lazy("Say how many hands a game has."),
    }
    below_kinds = "best_of"

    def fields(self, kept: RummyRules | None, empty: "StrOrPromise") -> dict[str, forms.Field]:
        games = {*OFFERED, *([kept.match_n] if kept and kept.match_n <= LONGEST_BEST_OF else [])}
        return {
            "target": _number("target", gettext_lazy("Points that end a game")),
            "rounds": _number("rounds", gettext_lazy("Hands of a game")),
            "best_of": forms.TypedChoiceField(
                label=gettext_lazy("Games of a match"),
                choices=[("", gettext_lazy("as the rules have it")), *length_choices(games)],
                coerce=int,
                empty_value=None,
                required=False,
                help_text=empty,
            ),
        }

    @property
    def has_target(self) -> bool:
        return self.kind != "rounds"

    def knobs(self) -> dict[str, Any]:
        given = self.given()
        games = given["best_of"]
        knobs: dict[str, Any] = {"end": self.kind, self.kind: given[self.kind]} if self.kind else {}
        if games is not None:
            knobs |= {"match_type": "single" if games == 1 else "best_of", "match_n": games}
        return knobs

    def at(self, knob: str) -> str:
        fields = {"match_type": "best_of", "match_n": "best_of", "end": "length"}
        name = fields.get(knob, knob if knob in self.kinds else "")
        return name and self.prefix + name


def _number(knob: str, label: "StrOrPromise") -> forms.IntegerField:
    return number_field(label, least=KNOBS[knob].least, most=KNOBS[knob].most)


class RummyForm(BookForm):
    """Rules of rummy: how many sit at a table, by which rules, and how long a match is."""

    book = RUMMY
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Who plays"),
        coerce=int,
        initial=USUAL_SEATS,
        required=False,
    )
    field_order = ("table_size",)

    def set_up(self) -> None:
        self.fields["rules"].initial = RUMMY.rule_sets[0].code
        self.sets = dict(rummy_rules_by_code(self.own))
        names: dict[str, object] = dict(names_by_code(RUMMY, self.own))
        if self.kept is not None and rule_set_of(self.kept, self.own) == OWN_RULES:
            self.sets[OWN_RULES] = self.kept
            names[OWN_RULES] = _("As they are")
        self.offer("rules", names.items())
        self.offer("table_size", [(n, _seats(n)) for n in range(FEWEST_SEATS, MOST_SEATS + 1)])
        self.match_length = RummyLength(
            self, gettext_lazy("A match is"), gettext_lazy("as the rules have it"), kept=self.kept
        )

    @property
    def who(self) -> forms.BoundField:
        return self["table_size"]

    def players(self) -> Mapping[str, Any]:
        return {"table_size": self.cleaned_data["table_size"]}

    def outcome(self) -> str:
        return f"{_seats(self.chosen.table_size)}. {consequences.of_length(self.chosen)}"


def _seats(number: int) -> str:
    if number == FEWEST_SEATS:
        return _("two against one another")
    return _("%(n)d at a table, who all play") % {"n": number}


def initial_of(
    rules: RummyRules, knobs: Iterable[str] = tuple(KNOBS), prefix: str = ""
) -> dict[str, Any]:
    """What the fields of the length show of rules of which these `knobs` are set here."""
    shown: dict[str, Any] = {}
    if not {"end", rules.end}.isdisjoint(knobs):
        shown = {"length": rules.end, rules.end: getattr(rules, rules.end)}
    if not {"match_type", "match_n"}.isdisjoint(knobs):
        shown["best_of"] = rules.match_n
    return {prefix + name: value for name, value in shown.items()}
