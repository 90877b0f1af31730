"""The shorter ways to a result: by games, by games won, without play; and its correction."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Match
from kernel.text import Refusal
from pages.match.accounts_form import AccountsForm
from pages.match.correcting import CorrectingPage
from pages.match.form_page import FormPage
from pages.match.games_forms import games_form
from pages.match.result_forms import (
    DoubleForfeitForm,
    DrawnForm,
    GamesWonForm,
    ResultForm,
    WalkoverForm,
)
from tournaments.domain.lifecycle import MatchState
from tournaments.services.desk import results
from tournaments.services.desk.played_online import DEALT, WRITTEN_BY_TABLE
from web.page import new_key

WAYS: dict[str, tuple[Any, Callable[..., ResultForm]]] = {
    "games-won": (gettext_lazy("Games won"), GamesWonForm),
    "games": (gettext_lazy("Game by game"), games_form),
    "accounts": (gettext_lazy("By accounts"), AccountsForm),
    "drawn": (gettext_lazy("Drawn"), DrawnForm),
    "walkover": (gettext_lazy("Walkover"), WalkoverForm),
    "double-forfeit": (gettext_lazy("Both forfeit"), DoubleForfeitForm),
}


class ResultPage(FormPage[ResultForm], CorrectingPage):
    """A result as the staff enters it: it stands at once. `?by=` names the way."""

    action = "match.enter"
    template = "match/result.html"
    ways = tuple(WAYS)

    @property
    def way(self) -> str:
        """The way to enter it: as named, else the shortest that these rules allow."""
        shortest = (
            way for way in ("games-won", "games", "accounts", "walkover") if way in self.open_ways()
        )
        way = self.request.GET.get("by") or next(shortest, "")
        if way not in self.open_ways():
            raise Http404
        return way

    def open_ways(self) -> list[str]:
        # At a table games won, or points, don't say what everybody settles.
        closed = {"games-won", "games", "drawn"} if self.is_table else {"accounts"}
        if self.record.rules.match_type == "points":
            closed.add("games-won")
        if not self.board.pairing.round.stage.knows_draws:
            closed.add("drawn")
        return [way for way in self.ways if way not in closed]

    def form(self, data: QueryDict | None = None) -> ResultForm:
        return WAYS[self.way][1](data, rules=self.record.rules, names=self.names)

    def show(self, form: ResultForm, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer(
            self.template,
            status,
            **{
                "form": form,
                "way": self.way,
                "ways": [(way, WAYS[way][0]) for way in self.open_ways()],
                "version": self.board.match.version,
                "blocked": self.why_closed(),
                "stands": self.record.state == Match.States.FINISHED,
                "reporting": self.action == "match.report",
                "replaces_hands": len(self.record.facts),
            }
            | context,
        )

    def why_closed(self) -> str:
        """Why nothing can be entered, empty when it can."""
        finished = self.record.state == Match.States.FINISHED
        refused = self.blocked("correct_result" if finished else "enter_result")
        if refused or self.is_dealt_online:
            return refused or _(DEALT)
        slot = self.place.slot
        if slot.decision in ("withdrawal", "bye") and not finished:
            return _("This match is decided without play: an entrant is out of the event.")
        if not all(slot.players) or self.place.state == MatchState.LOCKED:
            return _("The players of this match are not known yet, or its round is not open.")
        return ""

    def take(self, form: ResultForm) -> HttpResponse:
        return self.correct(
            results.record_result,
            form.cleaned_data["version"],
            level=form.level,
            payload=form.payload(),
            reason=form.cleaned_data["reason"].strip(),
        )

    def refused(self, form: ResultForm, refusal: Refusal) -> dict[str, Any]:
        if refusal.text.code in ("stale", "idempotency_mismatch"):
            meanwhile = self.meanwhile(form.cleaned_data["version"])
            return {"stale": True, "meanwhile": meanwhile, "key": new_key()}
        form.refuse(refusal)
        return {}


class ReportPage(ResultPage):
    """A result as a player reports it: it waits for the opponent."""

    action = "match.report"
    template = "match/report.html"
    ways = ("games-won", "games", "accounts", "drawn")

    def corrected(self, left: Any) -> str:
        return self.back()

    def why_closed(self) -> str:
        if self.is_online:
            return _(WRITTEN_BY_TABLE)
        said = self.record.submission
        own = self.seat is not None and self.seat == self.record.reporter
        if self.record.sheet is not None:
            return _("The hands of this match are written down: its result follows from them.")
        if said is None or (own and self.record.state == Match.States.REPORTED):
            return super().why_closed()
        return _("A result is handed in already: confirm or dispute it on the match's page.")
