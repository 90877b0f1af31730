"""What waits for the director, in words."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.seats import opponent
from pages.director.desk_words import DeskWords, Waiting
from pages.director.preparing_words import PreparingWords
from tournaments.domain.clock import RoundClock
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.selectors.events.appeals import appeals_of
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.tables import TableMatch
from web.actors import say

GAME_LOST_AFTER = 5
"""Minutes after which who is late loses a game (gin.md 5.1)."""
UNSETTLED = (MatchState.REPORTED, MatchState.DISPUTED)


class WaitingWords(DeskWords):
    """Says what waits for the director of one tournament."""

    def waiting(self) -> list[Waiting]:
        """What waits, the most urgent first."""
        if self.tournament.state == TournamentState.RUNNING:
            now = [*self._unsettled(), *self._appeals(), *self._absent(), *self._late()]
            return [*now, *self._draft(), *self._rounds(), *self._final()]
        if self.tournament.state == TournamentState.FINISHED:
            return [*self._unsettled(), *self._appeals(), self._over()]
        if self.tournament.state in (TournamentState.ARCHIVED, TournamentState.CANCELLED):
            return []
        return list(PreparingWords(self.tiles, self.address).waiting())

    def _unsettled(self) -> Iterator[Waiting]:
        for table_match in self.tiles.open:
            if table_match.slot.state in UNSETTLED:
                yield self._answer(table_match)

    def _answer(self, table_match: TableMatch) -> Waiting:
        match, tile = table_match.slot.match, self.tiles.tile(table_match)
        assert match is not None
        record = self.tiles.maker.records[match.pk]
        values = {
            "where": self.where(table_match),
            "first": tile.match.lines[0].name,
            "second": tile.match.lines[1].name,
        }
        address = self.address("match", match.pk)
        if table_match.slot.state == MatchState.DISPUTED:
            dispute = getattr(record.submission, "dispute", None)
            title = _("%(where)s: %(first)s and %(second)s do not agree") % values
            detail = ": ".join(part for part in (tile.since, dispute and dispute.reason) if part)
            return Waiting(title, capfirst(detail), _("Decide it"), address, main=True)
        reporter = record.reporter or 0
        won = record.score.games_won
        values |= {
            "reporter": tile.match.lines[reporter].name,
            "other": tile.match.lines[opponent(reporter)].name,
            "score": f"{won[reporter]}–{won[opponent(reporter)]}",
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
                main=True,
            )

    def _absent(self) -> Iterator[Waiting]:
        """Tables at which nobody has begun although it costs a game by now."""
        for slot, clock in self._timed():
            if not slot.table or slot.state != MatchState.READY:
                continue
            minutes = clock.since_start_at(self.tiles.now) // 60
            if minutes >= GAME_LOST_AFTER and clock.left_at(self.tiles.now):
                match = self.tiles.maker.match(slot)
                values = {"where": match.where, "minutes": minutes}
                yield Waiting(
                    _("%(where)s: not begun, %(minutes)d min on the clock") % values,
                    f"{match.lines[0].name} v {match.lines[1].name}",
                    _("Who is not here"),
                    self.address("table", slot.table),
                )

    def _late(self) -> Iterator[Waiting]:
        """Matches whose time is up."""
        for slot, clock in self._timed():
            if slot.match and slot.state not in UNSETTLED and not clock.left_at(self.tiles.now):
                match = self.tiles.maker.match(slot)
                words = match.progress or match.word
                yield Waiting(
                    _("%(where)s: the time is up") % {"where": match.where},
                    f"{match.lines[0].name} v {match.lines[1].name}: {words}.",
                    _("Enter the result"),
                    self.address("result", slot.match.pk),
                )

    def _timed(self) -> Iterator[tuple[Slot, RoundClock]]:
        """The open matches for which a clock runs."""
        for table_match in self.tiles.open:
            slot = table_match.slot
            clock = self.tiles.clocks.of(slot.round, slot.table)
            if clock:
                yield slot, clock

    def _draft(self) -> Iterator[Waiting]:
        """What was drawn from results waits to be looked at; what was dropped, to be drawn."""
        draft, by_round = self.first_draft(), self.tiles.stage.format_class.drawn_by_round
        if draft and (by_round or (draft.number == 1 and self.tiles.stage.number > 1)):
            address = self.address("round", draft.number) if by_round else self.address("draw")
            yield Waiting(
                _("Draft: %(round)s") % {"round": say(draft.name)},
                _("Only the staff see it. Look at it, then publish it."),
                _("Preview"),
                address,
                main=True,
            )
        elif not draft and self._is_decided() and self.follows():
            yield Waiting(
                _("Not drawn yet: %(next)s") % {"next": self.follows()},
                _("All results are in. It is drawn at your word."),
                _("To the draw"),
                self.address("draw"),
                main=True,
            )

    def _is_decided(self) -> bool:
        return all(slot.decision for round in self.tiles.rounds for slot in round.slots)

    def _rounds(self) -> Iterator[Waiting]:
        """Clocks that are not started, and matches that lack nothing but a table: nobody of them
        sits at another one."""
        for round in self.tiles.rounds:
            open_now = round.state in (RoundState.PUBLISHED, RoundState.RUNNING)
            if round.minutes and open_now and not self.tiles.clocks.of(round.number):
                values = {"round": say(round.name), "minutes": round.minutes}
                yield Waiting(
                    _("%(round)s: the clock is not started") % values,
                    _("Its %(minutes)d minutes run from your word, at all tables.") % values,
                    "",
                    "",
                    f"start:{round.number}",
                    _("Start the clock"),
                    main=True,
                )
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
        for slot in (table_match.slot for table_match in self.tiles.open):
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
                main=slot.number == 1,
            )

    def _over(self) -> Waiting:
        minutes = self.tournament.protest_minutes
        detail = ngettext(
            "The evening is over. Protests are taken for %(n)d minute; then it can go into the "
            "archive.",
            "The evening is over. Protests are taken for %(n)d minutes; then it can go into the "
            "archive.",
            minutes,
        )
        champion = self.tiles.champion
        title = _("%(name)s has won") % {"name": champion} if champion else _("Nobody has won")
        address = self.address("settings_danger")
        return Waiting(title, detail % {"n": minutes}, _("To the archive"), address)


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
