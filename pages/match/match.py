"""One match: its public page with every hand, and what its players say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _

from games.models import Match
from games.selectors import MatchRecord, match_by_id, match_record
from kernel.permissions import Actor, Role
from kernel.seats import PerSeat, opponent
from kernel.text import Text
from pages.match.penalty_words import PenaltyWords, penalty_words
from pages.match.result_forms import GamesWonForm
from pages.match.ruling_words import rulings_of
from pages.parts.correction_words import MARK
from pages.parts.result_words import result_words
from pages.parts.score_sheet import EarlierFact, SheetMaker, names_at_table, role_words
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.tables import table_name
from pages.parts.tournament_page import match_words
from players.access.page import Page
from players.models import AuditEntry
from players.short_names import namesakes
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board, Tournament
from tournaments.models import Correction as MadeCorrection
from tournaments.selectors.desk.corrections import open_corrections
from tournaments.selectors.desk.match_history import changes_since, earlier_facts, earlier_results
from tournaments.selectors.events.access import acting_at, boards_visible_to, seat_of, sees_drafts
from tournaments.selectors.events.appeals import appealed_at
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.events.penalties import is_public, penalties_at
from tournaments.selectors.stages.bracket import bracket, slots_of
from web.page import KEY, new_key

PLAYABLE = (MatchState.READY, MatchState.RUNNING)
ANSWERABLE = (MatchState.REPORTED, MatchState.DISPUTED)


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """What somebody else wrote to a match while a form was being filled in."""

    words: str
    by: str
    at: Any


@dataclass(frozen=True, slots=True)
class Placed:
    """A match as it stands in the bracket; `whole` is the match between teams of which it is a
    board. `namesakes` are the names in the bracket that others have too, but for a word behind."""

    match: SheetMatch
    namesakes: frozenset[str]
    whole: SheetMatch | None = None


class MatchPage(Page):
    """A page of the match that the address names."""

    action = "match.view"
    board: Board

    def find(self) -> Actor:
        self.board = get_object_or_404(self.boards(), match=self.kwargs["match_id"])
        return acting_at(self.actor, self.board)

    def boards(self) -> QuerySet[Board]:
        return boards_visible_to(self.actor).filter(
            pairing__round__stage__tournament__slug=self.kwargs["slug"],
            pairing__round__stage__tournament__club__slug=self.kwargs["club"],
        )

    @property
    def tournament(self) -> Tournament:
        return self.board.pairing.round.stage.tournament

    @cached_property
    def record(self) -> MatchRecord:
        return match_record(self.board.match)

    @cached_property
    def placed(self) -> Placed:
        return placed(self.board, self.record, full_names=sees_drafts(self.actor))

    @property
    def place(self) -> SheetMatch:
        """The match as it stands in the bracket."""
        return self.placed.match

    @cached_property
    def names(self) -> tuple[str, str]:
        """What the two are called at the table."""
        full = (self.place.lines[0].name, self.place.lines[1].name)
        known = all(self.place.slot.players)
        return names_at_table(full, self.placed.namesakes) if known else full

    @cached_property
    def sheet(self) -> SheetMaker:
        corrected = any(fact.revision > 1 for fact in self.record.facts)
        earlier = earlier_facts(self.board) if corrected else {}
        return SheetMaker(self.record, self.names, earlier)

    @cached_property
    def seat(self) -> int | None:
        """The reader's seat, None for a reader who does not play here."""
        return seat_of(self.actor, self.board.match)

    def address(self, name: str, *args: object) -> str:
        """The address of a page of this match."""
        place = (self.tournament.club.slug, self.tournament.slug, self.board.match_id)
        return reverse(name, args=[*place, *args])

    def why_not(self, action: str) -> Text | None:
        """Why nothing can be entered or corrected here now."""
        return lifecycle.why_not(self.tournament.state, action)

    def context(self) -> dict[str, Any]:
        """What every page of a match shows."""
        tournament = self.tournament
        return {
            "club": tournament.club,
            "tournament": tournament,
            "match": self.board.match,
            "place": self.place,
            "whole": self.placed.whole,
            "names": self.names,
            "record": self.record,
            "rules": self.record.rules,
            "match_words": match_words(self.record.rules),
            "is_bracket": self.board.pairing.round.stage.format_class.is_bracket,
            "key": self.request.POST.get(KEY) or new_key(),
            "who": f"{self.actor.user_id}-{self.actor.staff_id}",
        }

    def answer(self, template: str, status: int = 200, **context: Any) -> HttpResponse:
        """The page, with its times in the club's zone."""
        with timezone.override(ZoneInfo(self.tournament.club.time_zone)):
            response = render(self.request, template, self.context() | context, status=status)
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

    def meanwhile(self, version: int | None) -> Sequence[Meanwhile]:
        """What was written since `version`, in words; reads the match anew."""
        self.read_anew()
        if version is None:
            return []
        return [self._said(entry) for entry in changes_since(self.board, version)]

    def read_anew(self) -> None:
        """Forget what was read before somebody else wrote."""
        self.board.match = match_by_id(self.board.match_id)
        for name in ("record", "placed", "names", "sheet"):
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
            "match.result": _("A result was handed in."),
            "match.confirm": _("The result was confirmed."),
            "match.dispute": _("The result was disputed."),
            "match.ruling": _("A ruling was recorded."),
            "match.take_back_ruling": _("A ruling was taken back."),
        }
        about_hand = entry.action in ("match.hand", "match.correct_hand")
        known = fact is not None or not about_hand
        said = words.get(entry.action) if known else None
        said = said or _("The match was changed.")
        return Meanwhile(said % values, role_words(entry.role), entry.at)


