"""An online table at which one reader plays both seats, to try rules: in which they sit now, and
how they change. Everybody else has one seat, or none, and notices nothing of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from games.selectors.table_now import TableNow
from games.tables.view import Reader, Sight
from kernel.seats import Seat
from pages.match.match import MatchPage
from tournaments.selectors.desk.tables import TableReader
from tournaments.selectors.events.access import tables_visible_to
from tournaments.selectors.stages.bracket import BracketRound
from tournaments.selectors.stages.lone_match import round_of_lone

SEATS: Mapping[str, Seat] = {"0": 0, "1": 1}
"""What an address and a form say of a seat."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A seat to change to."""

    seat: Seat
    name: str
    is_shown: bool
    is_in_turn: bool


@dataclass(frozen=True, slots=True)
class SeatSwitch:
    """Both seats; `changed` says that the other one is played from now on, "" where it is not."""

    links: Sequence[SeatLink]
    changed: str


class TableSeatsPage(MatchPage):
    """A page of a table that may be a trial.

    Its holder acts from the seat that the form says, and then sees the one that is in turn; with
    `seat` in the address they look at this one.
    """

    visible_boards = staticmethod(tables_visible_to)

    def rounds(self) -> Sequence[BracketRound]:
        return [round_of_lone(self.board)] if self.tournament.is_friendly else super().rounds()

    def seated(self, found: TableReader) -> TableReader:
        """The reader in the seat that they ask for."""
        seat = self._asked_seat
        return found if seat is None else sits_in(found, seat)

    def turned(self, found: TableReader, now: TableNow) -> TableReader:
        """The reader in the seat that is to be shown."""
        is_asked = self.request.method != "POST" and self._asked_seat is not None
        if not self.tournament.is_trial or is_asked:
            return found
        return sits_in(found, seat_in_turn(now))

    def switch(self, view: Mapping[str, Any], now: TableNow) -> SeatSwitch | None:
        """How the reader changes seats, where they play both."""
        return seat_switch(view, now) if self.tournament.is_trial else None

    def answer(self, template: str, status: int = 200, **context: Any) -> HttpResponse:
        response = super().answer(template, status, **context)
        if self.request.method == "POST" and self.tournament.is_trial:
            # What is fetched anew from now on is the seat in turn, too.
            response["HX-Replace-Url"] = self.address("online_table")
        return response

    @property
    def _asked_seat(self) -> Seat | None:
        if not self.tournament.is_trial:
            return None
        asked = self.request.POST if self.request.method == "POST" else self.request.GET
        return SEATS.get(asked.get("seat", ""))


def sits_in(found: TableReader, seat: Seat) -> TableReader:
    """Who plays both seats, in this one."""
    return replace(found, reader=Reader(Sight.OWN, seat))


def seat_in_turn(now: TableNow) -> Seat:
    """The seat that is to act; where none is, the last one that did."""
    turn = now.state.turn
    return (_last_seat(now) or 0) if turn is None else turn


def seat_switch(view: Mapping[str, Any], now: TableNow) -> SeatSwitch:
    """How to change seats, for who sees the table so."""
    shown, turn, last = view["seat"], now.state.turn, _last_seat(now)
    names = [player["name"] for player in view["players"]]
    links = [SeatLink(seat, name, seat == shown, seat == turn) for seat, name in enumerate(names)]
    has_changed = turn == shown and last not in (None, shown)
    words = _("You now play the other seat: %(name)s.") % {"name": names[shown]}
    return SeatSwitch(links, words if has_changed else "")


def _last_seat(now: TableNow) -> Seat | None:
    """The seat that did something last, since the newest dealing."""
    return next((event.seat for event in reversed(now.log) if event.seat is not None), None)
