"""The plain forms of an account. What a field holds is checked by the services that take it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth_forms
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kernel.permissions import Scope
from pages.parts.fields import PageForm, email_field, name_field
from pages.parts.time_zones import time_zone_choices
from players.models import User
from players.services.accounts import MAX_EMAIL_LENGTH, change_password
from players.services.tokens import USUAL_DAYS
from tournaments.services.stages.notice_kinds import NOTICES, NoticeKind
from tournaments.services.stages.notice_kinds.turns import TURN_MAILS, TurnMail

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    PasswordForm = auth_forms.SetPasswordForm[User]
else:
    PasswordForm = auth_forms.SetPasswordForm


def _password_field(autocomplete: str, help_text: "StrOrPromise" = "") -> forms.CharField:
    return forms.CharField(
        label=_("Password"),
        strip=False,
        max_length=1000,
        help_text=help_text,
        widget=forms.PasswordInput(attrs={"autocomplete": autocomplete}),
    )


class SignInForm(PageForm):
    email = email_field(autocomplete="username")
    password = _password_field("current-password")


class NewAccountForm(PageForm):
    """What somebody without an account types to get one."""

    name = name_field(_("Your name"), autocomplete="name")
    email = email_field(autocomplete="username")
    password = _password_field("new-password", help_text=password_validators_help_text_html())


class KeepAccountForm(PageForm):
    """What makes the account of a pass somebody's own."""

    email = email_field(autocomplete="username")
    password = _password_field("new-password", help_text=password_validators_help_text_html())


class ChosenPasswordForm(PageForm):
    """A new password, by a link that a club made."""

    password = _password_field("new-password", help_text=password_validators_help_text_html())


class SetUpForm(NewAccountForm):
    """The first account and its club."""

    club_name = name_field(_("Name of the club"), autocomplete="organization")
    time_zone = forms.ChoiceField(
        label=_("Time zone of the club"), choices=time_zone_choices, initial="UTC"
    )
    field_order = ("club_name", "time_zone")


class AcceptForm(PageForm):
    """Nothing to fill in: the button says yes."""


#: All that somebody can wish to be told by e-mail.
ALL_KINDS: Sequence[NoticeKind | TurnMail] = (*NOTICES, *TURN_MAILS)


class AccountForm(PageForm):
    name = name_field(_("Your name"), autocomplete="name")
    language = forms.ChoiceField(
        label=_("Language"),
        choices=[
            ("", _("not chosen: as the browser says")),
            *settings.LANGUAGES,
        ],
        required=False,
        help_text=_(
            "Of all pages, and of letters to you. Where none is chosen pages are as the browser, or"
            " the switch at their foot, says."
        ),
    )

    def __init__(self, *args: Any, by_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in ALL_KINDS if by_mail else ():
            self.fields[kind.code] = forms.BooleanField(label=gettext(kind.asks), required=False)

    @property
    def notices(self) -> list[str]:
        """The kinds of notices that are ticked."""
        return [kind.code for kind in ALL_KINDS if self.cleaned_data.get(kind.code)]


class TokenForm(PageForm):
    """A token of the API: what for, and for how long."""

    name = name_field(_("Name"), help_text=_("For what it is, for example: scoreboard in the hall"))
    scope = forms.ChoiceField(
        label=_("What it is for"),
        choices=[
            (Scope.READ, _("Read all that I may see")),
            (Scope.ENTER, _("The same, and enter and correct results")),
            (Scope.ALL, _("All that I may do")),
        ],
        initial=Scope.READ,
    )
    days = forms.ChoiceField(
        label=_("How long it is valid"),
        choices=[
            (7, _("a week")),
            (30, _("30 days")),
            (USUAL_DAYS, _("90 days")),
            (365, _("a year")),
        ],
        initial=USUAL_DAYS,
    )


class DeleteAccountForm(PageForm):
    typed = forms.CharField(
        label=_("Type the e-mail address of your account to delete it"),
        max_length=MAX_EMAIL_LENGTH,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class NewPasswordForm(PasswordForm):
    """A new password, asked for by e-mail; the service ends what the old one opened."""

    user: User

    def save(self, commit: bool = True) -> User:
        change_password(user=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class PasswordChangeForm(NewPasswordForm, auth_forms.PasswordChangeForm):
    """A new password for somebody who knows the old one."""
