"""The standings: a table for each group, what is compared in it, who goes on, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from pages.parts.correction_words import MARK
from pages.parts.open_result_words import waits_words
from pages.parts.place_words import PlaceWords
from pages.parts.sheet_matches import SheetMatches
from pages.parts.stage_switch import NumberedLink
from pages.public.tabs import EventTabPage
from tournaments.domain.cuts import Cut, last_above, line
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.standings import shown
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.domain.tiebreaks.base import Tiebreak
from tournaments.domain.tiebreaks.lots import Lots
from tournaments.models import Stage, StandingTable
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.kept_standings import (
    kept_rounds,
    pairings_against,
    standing_table,
)
from tournaments.selectors.stages.qualifying import gone_of
from tournaments.selectors.stages.ranking import compared_in
from tournaments.selectors.stages.sides import entry_names
from web.actors import figure, say

MOST_ROWS = 100
"""On a page."""

StoredRow = Mapping[str, Any]
"""A row as it is kept (`StandingTable.rows`); older versions kept neither group nor chance."""
GroupRows = tuple[int | None, Sequence[StoredRow]]
"""A group, None where there is one table for all, and rows of it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of the standings: its heading; of what is compared also code, name and definition.

    A column that is not `is_near` has no room on a telephone: there it stands in the row's own
    list, which opens.
    """

    short: str
    is_near: bool
    code: str = ""
    name: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; `place` in words. `figures` stand below the headings, `chance` says
    what is sure of them, `cut` are the words of the line below the row."""

    entry: int
    place: str
    shared: bool
    name: str
    figures: tuple[str, ...]
    reason: str
    chance: str
    cut: str
    is_own: bool


class StandingsPage(EventTabPage):
    """The newest standings as a worker has computed them, or those after a round."""

    tab = "standings"
    asks = ("round", "page")
    marks_own = True
    waits_for_stage = True

    def matter(self) -> dict[str, Any]:
        round = self.asked_number("round")
        table = standing_table(self.stage, round) if self.is_drawn else None
        if table is None:
            if round is not None:
                raise Http404
            return super().matter() | {"groups": []}
        return super().matter() | self._shown(table, round)

    def _shown(self, table: StandingTable, round: int | None) -> dict[str, Any]:
        pages = _pages(table.rows)
        number = self.asked_number("page")
        number = 1 if number is None else number
        if not 1 <= number <= len(pages):
            raise Http404
        maker = _PlaceMaker(self, table)
        own = next((n for n, page in enumerate(pages, 1) if _has(page, self.own_entry)), None)
        by_round = not self.stage.format_class.is_bracket
        return {
            "groups": [maker.group(part) for part in pages[number - 1]],
            "headings": maker.headings,
            "compared": maker.compared,
            "line": maker.line,
            "shares": not by_round and any(row["shared"] for row in table.rows),
            "own_page": own,
            "page": number,
            "pages": [
                NumberedLink(n, _name(pages, n), n == number) for n in range(1, len(pages) + 1)
            ],
            "rounds": kept_rounds(self.stage) if by_round else [],
            "round": round,
            "and_round": f"&round={round}" if round else "",
            "computed_at": table.computed_at,
            "mark": MARK if pairings_against(table) else "",
            "waits": self._waits() if vars(table)["any_open"] else (),
        }

    def _waits(self) -> Sequence[str]:
        """Which matches go on though later rounds are paired."""
        return [*waits_words(SheetMatches(bracket(self.stage, full_names=self.full_names)))]


