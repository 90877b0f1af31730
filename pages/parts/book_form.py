"""What the forms have in common in which the rules of a game are chosen: a rule set, its single
rules, how long a match is."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rule_books import AgreedRules, RuleBook, as_dict, book_of
from kernel.text import N_, Refusal
from pages.parts import single_rules
from pages.parts.fields import PageForm, name_field
from pages.parts.knob_words import single_knobs, titles_of
from pages.parts.length_form import LengthFields
from tournaments.selectors.events.rule_sets import NamedRules
from web.actors import say

BEGUN_ANEW = N_(
    "The single rules are now those of this rule set; what was changed in another one is gone. "
    "Change them again, or go on."
)


class BookForm(PageForm):
    """Rules of the game of one `book`.

    `kept` are the rules that a tournament has, `own` the sets of this game that the club has named;
    who `may_keep` the rules for the club gives them a name in `keep_as`. `chosen` are the ones that
    a valid form leads to. A valid form has the boards of a match, and its rules.

    To write: `set_up`, which fills `sets`, the rule sets by their codes, and adds the fields of who
    plays and of the `match_length`; `who`, `players`, `outcome`.
    """

    book: ClassVar[RuleBook]
    rules = forms.ChoiceField(label=_("Rules"))
    knobs_of = forms.CharField(widget=forms.HiddenInput, required=False)
    keep_as = name_field(
        _("Keep these rules for the club under the name"),
        required=False,
        help_text=_("Left empty: they are this event's alone."),
    )
    were_changed = False  # single rules, of a set that is not chosen any more
    sets: Mapping[str, Any]
    match_length: LengthFields

    def __init__(
        self,
        *args: Any,
        kept: AgreedRules | None = None,
        own: Sequence[NamedRules] = (),
        may_keep: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        if not may_keep:
            del self.fields["keep_as"]
        self.may_keep = may_keep
        self.own = [one for one in own if book_of(one.rules) is self.book]
        self.kept: Any = kept
        self.set_up()
        self._offer_single_rules()

    def set_up(self) -> None:
        """Fill what depends on the game."""
        raise NotImplementedError

    @property
    def who(self) -> forms.BoundField:
        """The field in which it is said who plays."""
        raise NotImplementedError

    def players(self) -> Mapping[str, Any]:
        """The knobs that follow from who plays."""
        raise NotImplementedError

    def outcome(self) -> str:
        """What a match will be by what is chosen, which can be."""
        raise NotImplementedError

    def boards_of_match(self) -> int:
        """How many play for an entry, by a form that is right."""
        return 1

    def key(self, code: str) -> str:
        """What single rules are of: a rule set, as it is written for those who play."""
        return code

    def is_key(self, key: str) -> bool:
        """Whether single rules can be of that."""
        return key in self.sets

    def written(self, key: str) -> Any:
        """The rules of a key."""
        return self.sets[key]

    def check(self, changed: Mapping[str, Any]) -> None:
        """Refuse single rules that do not go with who plays."""

    def together(self, field: str) -> Sequence[str]:
        """The knobs that a refusal at one of them is about."""
        return (field,)

    def plain(self, rules: Any) -> Any:
        """Rules as they are compared with a rule set: who plays is said beside them."""
        return rules

    def _offer_single_rules(self) -> None:
        """A field for each knob, as the rule set has it that is chosen; what was typed for another
        one is gone."""
        code, first = str(self["rules"].value()), str(self["rules"].initial)
        self.code = code if code in self.sets else first
        self.base = self.written(self.key(self.code))
        self.chosen = self.base if self.is_bound or self.kept is None else self.kept
        knobs = single_knobs(self.book)
        self.fields |= {
            single_rules.PREFIX + name: single_rules.field_of(knobs[name])
            for name in titles_of(self.book)
        }
        shown = single_rules.shown(self.written(self.key(first)))
        self.initial = {**shown, **self.initial, "knobs_of": self.key(first)}
        of = str(self.data.get("knobs_of") or "")
        if self.is_bound and of != self.key(code):
            was = single_rules.typed(self.written(of)) if self.is_key(of) else {}
            self.were_changed = any(self.data.get(name, was[name]) != was[name] for name in was)
            anew = single_rules.typed(self.base)
            self.data = {**dict(self.data.items()), **anew, "knobs_of": self.key(code)}

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        self.match_length.clean()
        if self.were_changed:
            self.add_error("rules", _(BEGUN_ANEW))
        if self.errors:
            return data
        changed = single_rules.changed(data, self.base)
        self.check(changed)
        if self.errors:
            return data
        try:
            self.chosen = replace(
                self.base, **{**changed, **self.players(), **self.match_length.knobs()}
            )
        except Refusal as refusal:
            self._refuse_together(refusal)
            return data
        return {"boards": self.boards_of_match(), "rules": as_dict(self.chosen)}

    def _refuse_together(self, refusal: Refusal) -> None:
        """Say it at each of the rules that do not go together."""
        knobs = self.together(refusal.field or "")
        named = [self.match_length.at(knob) or single_rules.PREFIX + knob for knob in knobs]
        at: list[str | None] = [n for n in (*named, refusal.field) if n in self.fields]
        for name in at or [None]:
            self.add_error(name, say(refusal.text))

    @property
    def kept_as(self) -> str:
        """The name under which the club keeps the rules of a valid form; "" where it does not."""
        return str(self.data.get(self.add_prefix("keep_as"), "")).strip() if self.may_keep else ""

    @property
    def has_own_rules(self) -> bool:
        """Whether single rules are, or were to be, others than the chosen set's."""
        are_wrong = any(name.startswith(single_rules.PREFIX) for name in self.errors)
        return are_wrong or single_rules.differ(self.plain(self.chosen), self.base)


def rules_outcome(form: BookForm) -> str:
    """What a match will be by what is chosen; "" while that can't be."""
    return "" if form.is_bound and not form.is_valid() else form.outcome()