class PublicMatchPage(MatchPage):
    """The match as everybody sees it; who plays in it or judges it finds their forms below."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show()

    def show(self, status: int = 200, **context: Any) -> HttpResponse:
        live = bool(self.request.htmx) and status == 200
        template = "match/match.html#live" if live else "match/match.html"
        seen = seen_by(self.actor, self.tournament)
        games = self.sheet.games()
        return self.answer(
            template,
            status,
            **{
                "seen": seen,
                # What is played now stands first; what is over reads from its beginning.
                "shown_games": games[::-1] if self.place.state == MatchState.RUNNING else games,
                "score": self._score(),
                "state_words": self._state_words(),
                "voice": self._voice(),
                "waiting": self._waiting(),
                "earlier_results": self._earlier_results(),
                "dispute": self._dispute(),
                "said": self._said_now(),
                "undo": self._undo(),
                "mark": MARK if self.place.slot.against else "",
                "forms": self._forms(),
                "rulings": rulings_of(self.record, self.names),
                "sees_facts": self.actor.may("ruling.facts"),
                "penalties": self._penalties(),
                "appealed": appealed_at(self.board),
                "report_form": GamesWonForm(rules=self.record.rules, names=self.names),
            }
            | context,
        )

    def _score(self) -> PerSeat | None:
        """Games won, None where nothing of them is known."""
        slot = self.place.slot
        if slot.decision in ("walkover", "withdrawal", "double_forfeit", "bye"):
            return None
        return self.record.score.games_won if self.record.submission else None

    def _state_words(self) -> str:
        return self.place.progress or self.place.word

    def _said_now(self) -> str:
        """Where the match stands, in one sentence that is told when it changes."""
        games = self.sheet.games()
        if games and games[-1].is_running:
            values = {
                "game": games[-1].number,
                "first": self.names[0],
                "points": games[-1].points[0],
                "second": self.names[1],
                "other_points": games[-1].points[1],
            }
            words = _("Game %(game)d: %(first)s %(points)d, %(second)s %(other_points)d.")
            return f"{self.place.said} {words % values}"
        return self.place.said

    def _voice(self) -> str:
        """Who stands behind the standing result."""
        if self.place.slot.decision == "withdrawal":
            return _("An entrant is out of the event: the match goes to the opponent without play.")
        if self.record.state != Match.States.FINISHED or self.record.submission is None:
            return ""
        if not self.record.by_players:
            return _("Entered by %(who)s.") % {"who": role_words(self.record.submission.role)}
        confirmation = getattr(self.record.submission, "confirmation", None)
        if confirmation and confirmation.role == Role.PLAYER:
            return _("Entered and confirmed by the two players.")
        return _("Entered by a player, confirmed by a referee.")

    def _waiting(self) -> str:
        """What the match waits for, and from whom."""
        if self.place.slot.decision:
            return ""
        reporter = self.record.reporter
        if self.place.state == MatchState.REPORTED and reporter is not None:
            assert self.record.submission is not None
            winner = self.record.score.winner
            values = {
                "reporter": self.names[reporter],
                "other": self.names[opponent(reporter)],
                "winner": self.names[winner] if winner is not None else "",
            }
            if self.seat == reporter:
                return _("You reported it. It stands as soon as %(other)s confirms it.") % values
            if self.seat is not None and winner is None:
                words = _("%(reporter)s reported it: a drawn match. Confirm it or dispute it.")
                return words % values
            if self.seat is not None:
                words = _("%(reporter)s reported it: %(winner)s wins. Confirm it or dispute it.")
                return words % values
            return _("%(reporter)s reported it. It waits for %(other)s to confirm.") % values
        if self.place.state == MatchState.DISPUTED:
            return _("The two do not agree. A referee decides.")
        if self.place.state == MatchState.WAITING:
            return _("One of the two is not known yet.")
        if self.place.state == MatchState.LOCKED:
            return _("The players are not known yet, or the round is not open.")
        return ""

    def _earlier_results(self) -> Sequence[EarlierFact]:
        """Results that were replaced, each with who said it anew and why."""
        if self.record.submission is None or self.record.submission.revision == 1:
            return []
        return [
            EarlierFact.of(earlier_result, result_words(earlier_result.old, self.names))
            for earlier_result in earlier_results(self.board, self.record.submission)
        ]

    def _dispute(self) -> str:
        """Why the report is disputed: for the two and those who judge."""
        if self.place.state != MatchState.DISPUTED or not self.actor.may("match.score"):
            return ""
        dispute = getattr(self.record.submission, "dispute", None)
        return dispute.reason if dispute else ""

    def _forms(self) -> dict[str, bool]:
        """Which forms the reader finds, by what they may do and what the match waits for."""
        state, by = self.place.state, self.actor
        open_now = self.why_not("enter_result") is None
        own = self.seat is not None and self.seat == self.record.reporter
        hands = self.record.sheet is not None
        untouched = self.record.submission is None
        own_report = own and state == MatchState.REPORTED and not hands
        answers = open_now and state in ANSWERABLE and by.may("match.answer")
        is_staff = by.may("match.enter")
        return {
            "pad": by.may("match.score")
            and state in PLAYABLE
            and open_now
            and (hands or untouched),
            "report": by.may("match.report")
            and not is_staff
            and open_now
            and (own_report or (untouched and state == MatchState.READY)),
            "confirm": answers and (is_staff or not own),
            "dispute": answers and not is_staff and not own and state == MatchState.REPORTED,
            "result": is_staff and self.why_not("correct_result") is None and self._is_playable(),
            "sheet": by.may("match.score") and hands,
            "penalty": by.may("penalty.give") and self.why_not("give_penalty") is None,
            "appeal": by.may("appeal.make") and self.why_not("give_penalty") is None,
            "ruling": by.may("ruling.make")
            and self.why_not("correct_result") is None
            and self._is_playable(),
        }

    def _penalties(self) -> Sequence[PenaltyWords]:
        """What was given here: to everybody what hits the score or puts somebody out, the rest to
        the two and those who judge."""
        names = {player.entry: player.in_full for player in self.place.slot.players if player}
        return [
            penalty_words(penalty, names.get(penalty.entry_id, penalty.entry.name))
            for penalty in penalties_at(self.board)
            if self.actor.may("appeal.view") or is_public(penalty)
        ]

    def _undo(self) -> Sequence[MadeCorrection]:
        """The corrections that the reader may take back, or make again."""
        if not self.actor.may("match.correct") or self.why_not("correct_result"):
            return []
        return open_corrections(self.board)

    def _is_playable(self) -> bool:
        slot = self.place.slot
        decided = slot.decision in ("withdrawal", "bye")
        return all(slot.players) and not decided and self.place.state != MatchState.LOCKED


def placed(board: Board, record: MatchRecord, *, full_names: bool) -> Placed:
    """A match as it stands in the bracket."""
    rounds = bracket(board.pairing.round.stage, full_names=full_names)
    table = board.pairing.table
    tables = {table.number: table_name(table.number, table.label)} if table else {}
    maker = SheetMatches(rounds, {board.match_id: record}, tables)
    slots = (slot for slot in slots_of(rounds) if slot.match and slot.match.pk == board.match_id)
    slot = next(slots)
    whole = maker.slots[slot.key] if slot.board else None
    whole_match = maker.match(whole) if whole else None
    return Placed(maker.match(slot), namesakes(maker.names), whole_match)
