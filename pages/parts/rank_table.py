"""A table of standings, all of it, as plain words: for paper and for spreadsheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from pages.parts.place_words import PlaceWords
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.standings import shown
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.domain.tiebreaks.lots import Lots
from web.actors import figure, say


@dataclass(frozen=True, slots=True)
class Rank:
    """A row; its figures stand below the headings of the table."""

    place: str
    name: str
    figures: Sequence[str]
    reason: str


@dataclass(frozen=True, slots=True)
class RankTable:
    """The rows by group, whose name is empty where all play in one."""

    headings: Sequence[str]
    groups: Sequence[tuple[str, Sequence[Rank]]]


def rank_table(
    rows: Sequence[Mapping[str, Any]], compared: Sequence[str], names: Mapping[int, str]
) -> RankTable:
    """Rows as they are kept, with the codes of what is `compared` in them, and the names of the
    entries as the reader may see them."""
    places = PlaceWords(rows)
    codes = [code for code in compared if code != Lots.code]

    def rank(row: Mapping[str, Any]) -> Rank:
        values = [figure(shown(row["tiebreaks"][code])) for code in codes]
        return Rank(
            place=places.words(row),
            name=names[row["entry"]],
            figures=[str(row["played"]), str(row["won"]), str(row["lost"]), *values],
            reason=say(text_from(row["reason"], names)),
        )

    headings = [_(tiebreak_of(code).short) for code in codes]
    groups = groupby(rows, lambda row: row["group"])
    return RankTable(
        headings=[_("Played"), _("Won"), _("Lost"), *headings],
        groups=[
            ("" if group is None else _("Group %(group)d") % {"group": group}, list(map(rank, own)))
            for group, own in groups
        ],
    )
