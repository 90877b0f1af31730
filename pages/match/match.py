"""What every page of a match knows: its place, its record, its names, what was written since."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.selectors.matches import MatchRecord, match_by_id, match_record
from games.selectors.tables import has_dealt, is_online
from kernel.permissions import Actor
from kernel.seats import SIDES
from pages.parts.event_page import EventPage
from pages.parts.score_sheet import SheetMaker, names_at_table, role_words
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.table_sheet import standings_at
from pages.parts.tournament_page import match_words
from players.models import AuditEntry
from players.short_names import given_name, namesakes
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board
from tournaments.selectors.desk.match_history import changes_since, earlier_facts
from tournaments.selectors.events.access import acting_at, boards_visible_to, sees_drafts, side_of
from tournaments.selectors.stages.bracket import BracketRound, bracket, slots_of
from tournaments.selectors.stages.partners import partners_at

PLAYABLE = (MatchState.READY, MatchState.RUNNING)


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What somebody else wrote to a match while a form was being filled in."""

    words: str
    by: str
    at: Any


class MatchPage(EventPage):
    """A page of the match that the address names."""

    action = "match.view"
    visible_boards = staticmethod(boards_visible_to)
    board: Board

    def find(self) -> Actor:
        boards = self.visible_boards(self.actor).filter(
            pairing__round__stage__tournament__slug=self.kwargs["slug"],
            pairing__round__stage__tournament__club__slug=self.kwargs["club"],
        )
        self.board = get_object_or_404(boards, match=self.kwargs["match_id"])
        self.tournament = self.board.pairing.round.stage.tournament
        return acting_at(self.actor, self.board)

    @cached_property
    def record(self) -> MatchRecord:
        return match_record(self.board.match)

    @cached_property
    def is_online(self) -> bool:
        """Whether it is played at an online table now, which writes it down."""
        return self.tournament.is_online or is_online(self.board.match)

    @cached_property
    def is_dealt_online(self) -> bool:
        """Whether hands were dealt there, so that nobody hands in its result."""
        if self.is_online:
            return has_dealt(self.board.match)
        return any(fact.hand.deal is not None for fact in self.record.facts)

    @cached_property
    def matches(self) -> SheetMatches:
        """The matches of the bracket in which this one stands."""
        return SheetMatches(self.rounds(), {self.board.match_id: self.record}, numbered=True)

    def rounds(self) -> Sequence[BracketRound]:
        """The bracket in which it stands."""
        return bracket(self.board.pairing.round.stage, full_names=sees_drafts(self.actor))

    @cached_property
    def place(self) -> SheetMatch:
        """The match as it stands in the bracket."""
        pk, slots = self.board.match_id, slots_of(self.matches.bracket)
        return self.matches.match(
            next(slot for slot in slots if slot.match and slot.match.pk == pk)
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the players are called at the table, by seat; between partners the sides."""
        full = tuple(line.name for line in self.place.lines)
        known = all(self.place.slot.players) and not self.record.has_partners
        return names_at_table(full, namesakes(self.matches.names)) if known else full

    @cached_property
    def sheet(self) -> SheetMaker:
        corrected = any(fact.revision > 1 for fact in self.record.facts)
        earlier = earlier_facts(self.board) if corrected else {}
        return SheetMaker(self.record, self.names, earlier, self.people)

    @cached_property
    def people(self) -> Sequence[str]:
        """What the players of a match between partners are called, by seat; of any other nobody."""
        if not self.record.has_partners:
            return ()
        partners = partners_at(self.board, full_names=sees_drafts(self.actor))
        called = [given_name(partner.name) for partner in partners]
        full = [partner.name for partner in partners]
        return called if len({*called}) == len(called) else full

    @cached_property
    def seat(self) -> int | None:
        """The reader's seat, between partners their side; None for a reader who does not play
        here."""
        return side_of(self.actor, self.board.match)

    def address(self, name: str, *args: object) -> str:
        """The address of a page of this match."""
        return super().address(name, self.board.match_id, *args)

    def back(self) -> str:
        """Where a form of a player leads: to Tonight where it stood there, else to the match."""
        is_from_tonight = self.request.POST.get("back") == "me"
        return reverse("me") if is_from_tonight else self.address("match")

    @property
    def is_at_the_tables(self) -> bool:
        """Whether the reader goes from table to table: who runs the event has the desk besides."""
        return self.actor.may("match.enter") and not self.actor.may("round.publish")

    def after(self, saved: str, again: str = "") -> str:
        """Where a write leads: a referee back to the tables, where is said what was `saved`, with
        the way to where it can be opened `again`; everybody else there."""
        again = again or self.address("match")
        if not self.is_at_the_tables:
            return again
        said = f"{self.place.where}: {saved}"
        link = format_html('{} <a href="{}">{}</a>', said, again, _("Open it again"))
        messages.success(self.request, link)
        return super().address("tables")

    def told(self, version: int) -> dict[str, Any]:
        """What every service that writes to the match is told."""
        return {"board": self.board, "version": version, "by": self.actor, "now": self.now}

    def context(self) -> dict[str, Any]:
        """`whole` is the match between teams of which this one is a board."""
        slot = self.place.slot
        return super().context() | {
            "match": self.board.match,
            "place": self.place,
            "whole": self.matches.match(self.matches.slots[slot.key]) if slot.board else None,
            "names": self.names,
            "record": self.record,
            "rules": self.record.rules,
            "match_words": match_words(self.record.rules),
            "account": self._account(),
            "is_table": self.is_table,
            "counted": self.is_counted,
            "is_many": self.is_table or self.record.has_partners,
            "at_table": standings_at(self.record, self.names) if self.has_accounts else None,
            "is_bracket": self.board.pairing.round.stage.format_class.is_bracket,
            "is_online": self.is_online,
            "judges": self.actor.may("match.enter"),
            "who": f"{self.actor.user_id}-{self.actor.staff_id}",
        }

    def _account(self) -> str:
        """What the games have brought, in a match to points; "" elsewhere, and before a game."""
        record = self.record
        if record.game_rules.match_type != "points" or not any(record.score.games_won):
            return ""
        return "–".join(map(str, record.score.account(record.game_rules)))

    @cached_property
    def is_table(self) -> bool:
        """Whether three or more sit at it, each with an account of their own."""
        return self.record.game_rules.sides > SIDES

    @cached_property
    def has_accounts(self) -> bool:
        """Whether everybody has a column of their own on the sheet, and an account."""
        return self.is_table or self.is_counted

    @cached_property
    def is_counted(self) -> bool:
        """Whether everybody plays every hand, and everybody's count is written down."""
        return bool(self.record.game_rules.endings)

    def result_said(self) -> str:
        """The match as it is now that something was written, in one sentence."""
        self.read_anew()
        return self.place.sentence

    def meanwhile(self, version: int | None) -> Sequence[Meanwhile]:
        """What was written since `version`, in words; reads the match anew."""
        self.read_anew()
        if version is None:
            return []
        return [self._said(entry) for entry in changes_since(self.board, version)]

    def read_anew(self) -> None:
        """Forget what was read before somebody else wrote."""
        self.board.match = match_by_id(self.board.match_id)
        for name in ("record", "matches", "place", "names", "people", "sheet"):
            self.__dict__.pop(name, None)

    def _said(self, entry: AuditEntry) -> Meanwhile:
        n = entry.data.get("n")
        fact = self.sheet.facts.get(n) if n else None
        values: dict[str, object] = {"what": self.sheet.fact_words(fact) if fact else ""}
        if fact:
            values |= {"n": fact.hand.number, "game": fact.hand.game}
        words = {
            "match.hand": _("Hand %(n)d of game %(game)d was saved: %(what)s."),
            "match.correct_hand": _("Hand %(n)d of game %(game)d was corrected: %(what)s."),
            "match.first_deal": _("It was noted who deals first."),
            "match.result": _("A result was handed in."),
            "match.confirm": _("The result was confirmed."),
            "match.dispute": _("The result was disputed."),
            "match.notice": _("A player gave notice: the running columns are the last."),
            "match.take_back_notice": _("The notice was taken back."),
            "match.move": _("The match moved to its other table."),
            "match.propose_times": _("Times were proposed."),
            "match.agree_time": _("A time was agreed."),
            "match.ruling": _("A ruling was recorded."),
            "match.take_back_ruling": _("A ruling was taken back."),
        }
        about_hand = entry.action in ("match.hand", "match.correct_hand")
        known = fact is not None or not about_hand
        said = words.get(entry.action) if known else None
        said = said or _("The match was changed.")
        return Meanwhile(said % values, role_words(entry.role), entry.at)
