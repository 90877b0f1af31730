"""Places as they are written: who shares one reads from where to where it goes."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _


class PlaceWords:
    """The places of a table of standings, in words. A place is shared within its group."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.holders = Counter((row["group"], row["rank"]) for row in rows)

    def words(self, row: Mapping[str, Any]) -> str:
        """Of a row of the table."""
        return place_words(row["rank"], self.holders[row["group"], row["rank"]])


def place_words(rank: int | None, holders: int) -> str:
    """ "3"; "9–16" of eight who share it; "–" while the entrant is still in."""
    if rank is None:
        return "–"
    if holders == 1:
        return str(rank)
    return _("%(first)d–%(last)d") % {"first": rank, "last": rank + holders - 1}
