"""The forms with which an evening is prepared. What a field may hold is the services' to say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.gin.rules import Rules, as_dict
from games.engine.gin.rules.model import together
from kernel.names import MAX_LENGTH
from kernel.text import N_, Refusal
from pages.director import single_rules
from pages.director.format_forms import FirstFormat
from pages.director.length_form import LengthFields
from pages.director.offered_rules import (
    OWN_RULES,
    names_by_code,
    rule_set_of,
    rules_by_code,
)
from pages.director.play_form import PlayFields
from pages.parts import consequences
from pages.parts.fields import LocalTimeField, NamedForm, PageForm, name_field, number_field
from pages.parts.knob_words import BY_NAME, TITLES
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.domain.windows import LONGEST_WINDOW, Unplayed
from tournaments.models import Tournament
from tournaments.selectors.events.rule_sets import NamedRules
from tournaments.services.events.setup import MOST_TABLES
from tournaments.services.events.teams import MOST_MEMBERS
from web.actors import say

BEGUN_ANEW = N_(
    "The single rules are now those of this rule set; what was changed in another one is gone. "
    "Change them again, or go on."
)


def titles(words: Mapping[str, tuple[str, str]]) -> list[tuple[object, object]]:
    return [(code, _(title)) for code, (title, _consequence) in words.items()]


class WhenForm(PageForm):
    """What is held, when and where."""

    name = name_field(_("Name of the tournament"))
    starts_at = LocalTimeField(label=_("Date and time"), required=False)
    place = forms.CharField(
        label=pgettext_lazy("location", "Place"),
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Players read it on the tournament's page."),
    )


class RulesForm(PageForm):
    """Who plays, by which rules, and how long a match is.

    `boards` are those of a match: 1 where players meet, k between teams of k. `kept` are the rules
    that a tournament has, `own` the sets that the club has named; who `may_keep` the rules for the
    club gives them a name in `keep_as`. `chosen` are the ones that a valid form leads to.
    """

    boards = forms.TypedChoiceField(
        label=_("Who plays"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # Django takes any value
        initial=1,
        required=False,
    )
    rules = forms.ChoiceField(label=_("Rules"), initial="club")
    knobs_of = forms.CharField(widget=forms.HiddenInput, required=False)
    keep_as = name_field(
        _("Keep these rules for the club under the name"),
        required=False,
        help_text=_("Left empty: they are this event's alone."),
    )
    were_changed = False  # single rules, of a set that is not chosen any more

    def __init__(
        self,
        *args: Any,
        kept: Rules | None = None,
        own: Sequence[NamedRules] = (),
        may_keep: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        if not may_keep:
            del self.fields["keep_as"]
        self.may_keep = may_keep
        self.kept = kept
        self.own = own
        self.sets = dict(rules_by_code(own))
        sets: dict[str, object] = dict(names_by_code(own))
        if kept is not None and rule_set_of(kept, own) == OWN_RULES:
            self.sets[OWN_RULES] = kept
            sets[OWN_RULES] = _("As they are")
        self.offer("rules", sets.items())
        teams = [(n, _("teams of %d") % n) for n in range(2, MOST_BOARDS + 1)]
        self.offer("boards", [(1, _("players, one against one")), *teams])
        self.match_length = LengthFields(
            self, _("A match is"), _("as the rules have it"), kept=kept
        )
        self._offer_single_rules()

    def _offer_single_rules(self) -> None:
        """A field for each knob, as the rule set has it that is chosen; what was typed for another
        one is gone."""
        code, first = str(self["rules"].value()), str(self["rules"].initial)
        self.base = self.chosen = self.sets[code if code in self.sets else first]
        self.fields |= {
            single_rules.PREFIX + name: single_rules.field_of(BY_NAME[name]) for name in TITLES
        }
        shown = single_rules.shown(self.sets[first])
        self.initial = {**shown, **self.initial, "knobs_of": first}
        of = self.data.get("knobs_of")
        if self.is_bound and of != code:
            was = single_rules.typed(self.sets[of]) if of in self.sets else {}
            self.were_changed = any(self.data.get(name, was[name]) != was[name] for name in was)
            anew = single_rules.typed(self.base)
            self.data = {**dict(self.data.items()), **anew, "knobs_of": code}

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        self.match_length.clean()
        if self.were_changed:
            self.add_error("rules", _(BEGUN_ANEW))
        if self.errors:
            return data
        changed = single_rules.changed(data, self.base)
        try:
            self.chosen = replace(self.base, **changed, **self.match_length.knobs())
        except Refusal as refusal:
            self._refuse_together(refusal)
            return data
        return {"boards": data["boards"], "rules": as_dict(self.chosen)}

    def _refuse_together(self, refusal: Refusal) -> None:
        """Say it at each of the rules that do not go together."""
        knobs = together(refusal.field or "")
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
        return are_wrong or single_rules.differ(self.chosen, self.base)


class PlayForm(PlayFields, FirstFormat):
    """How it is played, where, and how one gets in."""

    tables = forms.IntegerField(
        label=_("Number of tables"), min_value=0, max_value=MOST_TABLES, required=False, initial=0
    )
    registration = forms.ChoiceField(
        label=_("Who enters players or teams"),
        choices=titles(consequences.REGISTRATION),
        widget=forms.RadioSelect,
        initial=Tournament.Registration.CLOSED,
    )
    seeding = forms.ChoiceField(
        label=_("Seeds"),
        choices=titles(consequences.SEEDING),
        widget=forms.RadioSelect,
        initial=Tournament.Seeding.HAND,
    )
    publishing = forms.ChoiceField(
        label=_("Later rounds begin"),
        choices=titles(consequences.PUBLISHING_AT_FIRST),
        widget=forms.RadioSelect,
        initial="",
        required=False,
    )
    window_days = number_field(
        label=_("Days in which each round is played"),
        least=1,
        most=LONGEST_WINDOW,
        help_text=_(
            "As in a league: the two of a match agree on a time within the window. The next round "
            "begins with its end. Left out, a round is played at its time."
        ),
        placeholder=" ",
    )
    unplayed = forms.ChoiceField(
        label=_("What was not begun by then"),
        choices=titles(consequences.UNPLAYED),
        widget=forms.RadioSelect,
        initial=Unplayed.DIRECTOR,
        required=False,
    )
    cap = forms.IntegerField(
        label=_("At most so many players or teams"),
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
    )

    def clean_unplayed(self) -> str:
        """Who sends nothing has seen no choice."""
        return self.cleaned_data["unplayed"] or Unplayed.DIRECTOR


class CopyForm(WhenForm):
    """A tournament made after an earlier one."""

    with_entries = forms.BooleanField(label=_("Enter the same players again"), required=False)

    def __init__(self, *args: Any, has_teams: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_teams:
            self.fields["with_entries"].label = _("Enter the same teams again")


class TeamForm(PageForm):
    """A team to be entered: its name, and its players by name."""

    name = name_field(_("Name of the team"))
    players = forms.CharField(
        label=_("Players, one name a line, in order of their boards"),
        max_length=20 * MAX_LENGTH * MOST_MEMBERS,
        widget=forms.Textarea(attrs={"spellcheck": "false", "autocomplete": "off"}),
    )
    new = forms.BooleanField(
        label=_("Who is not on the club's list is somebody new"), required=False
    )

    def __init__(self, *args: Any, boards: int, may_add: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["players"].widget.attrs["rows"] = boards + 1
        sentence = gettext(
            "The beginning of a name is enough. Who comes after board %(boards)d stands by."
        )
        self.fields["players"].help_text = sentence % {"boards": boards}
        if not may_add:
            del self.fields["new"]


class NamesForm(PageForm):
    """Players to be entered, by name."""

    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=20 * MAX_LENGTH * MOST_ENTRANTS,
        help_text=_("Who is not on the club's list is put on it."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )


class MemberForm(PageForm):
    """Somebody who comes into a team."""

    name = name_field(
        _("From the club's list"), help_text=_("The beginning of the name is enough.")
    )


class NameForm(PageForm):
    """What a team is called."""

    team = name_field(_("Name of the team"))


class WithdrawalForm(NamedForm):
    reason = forms.CharField(label=_("Why (staff read it)"), max_length=500, required=False)
    field_order = ("reason", "typed")


class PublishForm(PageForm):
    at = LocalTimeField(label=_("At"))


class RoundPlanForm(PageForm):
    """When a round begins and how long it takes; one that `has_window`, until when it is played."""

    planned_start = LocalTimeField(label=_("Begins"), required=False)
    minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=1440)
    until = LocalTimeField(label=_("Played until"), required=False)

    def __init__(self, *args: Any, has_window: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not has_window:
            del self.fields["until"]
