"""The public page of one match with every hand, and what its players say of it."""

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, assert_never

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.levels import ResultLevel
from games.models import Match, Submission
from kernel.permissions import ONLINE, Role
from kernel.seats import PerSeat, opponent
from pages.match.answering import Answer
from pages.match.first_deal import draw_of
from pages.match.match import PLAYABLE, MatchPage
from pages.match.move_words import move_panel
from pages.match.penalty_words import PenaltyWords, penalty_words
from pages.match.result_forms import GamesWonForm
from pages.match.ruling_words import rulings_of
from pages.match.times import times_at
from pages.parts.call_words import ShownCall, pressed_subjects
from pages.parts.correction_words import MARK
from pages.parts.score_sheet import EarlierFact, role_words
from pages.parts.table_sheet import listed
from tournaments.domain.lifecycle import MatchState
from tournaments.domain.tonight.player import confirm_words
from tournaments.models import Correction as MadeCorrection
from tournaments.selectors.desk.calls import open_calls
from tournaments.selectors.desk.corrections import open_corrections
from tournaments.selectors.desk.match_history import earlier_results
from tournaments.selectors.desk.tables import may_read_records
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.events.appeals import appealed_at
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.events.penalties import is_public, penalties_at
from web.actors import say

ANSWERABLE = (MatchState.REPORTED, MatchState.DISPUTED)


