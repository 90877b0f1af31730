"""What the public tabs of a tournament show, as files for spreadsheets: with the names that the
reader sees there."""

from collections.abc import Iterator, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from kernel.seats import SIDES
from pages.parts.csv_file import Cell, csv_answer
from pages.parts.live_page import LivePage
from pages.parts.place_words import PlaceWords
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.tiebreaks import tiebreak_of
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.selectors.stages.bracket import bracket
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.selectors.stages.ranking import compared_in
from tournaments.selectors.stages.sides import entry_names
from web.actors import say

Rows = Sequence[Sequence[Cell]]
STATUSES = ("entered", "waitlist", "withdrawn", "put_out", "swapped")


class EventFilePage(LivePage):
    """A tab as a file; of a stage as its page is."""

    is_kept = False

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        name = f"{self.tournament.club.slug}-{self.tournament.slug}-{self.tab}"
        return csv_answer(name, *self.table())

    def table(self) -> tuple[Sequence[str], Rows]:
        """The headings, and the rows below them."""
        raise NotImplementedError

    @property
    def _entrant(self) -> str:
        return _("Team") if self.tournament.has_teams else _("Player")


class StandingsFilePage(EventFilePage):
    """The standings: all ranks, with everything that is compared; no row before the draw."""

    tab = "standings"

    def table(self) -> tuple[Sequence[str], Rows]:
        round = self.asked_number("round")
        table = standing_table(self.stage, round) if self.is_drawn else None
        stored = table.rows if table else ()
        codes = compared_in(table) if table else ()
        names = entry_names(self.tournament.pk, full_names=self.full_names)
        places = PlaceWords(stored)
        rows = [
            (
                places.words(row),
                row["group"],
                names[row["entry"]],
                *(row[name] for name in ("played", "won", "lost")),
                *(row["tiebreaks"][code] for code in codes),
                say(text_from(row["reason"], names)),
            )
            for row in stored
        ]
        first = (_("Place"), _("Group"), self._entrant, _("Played"), _("Won"), _("Lost"))
        return (*first, *(say(tiebreak_of(code).name) for code in codes), _("Reason")), rows


class ResultsFilePage(EventFilePage):
    """All matches of a stage that may be seen with their results, between teams each board."""

    tab = "results"

    def table(self) -> tuple[Sequence[str], Rows]:
        headings = (
            *(_("Round"), _("Match"), _("Board"), _("Table")),
            *(_("First side"), _("Team of the first"), _("Second side"), _("Team of the second")),
            *(_("Games of the first"), _("Games of the second"), _("Winner"), _("State")),
        )
        rounds = bracket(self.stage, full_names=self.full_names) if self.is_drawn else ()
        if not rounds:
            return headings, ()
        maker = SheetMatches(rounds)
        matches = [
            maker.match(board)
            for round in rounds
            for slot in round.matches
            for board in slot.boards or [slot]
        ]
        return headings, [self._row(match) for match in matches]

    def _row(self, match: SheetMatch) -> Sequence[Cell]:
        slot, (first, second, *_others) = match.slot, match.lines
        known = [line.name if line.kind not in ("tbd", "bye") else "" for line in match.lines]
        figures = [line.games for line in match.lines if line.games is not None]
        others = ", ".join(known[1:])
        return (
            *(slot.round, match.name, slot.board or None, slot.table),
            *(known[0], first.team, others, second.team),
            first.games,
            second.games if len(figures) <= SIDES else ", ".join(map(str, figures[1:])),
            "" if slot.winner is None else known[slot.winner],
            match.word,
        )


class EntrantsFilePage(EventFilePage):
    """Who takes part, who waits and who has gone."""

    tab = "entrants"
    is_of_stage = False

    def table(self) -> tuple[Sequence[str], Rows]:
        headings = (_("Seed"), self._entrant, _("Players"), _("Rating"), _("Status"))
        found = [row for row in entry_rows(self.tournament) if row.status in STATUSES]
        found.sort(key=lambda row: (STATUSES.index(row.status), row.entry.seed or len(found)))
        return headings, list(self._rows(found))

    def _rows(self, found: Sequence[EntryRow]) -> Iterator[Sequence[Cell]]:
        words = {
            "entered": _("Entered"),
            "waitlist": _("Waitlist"),
            "withdrawn": _("Withdrawn"),
            "put_out": _("Put out of the event"),
            "swapped": _("Made room for another"),
        }
        for row in found:
            full = self.full_names
            members = ", ".join(member.shown_name(full=full) for member in row.members)
            name = row.name(full=full)
            rating = row.rating if self.shows_ratings else None
            yield row.entry.seed, name, members, rating, words[row.status]
