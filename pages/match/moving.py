"""A match is moved to an online table, or back: a form of the match's page."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse

from pages.match.form_page import FormPage
from pages.match.forms import LONGEST_REASON
from pages.match.move_words import STAY
from pages.match.public_match import PublicMatchPage
from tournaments.selectors.events.play import ONLINE, TABLE
from tournaments.services.desk.moving import move_back, move_online, take_back_ask


class MoveForm(forms.Form):
    """Where the match is to go, and why; or that an ask is taken back. Sent twice, or after
    somebody else moved it there, it changes nothing."""

    to = forms.ChoiceField(choices=[(ONLINE, ""), (TABLE, ""), (STAY, "")])
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)


class MovePage(FormPage[MoveForm], PublicMatchPage):
    """The match's page, where that was refused."""

    action = "match.move"
    form_class = MoveForm

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.page()

    def write(self, form: MoveForm) -> str:
        to, reason = form.cleaned_data["to"], form.cleaned_data["reason"].strip()
        if to == STAY:
            take_back_ask(board=self.board, by=self.actor, now=self.now)
            return self.address("match")
        service = move_online if to == ONLINE else move_back
        moved = service(board=self.board, by=self.actor, now=self.now, reason=reason)
        plays_there = moved.is_there and to == ONLINE and self.seat is not None
        return self.address("online_table" if plays_there else "match")

    def show(self, form: MoveForm, status: int = 200, **context: Any) -> HttpResponse:
        return self.page(status, move_form=form, **context)
