"""How long a match is, on a form: a kind of length, the numbers that belong to it, and the target.

The fields stand in the form that they are added to. Those of another kind than the chosen one are
kept as they were typed, and not looked at.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.gin.rules import KNOBS, Rules, length_knobs
from games.engine.gin.rules.likeness import LENGTH
from games.engine.gin.rules.model import LONGEST_BEST_OF
from pages.parts.fields import PageForm, number_field

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

AS_IT_IS, BEST_OF, POINTS, HANDS, ROUNDS = "", "best_of", "points", "hands", "rounds"
KINDS: Mapping[str, tuple["StrOrPromise", tuple[str, ...]]] = {
    BEST_OF: (gettext_lazy("the best of several games, or one"), ("best_of",)),
    POINTS: (gettext_lazy("games until somebody has so many points"), ("points", "points_by")),
    HANDS: (gettext_lazy("so many hands"), ("hands",)),
    ROUNDS: (gettext_lazy("so many rounds, in each of which each player deals once"), ("rounds",)),
}
"""The kinds of length: what each is called, and the fields that belong to it."""

EMPTY = gettext_lazy("Left empty: as the rules have it.")
USUAL: Mapping[str, int | str] = {
    "best_of": 5,
    "points": 500,
    "points_by": "net",
    "hands": 1,
    "rounds": 2,
}
OFFERED = (1, 3, 5, 7, 9)
MOST = next(knob.most for knob in KNOBS if knob.name == "match_n")
TARGET = next(knob for knob in KNOBS if knob.name == "target")
MISSING = {
    BEST_OF: gettext_lazy("Say how many games a match has at most."),
    POINTS: gettext_lazy("Say how many points win the match."),
    HANDS: gettext_lazy("Say how many hands a match has."),
    ROUNDS: gettext_lazy("Say how many rounds a match has."),
}


@dataclass(frozen=True, slots=True)
class LengthRow:
    """A kind that can be chosen, with its fields."""

    code: str
    word: "StrOrPromise"
    is_chosen: bool
    fields: tuple[forms.BoundField, ...]


class LengthFields:
    """The fields of one length in a form, whose names begin with `prefix`; `as_it_is` says what
    holds where no length is chosen, `empty` where the field below the kinds is empty.

    To write of a game: the `kinds`, what is `usual` in their fields, what is said where the number
    of one is `missing`, the name of the field `below` them, and the methods that raise here.
    """

    kinds: ClassVar[Mapping[str, tuple["StrOrPromise", tuple[str, ...]]]]
    usual: ClassVar[Mapping[str, int | str]]
    missing: ClassVar[Mapping[str, "StrOrPromise"]]
    below_kinds: ClassVar[str]

    def __init__(
        self,
        form: PageForm,
        title: "StrOrPromise",
        as_it_is: "StrOrPromise",
        *,
        kept: Any = None,
        prefix: str = "",
        empty: "StrOrPromise" = EMPTY,
    ) -> None:
        self.form, self.prefix, self.as_it_is = form, prefix, as_it_is
        kinds = ((code, word) for code, (word, _fields) in self.kinds.items())
        fields: dict[str, forms.Field] = {
            "length": forms.ChoiceField(
                label=title,
                choices=[(AS_IT_IS, as_it_is), *kinds],
                required=False,
                widget=forms.RadioSelect,
            ),
            **self.fields(kept, empty),
        }
        form.fields |= {prefix + name: field for name, field in fields.items()}
        for name, value in self.usual.items():
            form.fields[prefix + name].initial = value

    def fields(self, kept: Any, empty: "StrOrPromise") -> dict[str, forms.Field]:
        """The fields of the kinds, and the one below them; `kept` are the rules that stand."""
        raise NotImplementedError

    def knobs(self) -> dict[str, Any]:
        """The knobs that a valid form sets."""
        raise NotImplementedError

    def at(self, knob: str) -> str:
        """The name of the field at which a knob of the length is set; "" for any other knob."""
        raise NotImplementedError

    @property
    def has_target(self) -> bool:
        """Whether a game of this kind is played to a target."""
        raise NotImplementedError

    def counts_below(self) -> bool:
        """Whether the field below the kinds counts."""
        return True

    @property
    def below(self) -> forms.BoundField:
        """The field below the kinds."""
        return self[self.below_kinds]

    @property
    def kind(self) -> str:
        """The code of the kind that is chosen."""
        value = self["length"].value()
        return value if value in self.kinds else AS_IT_IS

    @property
    def title(self) -> forms.BoundField:
        return self["length"]

    def __getitem__(self, name: str) -> forms.BoundField:
        return self.form[self.prefix + name]

    def rows(self) -> list[LengthRow]:
        """What can be chosen, for the page."""
        first = LengthRow(AS_IT_IS, self.as_it_is, self.kind == AS_IT_IS, ())
        kinds = (
            LengthRow(code, word, self.kind == code, tuple(self[name] for name in names))
            for code, (word, names) in self.kinds.items()
        )
        return [first, *kinds]

    def errors(self) -> list[str]:
        """What is wrong with what is chosen, in sentences."""
        names = ("length", *self.used())
        return [str(error) for name in names for error in self[name].errors]

    def clean(self) -> None:
        """Refuse a kind without its number; forget what is wrong with fields that do not count."""
        used = self.used()
        for name in (*self.usual, self.below_kinds):
            if name not in used:
                self.form.errors.pop(self.prefix + name, None)
        if not self.kind or self.errors():
            return
        number = self.prefix + self.kinds[self.kind][1][0]
        if self.form.cleaned_data[number] is None:
            self.form.add_error(number, self.missing[self.kind])

    def used(self) -> Iterable[str]:
        """The names of the fields that count."""
        own = self.kinds[self.kind][1] if self.kind else ()
        return (*own, self.below_kinds) if self.counts_below() else own

    def given(self) -> dict[str, Any]:
        """What a valid form has in them."""
        return {name: self.form.cleaned_data.get(self.prefix + name) for name in self.used()}


class GinLength(LengthFields):
    """The length of a match of gin."""

    kinds = KINDS
    usual = USUAL
    missing = MISSING
    below_kinds = "target"

    def fields(self, kept: Rules | None, empty: "StrOrPromise") -> dict[str, forms.Field]:
        games = {*OFFERED, *([kept.match_n] if kept and kept.match_n <= LONGEST_BEST_OF else [])}
        return {
            "best_of": forms.TypedChoiceField(
                label=gettext_lazy("Games"),
                choices=length_choices(n for n in games if n % 2),
                coerce=int,
                empty_value=None,
                required=False,
            ),
            "points": number_field(gettext_lazy("Points that win"), least=1, most=MOST),
            "points_by": forms.ChoiceField(
                label=gettext_lazy("Counted"),
                choices=[
                    ("net", gettext_lazy("net, to the winner of a game")),
                    ("gross", gettext_lazy("gross, to each their own")),
                ],
                required=False,
            ),
            "hands": number_field(gettext_lazy("Hands"), least=1, most=MOST),
            "rounds": number_field(gettext_lazy("Rounds of a match"), least=1, most=MOST),
            "target": number_field(
                gettext_lazy("Points that end a game"),
                least=TARGET.least,
                most=TARGET.most,
                help_text=empty,
            ),
        }

    @property
    def has_target(self) -> bool:
        """Whether a game of this kind is played to a target."""
        return self.kind not in (HANDS, ROUNDS)

    def counts_below(self) -> bool:
        return self.has_target

    def knobs(self) -> dict[str, Any]:
        given = self.given()
        knobs: dict[str, Any] = {}
        if self.kind == BEST_OF:
            knobs = length_knobs(given["best_of"])
        elif self.kind == POINTS:
            by = given["points_by"] or USUAL["points_by"]
            knobs = {"match_type": "points", "match_n": given["points"], "points_by": by}
        elif self.kind in (HANDS, ROUNDS):
            each = "hand" if self.kind == HANDS else "deal_each"
            knobs = {"match_type": "rounds", "match_n": given[self.kind], "round_of": each}
        target = given.get("target")
        return knobs if target is None else knobs | {"target": target}

    def at(self, knob: str) -> str:
        if knob == "match_n" and self.kind:
            return self.prefix + KINDS[self.kind][1][0]
        return self.prefix + ("target" if knob == "target" else "length") if knob in LENGTH else ""


def initial_of(rules: Rules, knobs: Iterable[str] = LENGTH, prefix: str = "") -> dict[str, Any]:
    """What the fields show of rules of which these `knobs` are set here."""
    kinds = {"single": BEST_OF, "best_of": BEST_OF, "points": POINTS}
    kind = kinds.get(rules.match_type, ROUNDS if rules.round_of == "deal_each" else HANDS)
    shown: dict[str, Any] = {}
    if not {"match_type", "match_n", "points_by", "round_of"}.isdisjoint(knobs):
        number = KINDS[kind][1][0]
        shown = {"length": kind, number: rules.match_n, "points_by": rules.points_by}
    if "target" in knobs:
        shown["target"] = rules.target
    return {prefix + name: value for name, value in shown.items()}


def length_choices(games: Iterable[int]) -> list[tuple[object, object]]:
    """These numbers of games, as what a match can be."""
    return [(n, _("one game") if n == 1 else _("best of %d") % n) for n in sorted(games)]
