"""A referee is called to a match, goes there, and the matter is settled: each a form of the match's
page, and of the referees' tables, with an address of its own."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from kernel.text import Refusal
from pages.match.form_page import FormPage
from pages.match.public_match import PublicMatchPage
from pages.parts.event_page import EventPage
from tournaments.domain.tonight.calls import PRESSED
from tournaments.services.desk.calls import end_call, make_call, take_call
from web.actors import say

TABLES = "tables"


class CallForm(forms.Form):
    """`back` is `tables` where the form stands on the referees' page, `me` where it stands on that
    of a player: it leads back there."""

    back = forms.ChoiceField(choices=[(TABLES, TABLES), ("me", "me")], required=False)


class NewCallForm(CallForm):
    about = forms.ChoiceField(
        choices=[(about, about) for about in PRESSED],
        error_messages={"required": gettext_lazy("Say what the call is about.")},
    )


class TakeCallForm(CallForm):
    take_over = forms.BooleanField(required=False)


class CallFormPage(FormPage[CallForm], PublicMatchPage):
    """What is refused is said on the page from which it was sent."""

    form_class = CallForm

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.page()

    def take(self, form: CallForm) -> HttpResponse:
        try:
            return super().take(form)
        except Refusal as refusal:
            if form.cleaned_data["back"] != TABLES:
                raise
            messages.error(self.request, say(refusal.text))
            return redirect(self.back())

    def write(self, form: CallForm) -> str:
        self.act(form.cleaned_data)
        return self.back()

    def act(self, said: dict[str, Any]) -> None:
        raise NotImplementedError

    def back(self) -> str:
        is_from_tables = self.request.POST.get("back") == TABLES
        return EventPage.address(self, TABLES) if is_from_tables else super().back()

    def show(self, form: CallForm, status: int = 200, **context: Any) -> HttpResponse:
        return self.page(status, **context)


class NewCallPage(CallFormPage):
    action = "call.make"
    form_class = NewCallForm

    def act(self, said: dict[str, Any]) -> None:
        make_call(board=self.board, about=said["about"], by=self.actor, now=self.now)


class TakeCallPage(CallFormPage):
    action = "call.take"
    form_class = TakeCallForm

    def act(self, said: dict[str, Any]) -> None:
        take_call(
            board=self.board,
            call_id=self.kwargs["call"],
            take_over=said["take_over"],
            by=self.actor,
            now=self.now,
        )


class EndCallPage(CallFormPage):
    action = "call.end"

    def act(self, said: dict[str, Any]) -> None:
        end_call(board=self.board, call_id=self.kwargs["call"], by=self.actor, now=self.now)
