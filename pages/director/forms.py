"""The forms with which an evening is prepared. What a field may hold is the services' to say."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, rules_from, with_length
from games.engine.gin.rules.model import LONGEST_BEST_OF
from kernel.names import MAX_LENGTH
from kernel.text import Refusal
from pages.director.format_forms import LENGTHS, FirstFormat, length_choices
from pages.parts import consequences
from pages.parts.fields import NamedForm, PageForm, name_field, number_field
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.models import Tournament
from tournaments.services.events.setup import MOST_TABLES
from web.actors import say
from web.numbers import number_in

OWN_RULES = "own"


class LocalTimeField(forms.DateTimeField):
    """A date and a time of day in the club's zone, in the browser's own field."""

    def __init__(self, **options: Any) -> None:
        picker = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=picker, **options)


def _choices(words: Mapping[str, tuple[str, str]]) -> list[tuple[object, object]]:
    return [(code, _(title)) for code, (title, _consequence) in words.items()]


# A tournament -------------------------------------------------------------------------------------


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


def rule_set_of(rules: Rules) -> str:
    """The code of the rule set that these rules are, their length apart; OWN_RULES for none."""
    length = {"match_type", "match_n", "target"}
    for rule_set in PLAYABLE_RULE_SETS:
        fields = (field for field in rule_set.rules.__dataclass_fields__ if field not in length)
        if all(getattr(rule_set.rules, field) == getattr(rules, field) for field in fields):
            return rule_set.code
    return OWN_RULES


class RulesForm(PageForm):
    """Who plays, by which rules, and how long a match is.

    `boards` are those of a match: 1 where players meet, k between teams of k. `kept` are the rules
    that a tournament has; `chosen` the ones that a valid form leads to.
    """

    boards = forms.TypedChoiceField(
        label=_("Who plays"),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # Django takes any value
        initial=1,
        required=False,
    )
    rules = forms.ChoiceField(label=_("Rules"), initial="club")
    best_of = forms.TypedChoiceField(
        label=_("A match is"), coerce=int, empty_value=None, required=False
    )
    target = number_field(
        _("Points that end a game"), help_text=_("Left empty: as the rules have it.")
    )

    def __init__(self, *args: Any, kept: Rules | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.kept = kept
        self.chosen = kept or rules_from("club")
        sets: list[tuple[str, object]] = [
            (rule_set.code, _(rule_set.called)) for rule_set in PLAYABLE_RULE_SETS
        ]
        lengths = set(LENGTHS)
        if kept is not None:
            if rule_set_of(kept) == OWN_RULES:
                sets.append((OWN_RULES, _("The club's own, as they are")))
            if kept.match_n <= LONGEST_BEST_OF:
                lengths.add(kept.match_n)
        self.offer("rules", sets)
        teams = [(n, _("teams of %d") % n) for n in range(2, MOST_BOARDS + 1)]
        self.offer("boards", [(1, _("players, one against one")), *teams])
        self.offer("best_of", [("", _("as the rules have it")), *length_choices(lengths)])

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if self.errors:
            return data
        own = self.kept if data["rules"] == OWN_RULES else None
        try:
            self.chosen = with_length(
                own or rules_from(data["rules"]), best_of=data["best_of"], target=data["target"]
            )
        except Refusal as refusal:
            at = refusal.field if refusal.field in self.fields else None
            self.add_error(at, say(refusal.text))
        return data


class PlayForm(FirstFormat):
    """How it is played, where, and how one gets in."""

    tables = forms.IntegerField(
        label=_("Number of tables"), min_value=0, max_value=MOST_TABLES, required=False, initial=0
    )
    registration = forms.ChoiceField(
        label=_("Who enters players or teams"),
        choices=_choices(consequences.REGISTRATION),
        widget=forms.RadioSelect,
        initial=Tournament.Registration.CLOSED,
    )
    seeding = forms.ChoiceField(
        label=_("Seeds"),
        choices=_choices(consequences.SEEDING),
        widget=forms.RadioSelect,
        initial=Tournament.Seeding.HAND,
    )
    publishing = forms.ChoiceField(
        label=_("Later rounds begin"),
        choices=_choices(consequences.PUBLISHING_AT_FIRST),
        widget=forms.RadioSelect,
        initial="",
        required=False,
    )
    cap = forms.IntegerField(
        label=_("At most so many players or teams"),
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
    )


class VersionedForm(PageForm):
    """A form on something that others may change meanwhile: it carries what it showed.

    Only what was changed in it is written, so that a field left alone never resets; and what
    somebody else has changed since is found out.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def was(self) -> str:
        """The hidden fields that carry what was shown."""
        return mark_safe("".join(field.as_hidden(only_initial=True) for field in self))  # noqa: S308

    def overtaken(self) -> list[str]:
        """The fields changed here that stand otherwise by now than when the form was shown."""
        found = []
        for name in self.changed_data:
            bound, field = self[name], self.fields[name]
            showed = self.data.get(bound.html_initial_name, "")
            now = self.get_initial_for_field(field, name)
            if field.has_changed(now, showed) and field.has_changed(now, bound.data):
                found.append(name)
        return found


class WhenSettings(VersionedForm, WhenForm):
    """What, when and where, of a tournament that is there."""


class RulesSettings(VersionedForm, RulesForm):
    """Rules and length of a tournament that is there."""


class CopyForm(WhenForm):
    """A tournament made after an earlier one."""

    with_entries = forms.BooleanField(label=_("Enter the same players again"), required=False)

    def __init__(self, *args: Any, has_teams: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_teams:
            self.fields["with_entries"].label = _("Enter the same teams again")


class CourseSettings(VersionedForm):
    """How a tournament that is there is drawn and goes on."""

    seeding = PlayForm.base_fields["seeding"]
    publishing = forms.ChoiceField(
        label=_("Later rounds begin"),
        choices=_choices(consequences.PUBLISHING),
        widget=forms.RadioSelect,
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes in which a result can be protested"), min_value=0, max_value=1440
    )


class RegistrationSettings(VersionedForm):
    """Who gets in, and how many; teams are the director's to enter."""

    registration = PlayForm.base_fields["registration"]
    cap = PlayForm.base_fields["cap"]

    def __init__(self, *args: Any, has_teams: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_teams:
            del self.fields["registration"]


class TablesForm(PageForm):
    """A line for each table: its number, and a label where it has one."""

    tables = forms.CharField(
        label=_("Tables"),
        required=False,
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_(
            "One a line: the number, then a name where it has one, such as “7 by the bar”."
        ),
    )

    def clean_tables(self) -> list[tuple[int, str]]:
        found = []
        for line in self.cleaned_data["tables"].splitlines():
            text, _space, label = line.strip().partition(" ")
            if not text:
                continue
            number = number_in(text, digits=4)
            if number is None:
                sentence = _("“%(line)s” does not begin with the number of a table.")
                raise forms.ValidationError(sentence, params={"line": line.strip()[:40]})
            found.append((number, label))
        return found


class WithdrawalForm(NamedForm):
    reason = forms.CharField(label=_("Why (staff read it)"), max_length=500, required=False)
    field_order = ("reason", "typed")


# Entries and rosters ------------------------------------------------------------------------------


class PublishForm(PageForm):
    at = LocalTimeField(label=_("At"))


class RoundPlanForm(PageForm):
    planned_start = LocalTimeField(label=_("Begins"), required=False)
    minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=1440)
