"""The referee's rooms: the tables that need him first, and the card of one table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import ngettext

from tournaments.domain.lifecycle import MatchState
from tournaments.models import Stage, Table
from tournaments.selectors.audiences import seen_by
from tournaments.selectors.bracket import Slot, bracket
from tournaments.selectors.results import records_of
from tournaments.selectors.tables import TableMatch, open_matches, own_tables
from tournaments.views.draw_sheet import DrawSheetMaker, SheetMatch
from tournaments.views.event import EventPage
from tournaments.views.match import table_name


@dataclass(frozen=True, slots=True)
class Tile:
    """A table, or a match that has none yet. `mine`: whether the reader may write there."""

    number: int | None
    label: str
    match: SheetMatch | None
    since: str
    mine: bool

    @property
    def state(self) -> str:
        return self.match.state if self.match else "locked"


class RefereeRoom(EventPage):
    """A page for those who judge in the tournament that the address names."""

    action = "match.enter"

    @cached_property
    def stage(self) -> Stage:
        return self.tournament.stages.get(number=1)

    @cached_property
    def open(self) -> Sequence[TableMatch]:
        return open_matches(self.stage) if self.stage.rounds.exists() else []

    @cached_property
    def tables(self) -> dict[int, Table]:
        return {one.number: one for one in Table.objects.filter(tournament=self.tournament)}

    @cached_property
    def maker(self) -> DrawSheetMaker:
        running = [one.slot.match for one in self.open if one.slot.match]
        names = {number: table_name(number, one.label) for number, one in self.tables.items()}
        return DrawSheetMaker(bracket(self.stage, full_names=True), records_of(running), names)

    @cached_property
    def limited_to(self) -> frozenset[int] | None:
        return own_tables(self.actor, self.tournament)

    def tile(self, one: TableMatch) -> Tile:
        number = one.slot.table
        return Tile(
            number,
            self.tables[number].label if number else "",
            self.maker.match(one.slot),
            self._since(one),
            self.limited_to is None or number in self.limited_to,
        )

    def show(self, page: str, **context: Any) -> HttpResponse:
        """The page, or to htmx its live part alone."""
        template = f"{page}#live" if self.request.htmx else page
        return self.answer(template, seen=seen_by(self.actor, self.tournament), **context)

    def _since(self, one: TableMatch) -> str:
        """How long a match has been in its state, in words."""
        if one.since is None:
            return ""
        minutes = _minutes(self.now, one.since)
        values = {"minutes": minutes}
        if one.slot.state == MatchState.DISPUTED:
            words = ngettext(
                "disputed %(minutes)d minute ago", "disputed %(minutes)d minutes ago", minutes
            )
        elif one.slot.state == MatchState.REPORTED:
            words = ngettext(
                "written down %(minutes)d minute ago, waits for the opponent",
                "written down %(minutes)d minutes ago, waits for the opponent",
                minutes,
            )
        else:
            words = ngettext(
                "in play for %(minutes)d minute", "in play for %(minutes)d minutes", minutes
            )
        return words % values


class Tables(RefereeRoom):
    """All tables, those that need a referee first."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        tiles = [self.tile(one) for one in self.open]
        if self.limited_to is not None:
            tiles.sort(key=lambda tile: not tile.mine)
        taken = {tile.number for tile in tiles}
        free = [table for number, table in self.tables.items() if number not in taken]
        return self.show(
            "referee/tables.html",
            tiles=tiles,
            free=free,
            limited=sorted(self.limited_to or ()),
            waiting=sum(tile.state in ("disputed", "reported") for tile in tiles),
        )


class TableCard(RefereeRoom):
    """One table: what is played there, and what comes next."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        number = self.kwargs["number"]
        if number not in self.tables:
            raise Http404
        now = next((one for one in self.open if one.slot.table == number), None)
        tile = self.tile(now) if now else None
        following = self._next(number, now.slot if now else None)
        return self.show(
            "referee/table.html",
            number=number,
            name=table_name(number, self.tables[number].label),
            tile=tile,
            mine=self.limited_to is None or number in self.limited_to,
            following=self.maker.match(following) if following else None,
            last=self._last(number),
        )

    def _next(self, number: int, now: Slot | None) -> Slot | None:
        """The next match without a table; while one is played here, the one to which it leads."""
        if now is None:
            return next((one.slot for one in self.open if one.slot.table is None), None)
        key = (now.round, now.number)
        slots = self.maker.slots.values()
        return next((slot for slot in slots if key in slot.feeders), None)

    def _last(self, number: int) -> SheetMatch | None:
        """The last result of this table, for corrections."""
        slots = self.maker.slots.values() if self.stage.rounds.exists() else []
        done = [slot for slot in slots if slot.table == number and slot.decision == "played"]
        return self.maker.match(done[-1]) if done else None


def _minutes(now: datetime, since: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60))