class PublicMatchPage(MatchPage):
    """The match as everybody sees it; who plays in it or judges it finds their forms below."""

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.page()

    def page(self, status: int = 200, **context: Any) -> HttpResponse:
        live = bool(self.request.htmx) and status == 200
        template = "match/match.html#live" if live else "match/match.html"
        seen = seen_by(self.actor, self.tournament)
        games, forms = self.sheet.games(), self._forms()
        return self.answer(
            template,
            status,
            **{
                "seen": seen,
                # What is played now stands first; what is over reads from its beginning.
                "shown_games": games[::-1] if self.place.state == MatchState.RUNNING else games,
                "score": self._score(),
                "state_words": self.place.progress or self.place.word,
                "voice": self._voice(),
                "waiting": self._waiting(),
                "earlier_results": self._earlier_results(),
                "dispute": self._dispute(),
                "said": self._said_now(),
                "undo": self._undo(),
                "mark": MARK if self.place.slot.against else "",
                "forms": forms,
                "answer": self._answer() if forms["dispute"] else None,
                "confirm_words": self._confirm_words(),
                "draw": draw_of(self),
                "move": move_panel(self) if forms["move"] else None,
                "times": times_at(self),
                "call": self.call,
                "call_subjects": pressed_subjects(),
                "rulings": rulings_of(self.record, self.names),
                "sees_facts": self.actor.may("ruling.facts"),
                "penalties": self._penalties(),
                "appealed": appealed_at(self.board),
                "plays": self.seat is not None,
                "runs_table": self.actor.may("table.run"),
                "is_unknown": self.actor.user_id is None and self.actor.staff_id is None,
                "replayable": self._replayable,
                "report_form": GamesWonForm(rules=self.record.rules, names=self.names),
            }
            | context,
        )

    @cached_property
    def call(self) -> ShownCall | None:
        """The call that stands here, for the two and those who judge."""
        if not self.actor.may("call.end"):
            return None
        called = open_calls(self.actor, self.tournament).get(self.board.match_id)
        return None if called is None else ShownCall.of(called, self.now)

    @cached_property
    def _replayable(self) -> Collection[int] | None:
        """The hands, by n, whose replay the reader may see; None where they may see none of the
        match, also of those to come."""
        if not may_read_records(self.actor, self.board):
            return None
        hands = (fact.hand for fact in self.record.facts)
        return {hand.sequence for hand in hands if hand.deal is not None}

    def _score(self) -> PerSeat | None:
        """Games won, None where nothing of them is known."""
        slot = self.place.slot
        if slot.decision in ("walkover", "withdrawal", "double_forfeit", "bye"):
            return None
        return self.record.score.games_won if self.record.submission else None

    def _answer(self) -> Answer | None:
        """The report that waits for the reader, who plays here."""
        if self.seat is None or self.is_table:
            return None
        draws = self.board.pairing.round.stage.knows_draws
        return Answer(self.record, self.names, self.seat, draws)

    def _confirm_words(self) -> str:
        """What confirms the report: for who plays here with their own games first."""
        if self.is_table:
            return _("It is right as it was written down")
        seat, won = self.seat or 0, self.record.score.games_won
        return say(confirm_words((won[seat], won[opponent(seat)])))

    def _said_now(self) -> str:
        """Where the match stands, in one sentence that is told when it changes."""
        games = self.sheet.games()
        if games and games[-1].is_running:
            return f"{self.place.said} {games[-1].said}"
        return self.place.said

    def _voice(self) -> str:
        """Who stands behind the standing result."""
        if self.place.slot.decision == "withdrawal":
            return _("An entrant is out of the event: the match goes to the opponent without play.")
        if self.record.state != Match.States.FINISHED or self.record.submission is None:
            return ""
        by_players = self.record.by_players
        if self.record.submission.via == ONLINE.via and not by_players:
            return _("Played at the online table.")
        if not by_players:
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
            values = {
                "reporter": self.names[reporter],
                "other": listed([self.names[one] for one in self._others_than(reporter)]),
            }
            if self.seat == reporter:
                return _("You reported it. It stands as soon as %(other)s confirms it.") % values
            return _("%(reporter)s reported it. It waits for %(other)s to confirm.") % values
        if self.place.state == MatchState.DISPUTED:
            return _("The two do not agree. A referee decides.")
        if self.place.state == MatchState.WAITING:
            return _("One of the two is not known yet.")
        if self.place.state == MatchState.LOCKED:
            return _("The players are not known yet, or the round is not open.")
        return ""

    def _others_than(self, seat: int) -> Sequence[int]:
        return self.record.game_rules.other_sides(seat)

    def _earlier_results(self) -> Sequence[EarlierFact]:
        """Results that were replaced, each with who said it anew and why."""
        if self.record.submission is None or self.record.submission.revision == 1:
            return []
        return [
            EarlierFact.of(earlier_result, _result_words(earlier_result.old, self.names))
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
        open_now = not self.blocked("enter_result")
        own = self.seat is not None and self.seat == self.record.reporter
        hands = self.record.sheet is not None
        untouched = self.record.submission is None
        own_report = own and state == MatchState.REPORTED and not hands
        answers = open_now and state in ANSWERABLE and by.may("match.answer")
        is_staff = by.may("match.enter")
        is_open = state in (*PLAYABLE, *ANSWERABLE)
        return {
            "call": by.may("call.make") and open_now and is_open and self.call is None,
            "take_call": by.may("call.take") and self.seat is None,
            "online": self.is_online and self._is_playable() and self._may_watch(),
            "move": by.may("match.move")
            and self.tournament.is_hybrid
            and state in PLAYABLE
            and open_now
            and (hands or untouched),
            "pad": by.may("match.score")
            and state in PLAYABLE
            and open_now
            and not self.is_online
            and (hands or untouched),
            "report": by.may("match.report")
            and not self.is_table
            and not is_staff
            and not self.is_online
            and open_now
            and (own_report or (untouched and state == MatchState.READY)),
            "confirm": answers and (is_staff or not own),
            "dispute": answers
            and not self.is_table
            and not is_staff
            and not own
            and state == MatchState.REPORTED,
            "result": is_staff
            and not self.is_dealt_online
            and not self.blocked("correct_result")
            and self._is_playable(),
            "sheet": by.may("match.score") and hands,
            "penalty": by.may("penalty.give") and not self.blocked("give_penalty"),
            "evidence": by.may("evidence.view")
            and state == MatchState.FINISHED
            and hasattr(self.board.match, "table"),
            "appeal": by.may("appeal.make") and not self.blocked("give_penalty"),
            "ruling": by.may("ruling.make")
            and not self.blocked("correct_result")
            and self._is_playable(),
        }

    def _may_watch(self) -> bool:
        """Whether the online table is there for the reader: who plays at it, who runs the event,
        and others where it shows them something."""
        is_own = self.seat is not None or sees_drafts(self.actor)
        return is_own or self.tournament.has_spectators

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
        if not self.actor.may("match.correct") or self.blocked("correct_result"):
            return []
        return open_corrections(self.board)

    def _is_playable(self) -> bool:
        slot = self.place.slot
        decided = slot.decision in ("withdrawal", "bye")
        return all(slot.players) and not decided and self.place.state != MatchState.LOCKED


def _result_words(submission: Submission, names: Sequence[str]) -> str:
    """What a submission says of the match; `names` are those of its players, by seat."""
    payload, level = submission.payload, ResultLevel(submission.level)
    words: str
    match level:
        case ResultLevel.HANDS:
            words = _("hand by hand")
        case ResultLevel.GAMES:
            games = (game["points"] for game in payload["games"])
            words = ", ".join(f"{points[0]}–{points[1]}" for points in games)
        case ResultLevel.GAMES_WON:
            won = payload["games_won"]
            words = _("%(first)d–%(second)d in games") % {"first": won[0], "second": won[1]}
        case ResultLevel.DRAWN:
            words = _("drawn, %(games)d–%(games)d") % {"games": payload["games_won"][0]}
        case ResultLevel.WALKOVER:
            words = _("walkover for %(name)s") % {"name": names[payload["walkover"]]}
        case ResultLevel.DOUBLE_FORFEIT:
            words = _("both forfeited")
        case _:
            assert_never(level)
    return words
