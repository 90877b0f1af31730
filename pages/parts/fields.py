"""Forms and fields that several pages have."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from kernel.names import MAX_LENGTH, match_key
from kernel.text import N_, Refusal
from players.services.accounts import MAX_EMAIL_LENGTH
from web.actors import say

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# Longer than what is taken, so that a service can say how long it may be.
LONGEST_TYPED = 10 * MAX_LENGTH
LARGEST_NUMBER = 2**31 - 1  # what every database holds


class PageForm(forms.Form):
    """A form of a page, whose labels end without a colon."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})

    def refuse(self, refusal: Refusal) -> bool:
        """Say what was refused at its field; False where there is none of that name."""
        if refusal.field not in self.fields:
            return False
        self.add_error(refusal.field, say(refusal.text))
        return True

    def offer(self, name: str, choices: Iterable[tuple[object, Any]]) -> None:
        """Let one of the fields have these to choose from."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def name_field(
    label: "StrOrPromise" = "",
    *,
    autocomplete: str = "off",
    required: bool = True,
    help_text: "StrOrPromise" = "",
) -> forms.CharField:
    """What somebody or something is called."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_TYPED,
        required=required,
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": autocomplete}),
    )


def email_field(
    *, autocomplete: str = "off", required: bool = True, help_text: "StrOrPromise" = ""
) -> forms.EmailField:
    return forms.EmailField(
        label=_("E-mail address"),
        max_length=MAX_EMAIL_LENGTH,
        required=required,
        help_text=help_text,
        widget=forms.EmailInput(attrs={"autocomplete": autocomplete}),
    )


def number_field(
    label: "StrOrPromise",
    *,
    least: int | None = None,
    most: int = LARGEST_NUMBER,
    help_text: "StrOrPromise" = "",
    initial: object = None,
    placeholder: str = "",
) -> forms.IntegerField:
    """A whole number, which may be left out. With a `placeholder` styles know whether it is."""
    shown = {"placeholder": placeholder} if placeholder else {}
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        help_text=help_text,
        initial=initial,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", **shown}),
    )


class LocalTimeField(forms.DateTimeField):
    """A date and a time of day in the club's zone, in the browser's own field."""

    def __init__(self, **options: Any) -> None:
        picker = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=picker, **options)


def counted_field(*, required: bool = True) -> forms.IntegerField:
    """A number that the page itself counts from 1: a version, a hand, a ruling."""
    return forms.IntegerField(min_value=1, max_value=LARGEST_NUMBER, required=required)


class NamedForm(PageForm):
    """A name that is typed to be sure: in any case of letters, or `as_written`."""

    typed = name_field()
    other_name = N_("Type the name as it stands here: %(name)s")

    def __init__(
        self, *args: Any, name: str, label: str, as_written: bool = False, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.name = name
        self.key = _one_line if as_written else match_key
        self.fields["typed"].label = label % {"name": name}

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if self.key(typed) != self.key(self.name):
            raise forms.ValidationError(gettext(self.other_name) % {"name": self.name})
        return typed


def _one_line(name: str) -> str:
    return " ".join(name.split())


class NewPlayerForm(PageForm):
    name = name_field(_("Name"))
    rating = number_field(_("Rating"))
