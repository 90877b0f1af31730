"""What may stand in an address."""

from django.urls.converters import IntConverter

from web.input import BIGGEST_ID


class RowNumber(IntConverter):
    """`<id:...>`: a number as large as the database holds. At a larger one there is nothing."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        number = super().to_python(value)
        if number > BIGGEST_ID:
            raise ValueError
        return number
