"""Appeals: made from the page of a match, listed for the staff, decided by a panel."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pages.match.asked import answer_to
from pages.match.form_page import FormPage
from pages.match.forms import LONGEST_REASON, VersionForm
from pages.match.match import MatchPage
from pages.match.penalties import CorrectingEventPage
from pages.match.penalty_words import (
    OUTCOME_WORDS,
    Appealed,
    appeal_words,
    step_words,
    what_words,
)
from pages.parts.event_page import EventPage
from pages.parts.fields import counted_field
from pages.parts.score_sheet import role_words, rule_name
from tournaments.domain.penalties.ladder import LADDER
from tournaments.models import Appeal, AppealDecision, Board
from tournaments.selectors.events.appeals import (
    appealed_now,
    appeals_of,
    board_of_appeal,
    names_of_panel,
    panel_for,
)
from tournaments.services.desk.appeals import AppealEntry, DecisionEntry, decide_appeal, make_appeal

LONGEST = 1000


def _text(label: Any, missing: Any, longest: int = LONGEST) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=longest,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": missing},
    )


class AppealForm(forms.Form):
    facts = _text(
        gettext_lazy("The facts on which both agree"),
        gettext_lazy("Say what happened, as both would tell it."),
    )
    reason = _text(
        gettext_lazy("What is wrong with the decision"),
        gettext_lazy("Say why: the panel reads it."),
    )


class DecisionForm(VersionForm):
    outcome = forms.ChoiceField(
        choices=AppealDecision.Outcomes.choices,
        error_messages={"required": gettext_lazy("Say what the panel decided.")},
    )
    reason = _text("", gettext_lazy("Say why: both players read it."), LONGEST_REASON)
    step = forms.ChoiceField(choices=[(rung, rung) for rung in LADDER], required=False)
    ruling = counted_field(required=False)
    choice = forms.CharField(required=False, max_length=20)
    confirm = forms.CharField(required=False, max_length=100)

    def __init__(self, data: QueryDict | None, members: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, label_suffix="")
        self.fields["panel"] = forms.MultipleChoiceField(
            choices=members, error_messages={"required": gettext_lazy("Say who sat on the panel.")}
        )


class NewAppealPage(FormPage[AppealForm], MatchPage):
    """A player of the match, or a director, appeals a ruling or a penalty of it."""

    action = "appeal.make"
    form_class = AppealForm

    @cached_property
    def appealed(self) -> Appealed:
        if "ruling" in self.kwargs:
            rulings = self.board.match.rulings.filter(superseded_at__isnull=True)
            return get_object_or_404(rulings, pk=self.kwargs["ruling"])
        penalties = self.tournament.penalties.filter(superseded_at__isnull=True)
        return get_object_or_404(penalties.select_related("entry"), pk=self.kwargs["penalty"])

    def write(self, form: AppealForm) -> str:
        kind = {"ruling" if "ruling" in self.kwargs else "penalty": self.appealed.pk}
        entry = AppealEntry(**form.cleaned_data | kind)
        make_appeal(board=self.board, entry=entry, by=self.actor, now=self.now)
        return self.address("match")

    def show(self, form: AppealForm, status: int = 200, **context: Any) -> HttpResponse:
        shown = {"form": form, "what": what_words(self.appealed)}
        return self.answer("match/new_appeal.html", status, **shown | context)


class EventAppealsPage(EventPage):
    """All appeals, those that wait for a panel first."""

    action = "penalty.view"

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        rows = [appeal_words(appeal) for appeal in appeals_of(self.tournament)]
        return self.answer("match/appeals.html", appeals=rows)


class AppealDecisionPage(CorrectingEventPage[DecisionForm]):
    """One appeal: what is known of it, and what the panel decided."""

    action = "penalty.view"

    @cached_property
    def appeal(self) -> Appeal:
        return get_object_or_404(appeals_of(self.tournament), pk=self.kwargs["appeal"])

    @cached_property
    def board(self) -> Board:
        return board_of_appeal(self.appeal)

    def form(self, data: QueryDict | None = None) -> DecisionForm:
        members = panel_for(self.tournament, appealed_now(self.appeal), self.board)
        return DecisionForm(data, members=[(member.key, member.name) for member in members])

    def write(self, form: DecisionForm) -> str:
        sent, data = self.request.POST, form.cleaned_data
        given = {name: answer_to(name, sent) for name in ("if_changed", "if_unfinished")}
        entry = DecisionEntry(**data | given | {"choice": data["choice"] or None})
        decide_appeal(appeal=self.appeal, entry=entry, by=self.actor, now=self.now)
        return self.address("appeals")

    def show(self, form: DecisionForm, status: int = 200, **context: Any) -> HttpResponse:
        appeal = self.appeal
        shown = appeal_words(appeal) | {
            "form": form,
            "match": None if self.board.is_set_aside else self.board.match_id,
            "version": self.board.match.version,
            "by": appeal.entry.name if appeal.entry else role_words(appeal.role),
            "outcomes": [(code, _(word)) for code, word in OUTCOME_WORDS.items()],
            "steps": [(step, step_words(step)) for step in LADDER] if appeal.penalty else [],
            "rulings": self._rulings(),
            "panel": names_of_panel(appeal.decision.panel) if hasattr(appeal, "decision") else [],
            "may_decide": self.actor.may("appeal.decide"),
        }
        return self.answer("match/appeal.html", status, **shown | context)

    def _rulings(self) -> list[tuple[int, str]]:
        """What can take the place of a changed ruling: what was ruled at this match since."""
        if self.appeal.ruling is None:
            return []
        standing = self.board.match.rulings.filter(superseded_at__isnull=True)
        later = standing.exclude(pk=appealed_now(self.appeal).pk)
        return [(ruling.pk, rule_name(ruling.rule)) for ruling in later.order_by("-id")]
