"""The penalties of an event for its staff, and how one is taken back."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.matches import rules_at
from kernel.text import Refusal
from pages.match.asked import answer_to, asked_by
from pages.match.form_page import F, FormPage
from pages.match.forms import TakeBackForm
from pages.match.penalty_words import offender_of, penalty_words, step_effect
from pages.parts.correction_words import OF_DRAWINGS
from pages.parts.drawing_words import rests_words
from pages.parts.event_page import EventPage
from tournaments.domain.corrections import Choice
from tournaments.models import Penalty
from tournaments.selectors.events.penalties import penalties_of
from tournaments.selectors.stages.drawings import played_in
from tournaments.selectors.stages.sides import entry_names
from tournaments.services.desk.penalties import board_of, take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.stages.redrawing import RestsOn
from web.actors import say
from web.page import new_key

#: What may become of a standing result that rests on it, when it is asked for.
CHOICES = (
    (
        Choice.KEEP,
        gettext_lazy("What was played stays"),
        gettext_lazy("The later matches stand with who played them, marked as outside the rules."),
    ),
    (
        Choice.VOID,
        gettext_lazy("What was played is void"),
        gettext_lazy("The later matches are played anew with the right players."),
    ),
)


def what_is_asked(refusal: Refusal, sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a page shows where a standing result can't be changed without a word on what rests on
    it: what was drawn from it, and the ways there are, with what was sent of them before."""
    shown: dict[str, Any] = {"asks": refusal.text.code in ("choice_needed", "confirm_needed")}
    choices: Sequence[tuple[Choice, Any, Any]] = CHOICES
    if isinstance(refusal, RestsOn):
        names = entry_names(refusal.drawings[0].stage.tournament_id, full_names=True)
        rests = rests_words(refusal.drawings, played_in(refusal.drawings), names)
        shown = {"asks": bool(refusal.choices), "rests": rests}
        choices = [(choice, OF_DRAWINGS[choice], "") for choice in refusal.choices]
    said = sent.get("choice")
    marked = [(*choice, choice[0] == said) for choice in choices]
    return shown | {"choices": marked, "confirm": sent.get("confirm", "")}


class EventPenaltiesPage(EventPage):
    """All of them, those that were taken back included."""

    action = "penalty.view"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        found = penalties_of(self.tournament).select_related("appeal")
        return self.answer(
            "match/penalties.html",
            penalties=[penalty_words(penalty, offender_of(penalty)) for penalty in found],
            may_give=self.actor.may("penalty.give"),
            sees_memos=self.actor.may("memo.view"),
        )


class CorrectingEventPage(FormPage[F], EventPage):
    """A form that may change a standing result: what rests on that is shown and asked."""

    def refused(self, form: F, refusal: Refusal) -> dict[str, Any]:
        asked = asked_by(refusal, self.request.POST)
        answer = asked | {"asks": False} if asked else {"refused": say(refusal.text)}
        return what_is_asked(refusal, self.request.POST) | {"key": new_key()} | answer


class TakeBackPenaltyPage(CorrectingEventPage[TakeBackForm]):
    """What was given, and the reason for which it is to hold no more."""

    action = "penalty.give"
    form_class = TakeBackForm

    @cached_property
    def penalty(self) -> Penalty:
        standing = penalties_of(self.tournament).filter(superseded_at__isnull=True)
        return get_object_or_404(standing, pk=self.kwargs["penalty"])

    def write(self, form: TakeBackForm) -> str:
        sent = self.request.POST
        request = CorrectionRequest(
            "penalty",
            form.cleaned_data["reason"],
            sent.get("choice") or None,
            sent.get("confirm", ""),
            if_unfinished=answer_to("if_unfinished", sent),
        )
        take_back_penalty(
            penalty=self.penalty,
            version=form.cleaned_data["version"],
            request=request,
            by=self.actor,
            now=self.now,
        )
        return self.address("penalties")

    def show(self, form: TakeBackForm, status: int = 200, **context: Any) -> HttpResponse:
        penalty, board = self.penalty, board_of(self.penalty)
        shown = {
            "form": form,
            "penalty": penalty_words(penalty, offender_of(penalty)),
            "effect": step_effect(penalty.step, rules_at(board.match)),
            "version": board.match.version,
            "in_bracket": board.pairing.round.stage.format_class.is_bracket,
            "title": _("Take back a penalty"),
        }
        return self.answer("match/take_back_penalty.html", status, **shown | context)
