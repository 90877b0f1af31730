"""What is printed for an evening: slips, score sheets, the bracket, who sits where, table cards.

Each is a page of its own that shows the sheets as they will come out of the printer. A *leaf* is
one sheet of paper; it fits on A4 and on Letter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

import segno
from django.http import Http404

from games.models import Match
from games.rule_books import from_stored
from games.selectors.matches import match_record, matches_by_id
from kernel.names import sort_key
from kernel.seats import SIDES
from pages.match.first_deal import said_of
from pages.paper.match_paper import Paper
from pages.parts.draw_sheet import DrawSheet, DrawSheetMaker
from pages.parts.event_rules import in_short
from pages.parts.rooms import TournamentRoomPage
from pages.parts.sheet_match import SheetMatch
from tournaments.domain.lifecycle import PLAYED_OUT, MatchState
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.models import Stage, Table
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket, slots_of
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.tables import tables_of
from tournaments.services.stages.plans import plans_of
from web.actors import say
from web.links import absolute_url

T = TypeVar("T")

SLIPS_A_LEAF = (4, 3, 6, 2)
# Between teams, where a slip has a line for each board: with at most how many boards.
TEAM_SLIPS_A_LEAF = {3: 4, 2: 10, 1: MOST_BOARDS}
CARDS_A_LEAF = 4


class LeafMaker(DrawSheetMaker):
    """Makes the sheets of a bracket of which each fits on a leaf."""

    most_slots = 16
    section_rounds = 4
    most_matches = 0


def cut_and_stack(items: Sequence[T], places: int) -> list[list[T | None]]:
    """Leaves of so many places, such that the leaves, cut as one stack, give piles that follow on
    each other: the first pile has the first items, and so on. None is an empty place."""
    leaves = -(-len(items) // places)
    at = {divmod(n, leaves): item for n, item in enumerate(items)} if items else {}
    return [[at.get((place, leaf)) for place in range(places)] for leaf in range(leaves)]


def _in_order(items: Sequence[T], places: int) -> list[Sequence[T]]:
    return [items[first : first + places] for first in range(0, len(items), places)]


class PaperRoomPage(TournamentRoomPage):
    """A page that is printed. Names are in full: paper is for the staff to hand out."""

    action = "tournament.view_draft"
    tab = "print"

    @cached_property
    def stage(self) -> Stage:
        return current_stage(stages_of(self.tournament.pk))

    @cached_property
    def rounds(self) -> Sequence[BracketRound]:
        return bracket(self.stage, full_names=True) if self.stage.rounds.exists() else ()

    @property
    def is_bracket(self) -> bool:
        """Whether a bracket is drawn."""
        return bool(self.rounds) and self.stage.format_class.is_bracket

    @cached_property
    def maker(self) -> LeafMaker:
        return LeafMaker(self.rounds)

    @cached_property
    def round(self) -> BracketRound | None:
        """The round that the address asks for, else the first that is not over."""
        if not self.rounds:
            return None
        wanted = self.request.GET.get("round", str(self.maker.current))
        found = next((round for round in self.rounds if str(round.number) == wanted), None)
        if found is None:
            raise Http404
        return found

    def context(self) -> dict[str, Any]:
        names = [(round.number, say(round.name)) for round in self.rounds]
        return super().context() | {
            "rounds": names,
            "round": self.round,
            "is_bracket": self.is_bracket,
            "is_final": self.tournament.state in PLAYED_OUT,
        }

    def slots(self) -> list[Slot]:
        """The matches of the round that are to be played, by table."""
        slots = self.round.matches if self.round else ()
        open_ones = [slot for slot in slots if _is_open(slot)]
        return sorted(open_ones, key=lambda slot: (slot.table or 10_000, slot.number))

    @cached_property
    def matches(self) -> Mapping[int, Match]:
        """The matches of the round by id, between teams those of all boards."""
        slots = slots_of([self.round]) if self.round else ()
        return matches_by_id([slot.match.pk for slot in slots if slot.match])

    def papers(self) -> list[Paper]:
        return [self._paper(slot) for slot in self.slots()]

    def _paper(self, slot: Slot) -> Paper:
        played = slot.boards[0].match if slot.boards else slot.match
        assert played
        match = self.matches[played.pk]
        rules = from_stored(match.rules, match.rules_version)
        return Paper(self.maker.match(slot), rules, [self.maker.match(one) for one in slot.boards])


class PrintRoomPage(PaperRoomPage):
    """All there is to print."""

    template = "paper/index.html"


class SlipsPage(PaperRoomPage):
    """A slip for each match: cut once, stacked, they lie in the order of the tables."""

    template = "paper/slips.html"

    def context(self) -> dict[str, Any]:
        choices = self._choices()
        wanted = self.request.GET.get("per_page", str(choices[0]))
        places = next((choice for choice in choices if str(choice) == wanted), None)
        if places is None:
            raise Http404
        return super().context() | {
            "leaves": cut_and_stack(self.papers(), places),
            "places": places,
            "choices": sorted(choices),
        }

    def _choices(self) -> Sequence[int]:
        """How many can be on a leaf, first the one that is proposed."""
        if not self.tournament.plays_boards:
            return SLIPS_A_LEAF
        boards = self.tournament.boards
        return [slips for slips, most in TEAM_SLIPS_A_LEAF.items() if boards <= most]


class ScoreSheetsPage(PaperRoomPage):
    """A blank gin sheet for each match, between teams for each board, the names on it."""

    template = "paper/sheets.html"

    def context(self) -> dict[str, Any]:
        boards = (board for slot in self.slots() for board in slot.boards or [slot])
        papers = [self._with_deal(self._paper(board)) for board in boards if _is_open(board)]
        return super().context() | {"papers": papers}

    def _with_deal(self, paper: Paper) -> Paper:
        """The paper with what was drawn for the first deal, where that is noted."""
        played = paper.match.slot.match
        if played is None or self.matches[played.pk].first_dealer is None:
            return paper
        record, (first, second, *more) = match_record(self.matches[played.pk]), paper.match.lines
        if more:
            return paper
        return replace(paper, first_deal=said_of(record, (first.name, second.name)))


class BracketOnPaperPage(PaperRoomPage):
    """The bracket: on one leaf up to 16 slots, else the last rounds and then part by part."""

    template = "paper/bracket.html"

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "sheets": self._sheets() if self.is_bracket else [],
            "champion": self.maker.champion if self.is_bracket else "",
            "against": ", ".join(self._against()),
        }

    def _against(self) -> list[str]:
        """The matches in which somebody plays who, by the results, does not come to them."""
        slots = (slot for round in self.rounds for slot in round.slots if slot.against)
        return [self.maker.match(slot).name for slot in slots]

    def _sheets(self) -> list[tuple[str, DrawSheet]]:
        parts = range(len(self.maker.parts))
        return [(self.maker.part_name(n), sheet) for n in parts for sheet in self.maker.sheets(n)]


class EntrantsByTablePage(PaperRoomPage):
    """Who sits where in a round: by table, or by name to hang on the door."""

    template = "paper/tables.html"

    def context(self) -> dict[str, Any]:
        by_name = self.request.GET.get("by") == "name"
        seats = [seat for paper in self.papers() for seat in _seats(paper.match)]
        if by_name:
            seats.sort(key=lambda seat: sort_key(seat["name"]))
        on_wall = "wall" in self.request.GET
        return super().context() | {"seats": seats, "by_name": by_name, "on_wall": on_wall}


class TableCardsPage(PaperRoomPage):
    """A card for each table, with its number, its QR code and the rules in short."""

    template = "paper/cards.html"

    def context(self) -> dict[str, Any]:
        cards = [self._card(table) for table in tables_of(self.tournament)]
        rules = from_stored(self.tournament.rules, self.tournament.rules_version)
        length, short = in_short(rules, plans_of(self.tournament))
        leaves = _in_order(cards, CARDS_A_LEAF)
        return super().context() | {"leaves": leaves, "length": length, "short": short}

    def _card(self, table: Table) -> dict[str, object]:
        """What stands on a table; its QR code leads to the table's page."""
        link = absolute_url(self.address("table", table.number))
        code = segno.make(link, error="m")
        drawing = code.svg_inline(omitsize=True, svgclass=None, lineclass=None, border=0)
        return {"number": table.number, "label": table.label, "link": link, "qr": drawing}


def _is_open(slot: Slot) -> bool:
    return slot.state not in ("bye", MatchState.FINISHED)


def _seats(match: SheetMatch) -> list[dict[str, str]]:
    """Where the players of a match sit that are known, and against whom."""
    return [
        {
            "name": name,
            "table": match.table,
            "opponent": _met_by(side, match),
            "match": match.name,
        }
        for side, names in enumerate(_people(match))
        for name in names
    ]


def _people(match: SheetMatch) -> list[list[str]]:
    """Who sits there, side by side: of partners each by themselves."""
    if match.slot.has_partners:
        players = [player.name for player in match.slot.players if player]
        return [players[side::SIDES] for side in range(SIDES)]
    return [[line.name] if line.kind != "tbd" else [] for line in match.lines]


def _met_by(side: int, match: SheetMatch) -> str:
    known = [line.name for line in match.lines if line.kind != "tbd"]
    mine = match.lines[side].name
    return ", ".join(name for name in known if name != mine)
