"""Forms and fields that several pages have."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from kernel.names import MAX_LENGTH

# Longer than what is taken, so that a service can say how long it may be.
LONGEST_TYPED = 10 * MAX_LENGTH


class NamedForm(forms.Form):
    """A name that is typed to be sure."""

    typed = forms.CharField(
        max_length=LONGEST_TYPED, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, label: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["typed"].label = label


class NewPlayerForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rating = forms.IntegerField(
        label=_("Rating"),
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


@cache
def time_zone_choices() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(available_timezones())]
