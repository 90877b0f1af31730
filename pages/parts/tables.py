"""What tables are called."""

from django.utils.translation import gettext as _


def table_name(number: int, label: str) -> str:
    """A table by its number, with its label where it has one."""
    name = _("Table %(number)d") % {"number": number}
    return f"{name}, {label}" if label else name
