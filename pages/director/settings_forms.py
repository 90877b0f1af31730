"""The forms with which a tournament that is there is changed, each a part of its settings."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from pages.director.forms import PlayForm, WhenForm, titles
from pages.director.play_form import PARTS, PlayFields
from pages.parts import consequences
from pages.parts.book_form import BookForm
from pages.parts.bye_words import opponent_choices
from pages.parts.fields import PageForm
from pages.parts.rules_form import RulesForm
from pages.parts.rummy_form import RummyForm
from tournaments.selectors.events.play import TABLE
from web.numbers import number_in


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


class BookSettings(VersionedForm, BookForm):
    """Rules and length of a tournament that is there."""

    @property
    def changed_data(self) -> list[str]:
        """A name under which the club keeps them changes nothing of the tournament."""
        return [name for name in super().changed_data if name != "keep_as"]


class RulesSettings(BookSettings, RulesForm):
    """Those of gin."""


class RummySettings(BookSettings, RummyForm):
    """Those of rummy."""


class PlaySettings(VersionedForm, PlayFields):
    """Where it is played, and what holds online."""

    @property
    def changed_data(self) -> list[str]:
        """What is not looked at is not changed."""
        changed = super().changed_data
        has_more = self["play"].value() != TABLE
        return changed if has_more else [name for name in changed if name == "play"]

    def settings(self) -> dict[str, Any]:
        """The settings that are changed; all of them where it is played elsewhere now."""
        if "play" in self.changed_data:
            return self.cleaned_data
        changed = {PARTS.get(name, name) for name in self.changed_data}
        return {name: value for name, value in self.cleaned_data.items() if name in changed}


class PlayersSettings(VersionedForm):
    """How many play, and in which order they are drawn."""

    cap = PlayForm.base_fields["cap"]
    seeding = PlayForm.base_fields["seeding"]


class RoundsSettings(VersionedForm):
    """When later rounds begin, and until when a result can be protested."""

    publishing = forms.ChoiceField(
        label=_("Later rounds begin"),
        choices=titles(consequences.PUBLISHING),
        widget=forms.RadioSelect,
    )
    window_days = PlayForm.base_fields["window_days"]
    unplayed = forms.ChoiceField(
        label=_("What was not begun by then"),
        choices=titles(consequences.UNPLAYED),
        widget=forms.RadioSelect,
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes in which a result can be protested"), min_value=0, max_value=1440
    )


class DealSettings(VersionedForm):
    """How the first dealer of a match was found, and who owes whom in the end: whether the event
    keeps it; and who fills byes, where there are any to fill."""

    draws_first_deal = forms.BooleanField(
        label=_("Players draw for the first deal"),
        required=False,
        help_text=_("Before hand 1 the score pad asks for the two cards, or what was agreed."),
    )
    settles = forms.BooleanField(
        label=_("Say who owes whom"),
        required=False,
        help_text=_(
            "The loser of a game owes its winner the net. The staff and those who play find the "
            "payments, as few as can be, behind the standings."
        ),
    )
    point_value = forms.DecimalField(
        label=_("What a point is worth"),
        required=False,
        min_value=Decimal("0.001"),
        max_value=Decimal("99999.999"),
        max_digits=8,
        decimal_places=3,
        localize=True,
        help_text=_("Left out, points are counted alone."),
    )
    point_unit = forms.CharField(
        label=_("In what"),
        required=False,
        max_length=20,
        help_text=_("Such as Cent, or chips."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    bye_opponent = PlayForm.base_fields["bye_opponent"]

    def __init__(self, *args: Any, has_byes: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("bye_opponent", opponent_choices())
        if not has_byes:
            del self.fields["bye_opponent"]


class RegistrationSettings(VersionedForm):
    """Who enters players; teams are the director's to enter."""

    registration = PlayForm.base_fields["registration"]

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
