"""A list that is put in order by hand, as its form was sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import BadRequest
from django.http import QueryDict

from web.numbers import number_in, numbers_in


@dataclass(frozen=True, slots=True)
class SentOrder:
    """The rows by their ids, in the order in which the page had them, and what was typed as the
    place of each (from 1)."""

    rows: Sequence[int]
    typed: Mapping[int, str]

    @classmethod
    def of(cls, data: QueryDict) -> Self:
        rows = numbers_in(data.get("was", "").split(","))
        return cls(rows, {row: data.get(f"place-{row}", "") for row in rows})

    def place_of(self, row: int) -> int:
        """Where it was shown."""
        if row not in self.rows:
            raise BadRequest("no such row")
        return self.rows.index(row) + 1

    def wanted(self) -> list[tuple[int, int]]:
        """Rows and the places typed for them, where these are not the shown ones; best first."""
        kept = [(row, number_in(self.kept(row))) for row in self.rows]
        places = [(row, place) for row, place in kept if place is not None]
        return sorted(places, key=lambda pair: pair[1])

    def kept(self, row: int) -> str:
        """What was typed as the place of a row, where it is not the shown one; else ""."""
        typed = self.typed.get(row, "")
        return typed if typed and typed != str(self.place_of(row)) else ""
