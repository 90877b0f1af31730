"""The tables of an evening as its staff see them: who plays where, since when, how long still."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.glances import Glance, glances_at
from games.selectors.holds import Hold, holds_at
from games.selectors.tables import dealt_among
from kernel.permissions import Actor
from kernel.text import N_
from pages.parts.clocks import ShownClock, shown_clock
from pages.parts.leaders import champions_of, leaders_of
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.tables import table_name
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Stage, Table, Tournament
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.desk.tonight_director import EventAt
from tournaments.selectors.events.play import plays_online
from tournaments.selectors.stages.bracket import BracketRound, Slot, matches_of
from tournaments.selectors.stages.clocks import Clocks
from tournaments.selectors.stages.tables import TableMatch, own_tables, tables_of
from web.actors import say

JUST_NOW: Mapping[str, str] = {
    MatchState.DISPUTED: N_("disputed just now"),
    MatchState.REPORTED: N_("written down just now, waits for the opponent"),
    MatchState.RUNNING: N_("in play since just now"),
}

LAST = 10_000
"""Behind all tables."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A match at its table, between teams one board of it, or one that has no table yet. `where`:
    that it has no table, is played online, or stands still there; `mine`: whether the reader may
    write there; `is_online`: whether it is played at its online table now."""

    number: int | None
    label: str
    match: SheetMatch
    since: str
    where: str
    mine: bool
    clock: ShownClock | None
    is_online: bool

    @property
    def state(self) -> str:
        return self.match.state

    @property
    def note(self) -> str:
        """How long it has been in its state, and where."""
        return ", ".join(part for part in (self.since, self.where) if part)

    @property
    def place(self) -> tuple[int, int, int, int]:
        """By what tiles are ordered that stand as the tables do."""
        slot = self.match.slot
        return (self.number or LAST, slot.round, slot.number, slot.board)


class Tiles:
    """Makes the tiles of a tournament at one instant, for one of its staff."""

    def __init__(self, tournament: Tournament, actor: Actor, now: datetime) -> None:
        self.tournament = tournament
        self.actor = actor
        self.now = now
        self.at = EventAt(tournament, now)

    @property
    def stage(self) -> Stage:
        return self.at.stage

    @property
    def rounds(self) -> Sequence[BracketRound]:
        """Empty while nothing is drawn."""
        return self.at.rounds

    @property
    def open(self) -> Sequence[TableMatch]:
        """The matches that can be played or wait for a word, the most urgent first."""
        return self.at.open

    @cached_property
    def tables(self) -> Mapping[int, Table]:
        return {table.number: table for table in tables_of(self.tournament)}

    @property
    def table_names(self) -> Mapping[int, str]:
        """What the tables are called, by number."""
        return {number: table_name(number, table.label) for number, table in self.tables.items()}

    @cached_property
    def maker(self) -> SheetMatches:
        running = [table_match.slot.match.pk for table_match in self.open if table_match.slot.match]
        return SheetMatches(self.rounds, records_of(running), numbered=True)

    @property
    def clocks(self) -> Clocks:
        return self.at.clocks

    @cached_property
    def limited_to(self) -> frozenset[int] | None:
        """The tables at which alone the reader may write; None: at all."""
        return own_tables(self.actor, self.tournament)

    @property
    def clock(self) -> ShownClock | None:
        """The clock of the round that is played."""
        if not self.rounds:
            return None
        return shown_clock(self.clocks, self.maker.current, self.round_name(self.maker.current))

    @property
    def champion(self) -> str:
        """Who has won what is played, empty while nobody has."""
        if self.stage.format_class.is_bracket:
            return self.maker.champion if self.rounds else ""
        return champions_of(leaders_of(self.stage, full_names=True))

    def round_name(self, number: int) -> str:
        return next(say(round.name) for round in self.rounds if round.number == number)

    def is_mine(self, number: int | None) -> bool:
        return self.limited_to is None or number in self.limited_to

    def all(self) -> list[Tile]:
        """Every open match, the most urgent first."""
        return [self.tile(table_match) for table_match in self.open]

    def tile(self, table_match: TableMatch) -> Tile:
        slot, number = table_match.slot, table_match.slot.table
        match = self.maker.match(slot)
        return Tile(
            number,
            slot.table_label,
            match,
            self._since(table_match),
            self._where(slot),
            self.is_mine(number),
            shown_clock(self.clocks, slot.round, match.name, number),
            self.is_online(slot),
        )

    def is_online(self, slot: Slot) -> bool:
        """Whether a match is played at its online table now."""
        moved_to = slot.match.moved_to if slot.match else ""
        return plays_online(self.tournament, moved_to)

    def minutes(self, table_match: TableMatch) -> int:
        """How many whole minutes a match has been in its state; 0 where nobody knows."""
        return (
            max(0, int((self.now - table_match.since).total_seconds() // 60))
            if table_match.since
            else 0
        )

    def _where(self, slot: Slot) -> str:
        """What there is to say of who sits at no table in the room."""
        if self.is_online(slot):
            held = self.hold_words(slot.match.pk if slot.match else None)
            return held or ("" if self.tournament.is_online else _("online"))
        return "" if slot.table else _("no table yet")

    @cached_property
    def _holds(self) -> Mapping[int, Hold]:
        """Where play stands still, by match."""
        return holds_at(self._open_online) if self._open_online else {}

    @cached_property
    def _open_online(self) -> Sequence[int]:
        """The open matches that are played at their online tables."""
        slots = [match.slot for match in self.open if self.is_online(match.slot)]
        return [slot.match.pk for slot in slots if slot.match]

    @cached_property
    def glances(self) -> Mapping[int, Glance]:
        """How the online tables stand at which somebody can play, by match."""
        return glances_at(self._open_online) if self._open_online else {}

    @cached_property
    def dealt_online(self) -> frozenset[int]:
        """The matches of which hands were dealt at their online tables, but for those that go on
        in the room: nobody types a result."""
        if not self.tournament.has_online_tables:
            return frozenset()
        matches = [(slot, slot.match) for slot in matches_of(self.rounds) if slot.match]
        asked = [match.pk for slot, match in matches if self.is_online(slot) or match.is_over]
        return dealt_among(asked)

    def hold_words(self, match: int | None) -> str:
        """That play stands still at the online table of a match; empty where it goes on."""
        hold = self._holds.get(match or 0)
        if hold is None:
            return ""
        if hold.until is None:
            return _("paused")
        hour = date_format(localtime(hold.until), "SHORT_DATETIME_FORMAT")
        return _("adjourned until %(hour)s") % {"hour": hour}

    def _since(self, table_match: TableMatch) -> str:
        """How long a match has been in its state, in words."""
        if table_match.since is None:
            return ""
        minutes = self.minutes(table_match)
        values = {"minutes": minutes}
        if not minutes:
            # What was ready a moment ago may have been written to since.
            return _(JUST_NOW.get(table_match.slot.state, JUST_NOW[MatchState.RUNNING]))
        if table_match.slot.state == MatchState.DISPUTED:
            words = ngettext(
                "disputed %(minutes)d minute ago", "disputed %(minutes)d minutes ago", minutes
            )
        elif table_match.slot.state == MatchState.REPORTED:
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
