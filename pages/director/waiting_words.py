"""What waits for the director beside the next step, in words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.parts.sheet_match import score_of
from pages.parts.table_cards import Tiles
from tournaments.domain.clock import RoundClock
from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.selectors.desk.tonight_director import BEFORE
from tournaments.selectors.events.appeals import appeals_of
from tournaments.selectors.events.entries import entry_rows, waitlist_of
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.tables import TableMatch

UNSETTLED = (MatchState.REPORTED, MatchState.DISPUTED)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A thing that waits for the director, with the way to it, and what can be done at once: `act`
    on the version of a match that was shown."""

    title: str
    detail: str
    go: str
    address: str
    act: str = ""
    act_word: str = ""
    version: int | None = None


class WaitingWords:
    """Says what waits for the director of one tournament. `address` gives the addresses of its
    pages, `but` is the match that the next step is about already."""

    def __init__(self, tiles: Tiles, address: Callable[..., str], but: int | None = None) -> None:
        self.tournament = tiles.tournament
        self.tiles = tiles
        self.address = address
        self.but = but

    def waiting(self) -> list[Waiting]:
        """What waits, the most urgent first."""
        if self.tournament.state == TournamentState.RUNNING:
            now = [*self._unsettled(), *self._appeals(), *self._absent(), *self._late()]
            return [*now, *self._window_over(), *self._without_table(), *self._final()]
        if self.tournament.state == TournamentState.FINISHED:
            return [*self._unsettled(), *self._appeals()]
        return list(self._waitlist()) if self.tournament.state in BEFORE else []

    @cached_property
    def _open(self) -> list[TableMatch]:
        return [
            one for one in self.tiles.open if not one.slot.match or one.slot.match.pk != self.but
        ]

    def _waitlist(self) -> Iterator[Waiting]:
        waiting = len(waitlist_of(entry_rows(self.tournament)))
        if not waiting:
            return
        words = ngettext("%(n)d player is", "%(n)d players are", waiting)
        detail = _("Who is here takes the place of somebody who is not.")
        if self.tournament.has_teams:
            words = ngettext("%(n)d team is", "%(n)d teams are", waiting)
            detail = _("A team that is here takes the place of one that is not.")
        title = _("%(players)s on the waitlist") % {"players": words % {"n": waiting}}
        yield Waiting(title, detail, _("Entries"), self.address("entries"))

    def _unsettled(self) -> Iterator[Waiting]:
        for table_match in self._open:
            if table_match.slot.state in UNSETTLED:
                yield self._answer(table_match)

    def _answer(self, table_match: TableMatch) -> Waiting:
        match, tile = table_match.slot.match, self.tiles.tile(table_match)
        assert match is not None
        record = self.tiles.maker.records[match.pk]
        values = {
            "where": self.tiles.maker.match(table_match.slot).where,
            "who": tile.match.versus,
        }
        address = self.address("match", match.pk)
        if table_match.slot.state == MatchState.DISPUTED:
            dispute = getattr(record.submission, "dispute", None)
            title = _("%(where)s: no agreement, %(who)s") % values
            detail = ": ".join(part for part in (tile.since, dispute and dispute.reason) if part)
            return Waiting(title, capfirst(detail), _("Decide it"), address)
        reporter = record.reporter or 0
        won = record.score.games_won
        values |= {
            "reporter": tile.match.lines[reporter].name,
            "other": ", ".join(
                line.name for seat, line in enumerate(tile.match.lines) if seat != reporter
            ),
            "score": score_of(won, reporter),
        }
        minutes = self.tiles.minutes(table_match)
        return Waiting(
            _("%(where)s: one report, no answer") % values,
            _unanswered(minutes) % {**values, "minutes": minutes},
            _("Look"),
            address,
            f"confirm:{match.pk}",
            _("Confirm %(score)s") % values,
            match.version,
        )

    def _appeals(self) -> Iterator[Waiting]:
        """Appeals about which a panel has still to decide."""
        for appeal in appeals_of(self.tournament).filter(decision__isnull=True):
            yield Waiting(
                _("An appeal waits for a panel"),
                appeal.reason,
                _("Decide it"),
                self.address("appeal_decision", appeal.pk),
            )

    def _absent(self) -> Iterator[Waiting]:
        """Tables at which nobody has begun although it costs a game by now."""
        for slot, clock in self._timed():
            if not slot.table or slot.state != MatchState.READY:
                continue
            minutes = clock.lost_at(self.tiles.now) // 60
            if minutes:
                match = self.tiles.maker.match(slot)
                values = {"where": match.where, "minutes": minutes}
                yield Waiting(
                    _("%(where)s: not begun, %(minutes)d min on the clock") % values,
                    match.versus,
                    _("Who is not here"),
                    self.address("table", slot.table),
                )

    def _late(self) -> Iterator[Waiting]:
        """Matches whose time is up."""
        for slot, clock in self._timed():
            if slot.match and slot.state not in UNSETTLED and not clock.left_at(self.tiles.now):
                match = self.tiles.maker.match(slot)
                words = match.progress or match.word
                is_online = slot.match.pk in self.tiles.dealt_online
                yield Waiting(
                    _("%(where)s: the time is up") % {"where": match.where},
                    f"{match.versus}: {words}.",
                    _("The table’s card") if is_online else _("Enter the result"),
                    self.address("online_card" if is_online else "result", slot.match.pk),
                )

    def _window_over(self) -> Iterator[Waiting]:
        """Matches of rounds whose windows are over, as far as the program has not settled them."""
        for table_match in self._open:
            slot = table_match.slot
            if slot.state in UNSETTLED or self.tiles.at.windows.get(slot.round) is not False:
                continue
            assert slot.match is not None, "what is open is a match"
            match = self.tiles.maker.match(slot)
            said = _(
                "%(who)s. The window of %(round)s is over; nothing was played. "
                "Enter a result or move the window."
            )
            if slot.state != MatchState.READY or slot.match.pk in self.tiles.dealt_online:
                said = _(
                    "%(who)s. The window of %(round)s is over; they have not "
                    "finished. Enter a result or move the window."
                )
            values = {
                "where": match.where,
                "who": match.versus,
                "round": self.tiles.round_name(slot.round),
            }
            yield Waiting(
                _("%(where)s: its window is over, without a result") % values,
                said % values,
                _("To the match"),
                self.address("match", slot.match.pk),
            )

    def _timed(self) -> Iterator[tuple[Slot, RoundClock]]:
        """The open matches for which a clock runs."""
        for table_match in self._open:
            slot = table_match.slot
            clock = self.tiles.clocks.of(slot.round, slot.table)
            if clock:
                yield slot, clock

    def _without_table(self) -> Iterator[Waiting]:
        """Matches that lack nothing but a table: nobody of them sits at another one."""
        slots = [table_match.slot for table_match in self.tiles.open]
        seated = {entry for slot in slots if slot.table for entry in _entries(slot)}
        homeless = len({slot.pairing for slot in slots if seated.isdisjoint(_entries(slot))})
        if homeless and self.tiles.tables:
            words = ngettext("%(n)d match has no table", "%(n)d matches have no table", homeless)
            yield Waiting(
                words % {"n": homeless},
                _("The next free tables go to them by themselves."),
                _("More tables"),
                self.address("settings_tables"),
            )

    def _final(self) -> Iterator[Waiting]:
        """The last round of a knock-out is what everybody waits for."""
        if not self.tiles.stage.format_class.is_bracket or not self.tiles.rounds:
            return
        last = self.tiles.rounds[-1].number
        for slot in (table_match.slot for table_match in self._open):
            if slot.round != last or slot.state != MatchState.READY or slot.board > 1:
                continue
            match = self.tiles.maker.match(self.tiles.maker.slots[slot.key])
            title, word = _("%(name)s: both players are known"), _("Score pad")
            address = f"{self.address('matches')}{slot.path}pad/"
            if slot.board:
                title, word = _("%(name)s: both teams are known"), _("Its boards")
                address = f"{self.address('matches')}{match.slot.path}"
            yield Waiting(
                title % {"name": match.name},
                match.sentence,
                word,
                address,
            )


def _unanswered(minutes: int) -> str:
    """How long a report has waited, still without its names and figures."""
    if not minutes:
        return _("%(reporter)s reported %(score)s. %(other)s has not answered yet.")
    return ngettext(
        "%(reporter)s reported %(score)s. %(other)s has not answered for %(minutes)d minute.",
        "%(reporter)s reported %(score)s. %(other)s has not answered for %(minutes)d minutes.",
        minutes,
    )


def _entries(slot: Slot) -> list[int]:
    return [side.entry for side in slot.players if side]
