"""The referee's rooms: the tables that need him first, and the card of one table."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.domain.lifecycle import MatchState
from tournaments.selectors.access import boards_visible_to
from tournaments.selectors.audiences import seen_by
from tournaments.selectors.bracket import Slot
from tournaments.views.event import EventPage
from tournaments.views.lateness import Absent, absent_at
from tournaments.views.match import table_name
from tournaments.views.sheet_matches import ON_THE_GAMES, SheetMatch
from tournaments.views.tiles import Tiles


class RefereeRoom(EventPage):
    """A page for those who judge in the tournament that the address names."""

    action = "match.enter"

    @cached_property
    def tiles(self) -> Tiles:
        return Tiles(self.tournament, self.actor, self.now)

    def show(self, page: str, **context: Any) -> HttpResponse:
        """The page, or to htmx its live part alone."""
        template = f"{page}#live" if self.request.htmx else page
        return self.answer(
            template,
            seen=seen_by(self.actor, self.tournament),
            runs=self.actor.may("round.publish"),
            **context,
        )


class Tables(RefereeRoom):
    """All tables, those that need a referee first."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        tiles = self.tiles.all()
        limited = self.tiles.limited_to
        if limited is not None:
            tiles.sort(key=lambda tile: not tile.mine)
        taken = {tile.number for tile in tiles}
        free = [table for number, table in self.tiles.tables.items() if number not in taken]
        return self.show(
            "referee/tables.html",
            tiles=tiles,
            free=free,
            limited=sorted(limited or ()),
            waiting=sum(tile.state in ("disputed", "reported") for tile in tiles),
            clock=self.tiles.clock,
        )


class TableCard(RefereeRoom):
    """One table: what is played there, and what comes next."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        number = self.kwargs["number"]
        tables = self.tiles.tables
        if number not in tables:
            raise Http404
        now = next((one for one in self.tiles.open if one.slot.table == number), None)
        tile = self.tiles.tile(now) if now else None
        following = self._next(number, now.slot if now else None)
        return self.show(
            "referee/table.html",
            number=number,
            name=table_name(number, tables[number].label),
            tile=tile,
            mine=self.tiles.is_mine(number),
            following=self.tiles.maker.match(following) if following else None,
            last=self._last(number),
            absent=self._absent(now.slot) if now else (),
            may_penalise=self.actor.may("penalty.give"),
            clock=tile.clock if tile else None,
            may_stop=self.actor.may("round.clock"),
        )

    def _next(self, number: int, now: Slot | None) -> Slot | None:
        """The next match without a table; while one is played here, the one to which it leads."""
        if now is None:
            return next((one.slot for one in self.tiles.open if one.slot.table is None), None)
        return self.tiles.maker.winner_to.get(now.key)

    def _absent(self, slot: Slot) -> Sequence[Absent]:
        """Who could be missing, as long as nothing is played."""
        waits = slot.state in (MatchState.READY, MatchState.RUNNING)
        if not waits or slot.match is None or not self.actor.may("penalty.give"):
            return ()
        board = boards_visible_to(self.actor).get(match=slot.match)
        return absent_at(board, slot, self.actor, self.now)

    def _last(self, number: int) -> SheetMatch | None:
        """The last result of this table, for corrections."""
        slots = self.tiles.maker.slots.values() if self.tiles.rounds else []
        done = [slot for slot in slots if slot.table == number and slot.decision in ON_THE_GAMES]
        return self.tiles.maker.match(done[-1]) if done else None
