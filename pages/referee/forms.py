"""Forms of the tournaments' pages."""

from django import forms
from django.utils.translation import gettext_lazy as _

from kernel.names import MAX_LENGTH
from pages.parts.fields import PageForm
from web.numbers import numbers_in


class PinForm(PageForm):
    pin = forms.CharField(
        label=_("PIN"),
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class PassForm(PageForm):
    name = forms.CharField(label=_("Name of the referee"), max_length=MAX_LENGTH)
    tables = forms.CharField(
        label=_("Tables"),
        required=False,
        help_text=_("Numbers such as 1, 2, 5. Left empty: all tables."),
    )

    def clean_tables(self) -> list[int]:
        words = self.cleaned_data["tables"].replace(",", " ").split()
        numbers = numbers_in(words, digits=4)
        if len(numbers) < len(words):
            raise forms.ValidationError(_("Write the tables as numbers, such as 1, 2, 5."))
        return numbers
