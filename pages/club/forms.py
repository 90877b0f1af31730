"""The forms of a club: its settings, members and players."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kernel.text import N_
from pages.parts.fields import (
    LONGEST_TYPED,
    NamedForm,
    NewPlayerForm,
    PageForm,
    email_field,
    name_field,
)
from pages.parts.time_zones import time_zone_choices
from players.models import Club, Player
from players.services.clubs import GIVEN_ROLES


class RosterForm(PageForm):
    """A list of players, pasted or as a file."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )


class ClubForm(PageForm):
    name = name_field(_("Name of the club"), autocomplete="organization")
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        initial="UTC",
        help_text=_(
            "All times of the club's evenings are shown in it. Each city stands with its time now."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_("Letters of the club are written in it."),
    )
    names = forms.ChoiceField(
        label=_("Names of the players"),
        choices=[
            (Club.Names.FULL, _("in full")),
            (Club.Names.SHORT, _("short at most: first name and initial")),
            (Club.Names.MEMBERS, _("members only: others see neither events nor players")),
        ],
        widget=forms.RadioSelect,
        initial=Club.Names.FULL,
        help_text=_("For whoever opens the pages. A player may always wish for less."),
    )
    ratings_shown = forms.BooleanField(
        label=_("Show ratings to everybody"), required=False, initial=True
    )
    people_found = forms.BooleanField(
        label=_("Search engines may list the pages of players"), required=False
    )
    play_page = forms.BooleanField(
        label=_("A page on which members find somebody to play online with"),
        required=False,
        initial=True,
        help_text=_("Whoever belongs to the club sees there who would play, and opens tables."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("time_zone", time_zone_choices(self.initial.get("time_zone", "UTC")))


class ClubNameForm(NamedForm):
    """The name of the club, typed to be sure."""

    other_name = N_("Type the name of the club: %(name)s")


ROLES: Mapping[str, tuple[str, str]] = {
    "organiser": (
        N_("Organiser"),
        N_("Prepares and runs all evenings, and says who belongs to the club."),
    ),
    "referee": (N_("Referee"), N_("Enters and corrects results at every evening of the club.")),
    "member": (N_("Member"), N_("Belongs to the club; changes nothing of others.")),
}


def role_choices() -> list[tuple[str, str]]:
    return [(role, gettext(ROLES[role][0])) for role in GIVEN_ROLES]


class InviteForm(PageForm):
    email = email_field()
    role = forms.ChoiceField(
        label=_("As"), choices=role_choices, widget=forms.RadioSelect, initial="organiser"
    )


class PlayerForm(NewPlayerForm):
    """All that a club keeps of a player."""

    email = email_field(required=False, help_text=_("Only the club's staff see it."))
    home_club = forms.CharField(
        label=_("Comes from"),
        max_length=LONGEST_TYPED,
        required=False,
        help_text=_("The club of a guest; empty for the club's own."),
    )
    shown = forms.ChoiceField(
        label=_("Name on public pages"),
        choices=[
            (Player.Shown.FULL, _("in full")),
            (Player.Shown.SHORT, _("short: first name and initial")),
            (Player.Shown.HIDDEN, _("hidden: “A player”")),
        ],
        widget=forms.RadioSelect,
    )
