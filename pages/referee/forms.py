"""Forms of the tournaments' pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from kernel.names import MAX_LENGTH
from web.numbers import numbers_in


class PinForm(forms.Form):
    pin = forms.CharField(
        label=_("PIN"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class TableNumbers(forms.CharField):
    """Numbers of tables with commas between them; empty for all."""

    def to_python(self, value: Any) -> list[int]:
        words = super().to_python(value).replace(",", " ").split()
        numbers = numbers_in(words, digits=4)
        if len(numbers) < len(words):
            raise forms.ValidationError(_("Write the tables as numbers, such as 1, 2, 5."))
        return numbers


class PassForm(forms.Form):
    name = forms.CharField(label=_("Name of the referee"), max_length=MAX_LENGTH)
    tables = TableNumbers(
        label=_("Tables"),
        required=False,
        help_text=_("Numbers such as 1, 2, 5. Left empty: all tables."),
    )
