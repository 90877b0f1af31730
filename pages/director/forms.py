"""The forms with which an evening is prepared. What a field may hold is the services' to say."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.rule_books import GIN, book_of
from kernel.names import MAX_LENGTH
from pages.director.format_forms import FirstFormat
from pages.director.play_form import PlayFields
from pages.parts import consequences
from pages.parts.bye_words import opponent_choices
from pages.parts.fields import LocalTimeField, NamedForm, PageForm, name_field, number_field
from tournaments.domain.kinds.bounds import MOST_ENTRANTS
from tournaments.domain.windows import LONGEST_WINDOW, Unplayed
from tournaments.models import Tournament
from tournaments.services.events.setup import MOST_TABLES
from tournaments.services.events.teams import MOST_MEMBERS


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


class NewForm(WhenForm):
    """What is played, when and where."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=titles(consequences.GAMES),
        widget=forms.RadioSelect,
        initial=GIN.game,
        required=False,
    )
    field_order = ("name", "game")


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
    bye_opponent = forms.ChoiceField(
        label=_("Who has a bye may play"),
        required=False,
        help_text=_(
            "At an online table beside the round. The bye counts as it does anyway, and the match "
            "for their own figures alone."
        ),
    )
    cap = forms.IntegerField(
        label=_("At most so many players or teams"),
        min_value=2,
        max_value=MOST_ENTRANTS,
        required=False,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("bye_opponent", opponent_choices())
        if options.get("rules") is not None and book_of(options["rules"]) is not GIN:
            del self.fields["bye_opponent"]

    def clean_unplayed(self) -> str:
        """Who sends nothing has seen no choice."""
        return self.cleaned_data["unplayed"] or Unplayed.DIRECTOR


class CopyForm(WhenForm):
    """A tournament made after an earlier one."""

    with_entries = forms.BooleanField(label=_("Enter the same players again"), required=False)

    def __init__(self, *args: Any, has_teams: bool, has_partners: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_teams:
            self.fields["with_entries"].label = _("Enter the same teams again")
        if has_partners:
            self.fields["with_entries"].label = _("Enter the same partners again")


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

    def __init__(
        self, *args: Any, boards: int, are_partners: bool, may_add: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.fields["players"].widget.attrs["rows"] = boards + 1
        sentence = gettext(
            "The beginning of a name is enough. Who comes after board %(boards)d stands by."
        )
        if are_partners:
            self.fields["name"].label = _("Name of the side")
            self.fields["players"].label = _("Partners, one name a line")
            sentence = gettext(
                "The beginning of a name is enough. Who comes after the first %(boards)d stands by."
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


class PartnersForm(NamesForm):
    """Players who came alone and are to be partners."""

    how = forms.ChoiceField(
        label=_("Partners are"),
        choices=[
            ("high_low", _("the strongest with the weakest, by their ratings")),
            ("lot", _("drawn by lot")),
        ],
        initial="high_low",
        widget=forms.RadioSelect,
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
