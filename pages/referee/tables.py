"""The referee's rooms: all tables, those that need a referee first, and the card of one."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from kernel.seats import opponent
from pages.match.lateness import Absent, absent_at
from pages.parts.call_words import ShownCall
from pages.parts.event_page import EventPage
from pages.parts.sheet_match import ON_THE_GAMES, SheetMatch
from pages.parts.table_cards import LAST, Tile, Tiles
from pages.parts.tables import table_name
from pages.referee.online_rows import OnlineRow, online_rows
from pages.referee.rows import RowWords
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.tonight.referee import in_order, next_step
from tournaments.selectors.desk.calls import OpenCall, open_calls
from tournaments.selectors.desk.tonight_referee import TablesInNeed
from tournaments.selectors.events.access import boards_visible_to, seat_of
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.stages.bracket import Slot, matches_of, slots_of
from web.actors import say


class RefereeRoomPage(EventPage):
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


class TablesPage(RefereeRoomPage):
    """All tables, those that need a referee first. The online ones change with each card, of which
    the event is not told: the page fetches them now and then by themselves (`?part=online`)."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        if request.GET.get("part") == "online":
            return self.answer("referee/tables.html#online", online=self._online())
        needs = TablesInNeed(self.actor, self.tournament, self.now)
        facts = needs.facts(self.tiles.rounds, self.tiles.open, self.tiles.clocks)
        words = RowWords(self.tiles, self.address)
        playing = self._playing({one.match for one in facts.tables})
        taken = {table_match.slot.table for table_match in self.tiles.open}
        free = [table for number, table in self.tiles.tables.items() if number not in taken]
        return self.show(
            "referee/tables.html",
            sentence=say(next_step(facts).sentence),
            round=self._round(),
            rows=words.rows(in_order(facts.tables)),
            playing=playing,
            online=self._online(),
            done=self._done(),
            free=free,
            limited=sorted(self.tiles.limited_to or ()),
            clock=self.tiles.clock,
        )

    def _playing(self, in_need: Collection[int | None]) -> Sequence[Tile]:
        """The open matches in the room that need nobody, the reader's own tables first."""
        return sorted(
            (
                self.tiles.tile(table_match)
                for table_match in self.tiles.open
                if table_match.slot.match
                and table_match.slot.match.pk not in in_need
                and not self.tiles.is_online(table_match.slot)
            ),
            key=lambda tile: (not tile.mine, *tile.place),
        )

    def _online(self) -> Sequence[OnlineRow]:
        """The open matches that are played online, in need or not."""
        tiles = [tile for tile in self.tiles.all() if tile.is_online]
        return online_rows(tiles, self.tiles.glances, self.address)

    def _round(self) -> str:
        """What the round that is played is called."""
        return self.tiles.round_name(self.tiles.maker.current) if self.tiles.rounds else ""

    def _done(self) -> Sequence[str]:
        """Where results of the round that is played are in."""
        if not self.tiles.rounds:
            return ()
        number = self.tiles.maker.current
        slots = [slot for slot in matches_of(self.tiles.rounds) if slot.round == number]
        done = [slot for slot in slots if slot.decision in ON_THE_GAMES]
        done.sort(key=lambda slot: (slot.table or LAST, slot.number, slot.board))
        return [self.tiles.maker.match(slot).where for slot in done]


class TableCardPage(RefereeRoomPage):
    """One table, to which the QR code on it leads. For those who judge: what is played there, and
    what comes next. A player is led to their own match at it, a visitor to the match that is played
    there: the table alone never says who somebody is."""

    action = "tournament.view"

    @cached_property
    def called(self) -> Mapping[int, OpenCall]:
        return open_calls(self.actor, self.tournament)

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        number = self.kwargs["number"]
        tables = self.tiles.tables
        if number not in tables:
            raise Http404
        if not self.actor.may("match.enter"):
            return self._played_here(number)
        here = [table_match for table_match in self.tiles.open if table_match.slot.table == number]
        slots = [table_match.slot for table_match in here]
        tiles = sorted(map(self.tiles.tile, here), key=lambda tile: tile.place)
        now = slots[0] if slots else None
        following = self._next(now)
        return self.show(
            "referee/table.html",
            number=number,
            name=table_name(number, tables[number].label),
            cards=[
                (tile, self._absent(tile.match.slot), self._call(tile.match.slot)) for tile in tiles
            ],
            whole=self._whole(now),
            missing=self._missing(slots),
            mine=self.tiles.is_mine(number),
            following=self.tiles.maker.match(following) if following else None,
            last=self._last(number),
            forms={"take_call": self.actor.may("match.enter"), "call": False},
            may_penalise=self.actor.may("penalty.give"),
            clock=tiles[0].clock if tiles else None,
            may_stop=self.actor.may("round.clock"),
        )

    def _played_here(self, number: int) -> HttpResponse:
        slots = [one.slot for one in self.tiles.open if one.slot.table == number]
        matches = [slot.match.pk for slot in slots if slot.match]
        boards = boards_visible_to(self.actor).filter(match__in=matches).order_by("number", "pk")
        own = next((one for one in boards if seat_of(self.actor, one.match) is not None), None)
        here = own or boards.first()
        if here is None:
            return redirect(self.address("tournament"))
        if self.tournament.plays_boards and own is None:
            return redirect(self.address("team_match", here.pairing_id))
        return redirect(self.address("match", here.match_id))

    def _call(self, slot: Slot) -> ShownCall | None:
        """The call that stands at a match."""
        called = self.called.get(slot.match.pk) if slot.match else None
        return ShownCall.of(called, self.now) if called else None

    def _whole(self, now: Slot | None) -> SheetMatch | None:
        """The match between teams of which boards are played here."""
        if now is None or not now.board:
            return None
        return self.tiles.maker.match(self.tiles.maker.slots[now.key])

    def _missing(self, slots: Sequence[Slot]) -> Sequence[tuple[int, str, int]]:
        """The teams of which nobody may be there, as some board is not begun: a match of that team,
        its name, and the seat that wins by a walkover."""
        ready = [slot for slot in slots if slot.board and slot.state == MatchState.READY]
        if not ready or ready[0].match is None:
            return ()
        teams = self.tiles.maker.slots[ready[0].key].players
        return [
            (ready[0].match.pk, team.name, opponent(seat))
            for seat, team in enumerate(teams)
            if team
        ]

    def _next(self, now: Slot | None) -> Slot | None:
        """The next match without a table; while one is played here, the one to which it leads."""
        if now is not None:
            return self.tiles.maker.winner_to.get(now.key)
        slots = (table_match.slot for table_match in self.tiles.open)
        return next((slot for slot in slots if slot.table is None), None)

    def _absent(self, slot: Slot) -> Sequence[Absent]:
        """Who could be missing, as long as nothing is played."""
        waits = slot.state in (MatchState.READY, MatchState.RUNNING)
        if not waits or slot.match is None or not self.actor.may("penalty.give"):
            return ()
        board = boards_visible_to(self.actor).get(match=slot.match.pk)
        return absent_at(board, slot, self.actor, self.now)

    def _last(self, number: int) -> Sequence[SheetMatch]:
        """The last result of this table, between teams those of its boards, for corrections."""
        slots = [slot for slot in slots_of(self.tiles.rounds) if slot.table == number]
        done = [
            one for one in slots if one.decision in ON_THE_GAMES or (one.board and one.decision)
        ]
        return [self.tiles.maker.match(slot) for slot in done if slot.key == done[-1].key]
