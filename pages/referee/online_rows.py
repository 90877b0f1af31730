"""The online tables of an event as its referees see them: whose turn it is, the clocks, who is
connected, where play stands still; each leads to the card of the table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.selectors.glances import Glance
from kernel.seats import SIDES, Seat
from kernel.text import N_
from pages.match.table_words import time_words
from pages.parts.table_cards import Tile

_STATES: Mapping[str, str] = {
    "seating": N_("The two sit down"),
    "drawing": N_("The first deal is drawn for"),
    "hand_over": N_("Between two hands"),
    "paused": N_("Paused"),
}
_MARKS: Mapping[str, str] = {"playing": "running", "paused": "reported", "adjourned": "reported"}
"""The mark of a state, as other states have it; what is not named is ready to be played."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One of the two. `clock` and `reserve` are empty without a clock; the numbers are those that
    the page counts down, in milliseconds."""

    name: str
    games: int | None
    is_in_turn: bool
    has_sat: bool
    is_connected: bool
    clock: str = ""
    reserve: str = ""
    left: int = 0
    reserve_left: int = 0
    is_running: bool = False


@dataclass(frozen=True, slots=True)
class OnlineRow:
    """A table: `state` is where it stands, in words, `mark` the same as a sign."""

    match: int
    name: str
    address: str
    state: str
    mark: str
    seats: Sequence[SeatRow]


def online_rows(
    tiles: Sequence[Tile], glances: Mapping[int, Glance], address: Callable[..., str]
) -> list[OnlineRow]:
    """The matches of these tiles; `address` gives the addresses of the event's pages."""
    rows = []
    for tile in sorted(tiles, key=lambda one: one.place):
        match = tile.match.slot.match
        assert match is not None, "it is open"
        glance = glances.get(match.pk)
        rows.append(
            OnlineRow(
                match=match.pk,
                name=tile.match.name,
                address=address("online_card" if tile.mine else "match", match.pk),
                state=_state(tile, glance),
                mark=_MARKS.get(glance.state, "ready") if glance else "locked",
                seats=[_seat(tile, glance, seat) for seat in (0, 1)],
            )
        )
    return rows


def _state(tile: Tile, glance: Glance | None) -> str:
    if glance is None:
        return _("Nobody is at the table yet")
    if glance.until is not None:
        hour = date_format(localtime(glance.until), "SHORT_DATETIME_FORMAT")
        return _("Adjourned until %(hour)s") % {"hour": hour}
    if glance.state in _STATES:
        return _(_STATES[glance.state])
    return tile.match.progress or tile.match.word


def _seat(tile: Tile, glance: Glance | None, seat: int) -> SeatRow:
    line = tile.match.lines[seat]
    if glance is None:
        return SeatRow(line.name, line.games, False, False, False)
    if len(glance.sat) > SIDES:
        return _side(line.name, line.games, glance, seat)
    clock = glance.clocks[seat]
    return SeatRow(
        name=line.name,
        games=line.games,
        is_in_turn=glance.turn == seat and not glance.is_held,
        has_sat=glance.state == "seating" and glance.sat[seat],
        is_connected=glance.present[seat],
        clock=time_words(clock.left),
        reserve=time_words(clock.reserve or None),
        left=clock.left or 0,
        reserve_left=clock.reserve,
        is_running=glance.running == seat,
    )


def _side(name: str, games: int | None, glance: Glance, side: Seat) -> SeatRow:
    """A side of partners: each of them has a clock, and several may be in turn."""
    own = range(side, len(glance.sat), SIDES)
    return SeatRow(
        name=name,
        games=games,
        is_in_turn=glance.state == "playing" and any(glance.waits[seat] for seat in own),
        has_sat=glance.state == "seating" and all(glance.sat[seat] for seat in own),
        is_connected=all(glance.present[seat] for seat in own),
    )
