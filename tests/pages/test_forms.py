"""What every form of the pages has in common."""

from collections.abc import Iterator

from django import forms

from pages.parts.fields import LARGEST_NUMBER
from tests.browser.places import page_names


def form_classes(above: type[forms.Form] = forms.Form) -> Iterator[type[forms.Form]]:
    """The forms of the pages, once the addresses have brought in all of their modules."""
    for found in above.__subclasses__():
        if found.__module__.startswith("pages."):
            yield found
        yield from form_classes(found)


def test_no_field_takes_a_number_that_the_database_does_not_hold() -> None:
    assert page_names()
    unbounded = {
        f"{form.__module__}.{form.__name__}: {name}"
        for form in form_classes()
        for name, field in form.base_fields.items()
        if isinstance(field, forms.IntegerField)
        and (field.max_value is None or field.max_value > LARGEST_NUMBER)
    }
    assert not unbounded
