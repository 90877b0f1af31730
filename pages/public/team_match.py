"""A match between teams: its boards, what decided it, and who plays for whom."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from games.rule_books import from_stored
from kernel.permissions import Actor
from pages.parts.correction_words import MARK
from pages.parts.live_page import LivePage
from pages.parts.sheet_matches import SheetMatches
from pages.parts.tournament_page import match_words
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board, Stage
from tournaments.selectors.desk.results import records_of
from tournaments.selectors.events.access import boards_visible_to
from tournaments.selectors.events.entries import Member, members_of
from tournaments.selectors.stages.bracket import Slot, bracket
from tournaments.selectors.stages.sides import NamedSide


class TeamMatchPage(LivePage):
    """The match of the pairing that the address names; each board has a page of its own."""

    action = "match.view"
    tab = "team_match"
    is_of_stage = False
    board: Board

    def find(self) -> Actor:
        actor = super().find()
        boards = boards_visible_to(actor).filter(
            pairing=self.kwargs["pairing"], pairing__round__stage__tournament=self.tournament
        )
        board = boards.first() if self.tournament.plays_boards else None
        if board is None:
            raise Http404
        self.board = board
        return actor

    @cached_property
    def stage(self) -> Stage:
        return self.board.pairing.round.stage

    def heading(self) -> dict[str, Any]:
        sides = self.board.pairing.sides.select_related("entry").order_by("seat")
        return {"names": [side.entry.name for side in sides if side.entry]}

    def matter(self) -> dict[str, Any]:
        rounds = bracket(self.stage, full_names=self.full_names)
        slots = (slot for round in rounds for slot in round.slots)
        slot = next((shown for shown in slots if shown.pairing == self.board.pairing_id), None)
        if slot is None:
            raise Http404
        running = [
            board.match.pk
            for board in slot.boards
            if board.match and board.state == MatchState.RUNNING
        ]
        maker = SheetMatches(rounds, records_of(running))
        match = self.board.match
        return {
            "place": maker.match(slot),
            "boards": [maker.match(board) for board in slot.boards],
            "match_words": match_words(from_stored(match.rules, match.rules_version)),
            "mark": MARK if slot.against else "",
            **self._lineups(slot),
        }

    def _lineups(self, slot: Slot) -> dict[str, Any]:
        """Who plays for the teams that are known, as it stands now, and who may come in."""
        teams = [side for side in slot.players if side]
        members = members_of(self.tournament, [side.entry for side in teams])
        rows = [
            (_("Board %(number)d") % {"number": number}, self._names(teams, members, number))
            for number in range(1, self.tournament.boards + 1)
        ]
        stand_by = self._names(teams, members, 0)
        if any(stand_by):
            rows.append((_("Stands by"), stand_by))
        return {"teams": [side.name for side in teams], "lineups": rows}

    def _names(
        self, teams: Sequence[NamedSide], members: dict[int, tuple[Member, ...]], board: int
    ) -> list[str]:
        return [
            ", ".join(
                member.shown_name(full=self.full_names)
                for member in members.get(team.entry, ())
                if member.board == board
            )
            for team in teams
        ]