class _PlaceMaker:
    """Makes the rows of a table of standings for one reader."""

    def __init__(self, page: StandingsPage, table: StandingTable) -> None:
        self.stage = page.stage
        self.names = entry_names(page.tournament.pk, full_names=page.full_names)
        self.places = PlaceWords(table.rows)
        self.own = page.own_entry
        self.codes = compared_in(table)
        self.shows_won = not _repeats_won(table.rows, self.codes)
        groups = [
            [row["entry"] for row in rows if row["rank"] is not None]
            for _group, rows in _groups(table.rows)
        ]
        self.line, self.last_above = "", frozenset[int]()
        if cut := _cut(page.stages, page.stage):
            said = line(cut, len(groups))
            self.line = say(said) if said else ""
            self.last_above = last_above(cut, groups, gone_of(page.stage))

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns: matches won, what is compared, and how many were played. What was drawn by
        lot has none: it is a long number, and the reason says of whom it parts."""
        won = [Heading(_("Won"), is_near=True)] if self.shows_won else []
        compared = [one for one in self.compared if one.code != Lots.code]
        rest = compared or [Heading(_("Lost"), is_near=True)]
        return (*won, *rest, Heading(_("Played"), is_near=False))

    @cached_property
    def compared(self) -> tuple[Heading, ...]:
        """What the entries are compared by."""
        tiebreaks = [tiebreak_of(code) for code in self.codes]
        near = _near(tiebreaks)
        return tuple(self._heading(one, is_near=one.code in near) for one in tiebreaks)

    def _heading(self, tiebreak: Tiebreak, *, is_near: bool) -> Heading:
        free = tiebreak.says_free if self.stage.format_class.has_free_rounds else ""
        return Heading(
            _(tiebreak.short), is_near, tiebreak.code, say(tiebreak.name), _(free or tiebreak.says)
        )

    def group(self, part: GroupRows) -> tuple[str, Sequence[StandingsRow]]:
        """The rows of a group by its name; without one, of all."""
        number, rows = part
        name = "" if number is None else _("Group %(group)d") % {"group": number}
        return name, [self._place(row) for row in rows]

    def _place(self, row: StoredRow) -> StandingsRow:
        entry = row["entry"]
        return StandingsRow(
            entry=entry,
            place=self.places.words(row),
            shared=row["shared"],
            name=self.names[entry],
            figures=tuple(self._figures(row)),
            reason=say(text_from(row["reason"], self.names)),
            chance=say(text_from(row["chance"])) if row.get("chance") else "",
            cut=self.line if entry in self.last_above else "",
            is_own=entry == self.own,
        )

    def _figures(self, row: StoredRow) -> Iterator[str]:
        if self.shows_won:
            yield str(row["won"])
        if self.codes:
            yield from (_figure(row, code) for code in self.codes if code != Lots.code)
        else:
            yield str(row["lost"])
        yield str(row["played"])


def _figure(row: StoredRow, code: str) -> str:
    return figure(shown(row["tiebreaks"][code])) if code in row["tiebreaks"] else ""


def _repeats_won(rows: Sequence[StoredRow], codes: Sequence[str]) -> bool:
    """Whether what is compared first is in each row the number of matches won, as match points are
    without draws, byes and walkovers."""
    return bool(codes) and all(row["tiebreaks"].get(codes[0]) == row["won"] for row in rows)


def _near(tiebreaks: Sequence[Tiebreak]) -> frozenset[str]:
    """What has room on a telephone: what is compared first, and of the rest the first that tells
    something of an entry alone, not only of those with as many points."""
    first, rest = tiebreaks[:1], tiebreaks[1:]
    telling = [one for one in rest if not one.is_of_one_group] or rest
    return frozenset(one.code for one in (*first, *telling[:1]))


def _cut(stages: Sequence[Stage], stage: Stage) -> Cut | None:
    """Who goes on from a stage; None where it is the last one."""
    following = next((later for later in stages if later.number == stage.number + 1), None)
    return Cut(**following.cut) if following else None


def _groups(rows: Sequence[StoredRow]) -> Sequence[GroupRows]:
    return [(group, list(own)) for group, own in groupby(rows, key=lambda row: row.get("group"))]


def _pages(rows: Sequence[StoredRow]) -> Sequence[Sequence[GroupRows]]:
    """The groups on as few pages as hold them; a larger group goes over several."""
    pages: list[list[GroupRows]] = [[]]
    for group, own in _groups(rows):
        for start in range(0, len(own), MOST_ROWS):
            part = own[start : start + MOST_ROWS]
            if sum(len(rows) for _group, rows in pages[-1]) + len(part) > MOST_ROWS:
                pages.append([])
            pages[-1].append((group, part))
    return pages


def _has(page: Sequence[GroupRows], entry: int | None) -> bool:
    return any(row["entry"] == entry for _group, rows in page for row in rows)


def _name(pages: Sequence[Sequence[GroupRows]], number: int) -> str:
    """What stands on a page: its groups, or its rows."""
    page = pages[number - 1]
    first, last = page[0][0], page[-1][0]
    if first is None:
        before = sum(len(rows) for earlier in pages[: number - 1] for _group, rows in earlier)
        first, last = before + 1, before + sum(len(rows) for _group, rows in page)
    return str(first) if first == last else f"{first}–{last}"
